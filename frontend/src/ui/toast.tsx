import { toast, Toaster } from 'sonner';
import { useTheme } from '../kit/theme.tsx';

const ASIDE = 'aside';
const STAYS_MS = 1_000_000;
const ASIDE_MS = 10_000;

let messages = 0;
/** Whether the current message offers to do something on the page. */
let isUndoable = false;
/** A new message replaces the current one. If that is already closing, a new place is used, or both would close. */
let place = 0;
const leave = (): void => {
  place += 1;
};

interface Notification {
  detail?: string;
  /** Undoes what the message reports. */
  undo?: () => void;
  /** Another offer; not together with `undo`. */
  action?: { readonly label: string; readonly run: () => void };
  /** Whether the server does the undo, so that the offer stays on other pages. */
  isUndoneAnywhere?: boolean;
  /** Marks a loss or a refusal. */
  isDestructive?: boolean;
}

/** Shows a message until it is closed or replaced. */
export function notify(message: string, more: string | Notification = {}): void {
  const given: Notification = typeof more === 'string' ? { detail: more } : more;
  const { detail, undo, action, isUndoneAnywhere = false, isDestructive = false } = given;
  const offer = undo === undefined ? action : { label: 'Undo', run: undo };
  messages += 1;
  isUndoable = offer !== undefined && !isUndoneAnywhere;
  toast(message, {
    id: `message ${place}`,
    onDismiss: leave,
    description: detail,
    duration: STAYS_MS,
    closeButton: true,
    // Set even when empty, because omitted options are inherited from the replaced message.
    action: offer && { label: offer.label, onClick: (event) => pressUndo(offer.run, event) },
    className: isDestructive ? 'border-bad! text-bad!' : '',
  });
}

/** Closes a message whose offer refers to something no longer on the page. */
export function withdrawUndo(): void {
  if (!isUndoable) return;
  isUndoable = false;
  toast.dismiss(`message ${place}`);
}

/** Briefly shows what someone else did, without replacing a message of `notify`. */
export function notifyAside(message: string, detail: string): void {
  toast(message, { id: ASIDE, description: detail, duration: ASIDE_MS, closeButton: true });
}

function pressUndo(undo: () => void, event: { preventDefault: () => void }): void {
  const before = messages;
  undo();
  // Keep a message that the undo itself has shown in the same place.
  if (messages !== before) event.preventDefault();
  else leave();
}

export function Toasts() {
  const { theme } = useTheme();

  return (
    <Toaster
      theme={theme}
      position="bottom-right"
      // Above the player and, on a phone, above the menu button.
      offset={{ bottom: 'calc(16px + var(--dock, 0px))', right: 16 }}
      mobileOffset={{ bottom: 'calc(68px + var(--dock, 0px))' }}
      visibleToasts={2}
      expand
      toastOptions={{
        style: {
          background: 'var(--raised)',
          color: 'var(--ink)',
          border: '1px solid var(--line)',
          borderRadius: 6,
          boxShadow: 'var(--float)',
        },
        classNames: {
          description: 'text-ink-soft! wrap-anywhere',
          closeButton:
            'size-6! top-2! right-2! left-auto! transform-none! rounded-md! border-0! bg-transparent! text-ink-soft! hover:bg-hover!',
          content: 'pr-7',
          actionButton:
            'bg-accent! text-on-accent! mr-7! h-7! rounded-md! px-2.5! text-[13px]! pointer-coarse:h-11! pointer-coarse:px-4!',
        },
      }}
    />
  );
}
