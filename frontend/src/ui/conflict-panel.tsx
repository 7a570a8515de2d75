import { clsx } from 'clsx';
import { useId } from 'react';
import type { ReactNode, Ref } from 'react';

interface ConflictPanelProps {
  ref?: Ref<HTMLElement>;
  /** Accessible name of the region; null to use the title. */
  label?: string;
  title: ReactNode;
  /** Explains what the user can do. */
  lead?: ReactNode;
  /** Whether it is a strip inside the editor, which has its own frame. */
  isStrip?: boolean;
  children: ReactNode;
}

/** Shows in any editor what both sides changed, so that the user can choose. The `ref` allows focusing it. */
export function ConflictPanel({ ref, label, title, lead, isStrip = false, children }: ConflictPanelProps) {
  const id = useId();

  return (
    <section
      ref={ref}
      tabIndex={ref === undefined ? undefined : -1}
      aria-label={label}
      aria-labelledby={label === undefined ? id : undefined}
      className={clsx(
        'flex flex-col gap-3 focus-visible:-outline-offset-2',
        isStrip ? 'border-line bg-warn-soft border-b px-4 py-3' : 'border-bad bg-bad-soft rounded-md border p-4',
      )}
    >
      <div role="alert">
        <h3 id={id} className={clsx('font-semibold', isStrip ? 'text-warn' : 'text-bad')}>
          {title}
        </h3>
        {lead !== undefined && <p className="text-ink-soft mt-0.5">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

interface ConflictVersionProps {
  /** Whose version it is. */
  name: string;
  children: ReactNode;
  actions?: ReactNode;
}

// Focusable, so that it can be scrolled with the keyboard.
const BY_TAB = 0;

/** The version of one side, in a box with its own scroll bar. */
export function ConflictVersion({ name, children, actions }: ConflictVersionProps) {
  return (
    <section aria-label={name} className="bg-surface flex min-w-0 flex-col gap-2 rounded-md p-3">
      <h4 className="text-ink-faint text-[13px] font-medium">{name}</h4>
      <div
        tabIndex={BY_TAB}
        className="flex max-h-60 flex-1 flex-col gap-2 overflow-y-auto wrap-anywhere focus-visible:-outline-offset-2"
      >
        {children}
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </section>
  );
}
