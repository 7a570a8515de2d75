import { useSyncExternalStore } from 'react';
import type { toast } from './toaster.tsx';

type Toast = typeof toast;

type Module = typeof import('./toaster.tsx');

// Messages that wait for the toaster, which is loaded with the first of them, or once the page has come to rest.
let waiting: ((show: Toast) => void)[] = [];
let ready: Toast | null = null;
let loaded: Module | null = null;
let loading: Promise<void> | null = null;
let onLoaded = (): void => {};
/** Words of the latest message, and the same while they are shown without the toaster, which could not be loaded. */
let latest: string | null = null;
let plain: string | null = null;

/** Loads what shows messages, so that one that the connection is lost can be shown. If that fails, the next message tries again. */
export function loadToaster(): Promise<void> {
  loading ??= import('./toaster.tsx').then(
    (module) => {
      loaded = module;
      onLoaded();
    },
    () => {
      loading = null;
      showPlainly(latest);
      setTimeout(() => showPlainly(null), ASIDE_MS);
    },
  );

  return loading;
}

function showPlainly(words: string | null): void {
  plain = words;
  onLoaded();
}

function withToaster(task: (show: Toast) => void): void {
  if (ready !== null) return task(ready);
  waiting.push(task);
  void loadToaster();
}

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
  latest = detail === undefined ? message : `${message}. ${detail}`;
  isUndoable = offer !== undefined && !isUndoneAnywhere;
  const id = `message ${place}`;
  withToaster((show) =>
    show(message, {
      id,
      onDismiss: leave,
      description: detail,
      duration: STAYS_MS,
      closeButton: true,
      // Set even when empty, because omitted options are inherited from the replaced message.
      action: offer && { label: offer.label, onClick: (event) => pressUndo(offer.run, event) },
      className: isDestructive ? 'border-bad! text-bad!' : '',
    }),
  );
}

/** Closes a message whose offer refers to something no longer on the page. */
export function withdrawUndo(): void {
  if (!isUndoable) return;
  isUndoable = false;
  const id = `message ${place}`;
  withToaster((show) => show.dismiss(id));
}

/** Briefly shows what someone else did, without replacing a message of `notify`. */
export function notifyAside(message: string, detail: string): void {
  withToaster((show) => show(message, { id: ASIDE, description: detail, duration: ASIDE_MS, closeButton: true }));
}

function pressUndo(undo: () => void, event: { preventDefault: () => void }): void {
  const before = messages;
  undo();
  // Keep a message that the undo itself has shown in the same place.
  if (messages !== before) event.preventDefault();
  else leave();
}

/** The place of the messages. Use it once, at the root. */
export function Toasts() {
  const shown = useSyncExternalStore(whenLoaded, () => loaded ?? plain);
  if (shown === null) return null;

  return typeof shown === 'string' ? (
    <p
      role="alert"
      className="bg-raised border-line shadow-float fixed inset-x-4 bottom-4 z-50 mx-auto max-w-90 rounded-md border p-4 text-[13px]"
    >
      {shown}
    </p>
  ) : (
    <shown.Toaster onReady={flush} />
  );
}

function whenLoaded(callback: () => void): () => void {
  onLoaded = callback;

  return () => {
    onLoaded = () => {};
    ready = null;
  };
}

function flush(): void {
  if (loaded === null) return;
  ready = loaded.toast;
  const tasks = waiting;
  waiting = [];
  for (const task of tasks) task(ready);
}
