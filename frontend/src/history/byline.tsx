import { formatDistance, formatMoment } from '../kit/date.ts';
import { initialOf } from '../ui/initial.ts';

/** A circle with the initial of whoever made a change. */
export function Avatar({ actor }: { actor: string }) {
  return (
    <span
      aria-hidden="true"
      className="bg-hover text-ink-soft mt-px flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold"
    >
      {initialOf(actor)}
    </span>
  );
}

interface BylineProps {
  actor: string;
  at: string;
  onActor?: ((actor: string) => void) | undefined;
}

/** Who made a change, and when. */
export function Byline({ actor, at, onActor }: BylineProps) {
  return (
    <>
      {onActor === undefined ? (
        <span className="text-ink-soft font-medium wrap-anywhere">{actor}</span>
      ) : (
        <button
          type="button"
          title={`Only changes by ${actor}`}
          onClick={() => onActor(actor)}
          className="text-ink-soft hover:text-accent min-h-6 text-left font-medium underline-offset-2 wrap-anywhere hover:underline pointer-coarse:min-h-11"
        >
          {actor}
        </button>
      )}
      <span aria-hidden="true">·</span>
      <When at={at} />
    </>
  );
}

export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatDistance(at)}
    </time>
  );
}
