import type { PassageView } from '@earmark/contracts/mentions';
import { Play } from 'lucide-react';
import { Link } from '../kit/router/routing.tsx';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { piecesOfMarks } from './passage-text.ts';

export interface PassageActions {
  /** Address of the place in the transcript. */
  linkTo: (passage: PassageView) => string;
  /** Plays the passage here; null where only the link is available. */
  play: ((passage: PassageView) => void) | null;
}

/** A passage with its speaker and time, and the entity marked. */
export function Passage({ passage, linkTo, play }: { passage: PassageView } & PassageActions) {
  const { timeFormat } = usePreferences();
  const time = formatTimestamp(passage.startMs, timeFormat);
  const isPlayable = play !== null && passage.audioUrl !== null;

  return (
    <div className="flex gap-3">
      {isPlayable ? (
        <button
          type="button"
          onClick={() => play(passage)}
          aria-label={`Play from ${time}`}
          title="Play from here"
          className="text-ink-soft hover:bg-hover hover:text-accent flex size-8 shrink-0 items-center justify-center rounded-full pointer-coarse:-mx-1.5 pointer-coarse:size-11 print:hidden"
        >
          <Play aria-hidden="true" className="size-4 fill-current" />
        </button>
      ) : (
        // Passages without a play button align with the others.
        <span className="w-8 shrink-0" />
      )}
      <div className="min-w-0 flex-1">
        <p className="text-[13px] leading-6">
          <Link
            to={linkTo(passage)}
            className="text-accent inline-block tabular-nums underline-offset-2 hover:underline"
          >
            {time}
            <span className="sr-only"> in the transcript</span>
          </Link>{' '}
          <span className="text-ink-soft font-medium wrap-anywhere">{passage.speaker}</span>
        </p>
        <blockquote dir="auto" className="reading measure wrap-anywhere">
          {piecesOfMarks(passage.text, passage.marks).map((piece, at) =>
            piece.isMarked ? (
              <mark key={at} className="mark">
                {piece.text}
              </mark>
            ) : (
              piece.text
            ),
          )}
        </blockquote>
      </div>
    </div>
  );
}
