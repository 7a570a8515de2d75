import { excerptAround } from '@earmark/contracts/mentions';
import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { MarkedText } from './marked-text.tsx';
import { moveBetweenPlays } from './result-keys.ts';
import { useIsPlaying } from './result-playback.ts';
import type { ResultPlayback } from './result-playback.ts';

interface Neighbour {
  readonly speaker: string;
  readonly text: string;
}

interface PassageLineProps {
  episodeUuid: string;
  startMs: number;
  endMs: number;
  speaker: string;
  text: string;
  /** Flat `[start, end, …]`. */
  marks: readonly number[];
  /** The place in the transcript; null where another link leads there. */
  to: string | null;
  playback: ResultPlayback | null;
  before?: Neighbour | null;
  after?: Neighbour | null;
  /** Rendered after the speaker. */
  children?: ReactNode;
}

/** A passage that can be played here, perhaps between its neighbours. */
export function PassageLine(props: PassageLineProps) {
  const { episodeUuid, startMs, endMs, speaker, text, marks, to, playback, before, after, children } = props;
  const { timeFormat } = usePreferences();
  const time = formatTimestamp(startMs, timeFormat);
  const isPlaying = useIsPlaying(episodeUuid, startMs, endMs);
  const Icon = isPlaying ? Pause : Play;

  return (
    <div className="flex gap-3">
      {playback === null ? (
        // Passages without a play button align with the title above, where there is room.
        <span className={`w-10 shrink-0 ${to === null ? 'hidden' : 'max-sm:hidden'}`} />
      ) : (
        <button
          type="button"
          data-play
          onClick={() => (isPlaying ? playback.pause() : playback.playFrom(startMs))}
          onKeyDown={moveBetweenPlays}
          aria-label={isPlaying ? `Pause at ${time}` : `Play from ${time}`}
          title={isPlaying ? 'Pause' : 'Play from here'}
          className="text-ink-soft hover:bg-hover hover:text-accent mx-1 flex size-8 shrink-0 items-center justify-center rounded-full pointer-coarse:-mx-0.5 pointer-coarse:size-11 print:hidden"
        >
          <Icon aria-hidden="true" className="size-4 fill-current" />
        </button>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2 text-[13px] leading-6">
          {to === null ? (
            <span className="text-ink-soft tabular-nums">{time}</span>
          ) : (
            <Link to={to} className="text-accent tabular-nums underline-offset-2 hover:underline">
              {time}
              <span className="sr-only"> in the transcript</span>
            </Link>
          )}
          <span className="text-ink-soft font-medium wrap-anywhere">{speaker}</span>
          {children}
        </div>
        {before && <Context {...before} label="Before" />}
        <blockquote dir="auto" className="reading measure wrap-anywhere">
          <MarkedText text={text} marks={marks} />
        </blockquote>
        {after && <Context {...after} label="After" />}
      </div>
    </div>
  );
}

/** Some transcripts have segments of minutes, of which the sentences beside the passage are enough. */
const CONTEXT_LENGTH = 300;

function Context({ label, speaker, text }: Neighbour & { label: 'Before' | 'After' }) {
  const beside = label === 'Before' ? text.length : 0;
  const excerpt = excerptAround(text, [beside, beside], CONTEXT_LENGTH);

  return (
    <p dir="auto" className="text-ink-faint measure border-line my-1 border-l-2 pl-2.5 wrap-anywhere">
      <span className="sr-only">{label}: </span>
      <span className="font-medium">{speaker}</span> {excerpt.text}
    </p>
  );
}
