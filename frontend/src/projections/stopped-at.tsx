import type { ProjectionView } from '@earmark/contracts/projections';

/** The event that a projector could not apply, and why. */
export function StoppedAt({ failure }: { failure: NonNullable<ProjectionView['failure']> }) {
  const { message, type, stream, position, eventId, data } = failure;
  const facts = [
    ['Type', type],
    ['Stream', stream],
    ['Position', position],
    ['Event', eventId],
  ].filter((fact): fact is [string, string] => fact[1] !== null);

  return (
    <section aria-label="Why it stopped" className="bg-bad-soft rounded-md p-3">
      <p className="text-bad font-medium wrap-anywhere">{message}</p>
      <p className="text-ink-soft mt-1 text-[13px] text-pretty">
        Pages keep showing the data from before this event. Later events wait until it can be applied: fix the cause,
        then retry or rebuild.
      </p>
      {facts.length > 0 && (
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[13px]">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {data !== null && data !== undefined && (
        <section
          aria-label="Data of the event"
          // Focusable, so that it can be scrolled with the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="bg-surface border-line mt-3 max-h-64 overflow-auto rounded-md border p-3"
        >
          <pre className="text-xs leading-5">{JSON.stringify(data, null, 2)}</pre>
        </section>
      )}
    </section>
  );
}
