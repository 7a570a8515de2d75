import { excerptAround } from '@earmark/contracts/mentions';
import type { PreviewPassage } from '@earmark/contracts/recounts';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { MarkedText } from './marked-text.tsx';

export interface PreviewActions {
  /** Address of the passage in its episode. */
  linkTo: (passage: PreviewPassage) => string;
  play: (passage: PreviewPassage) => void;
}

interface PreviewPassagesProps extends PreviewActions {
  label: string;
  passages: readonly PreviewPassage[];
  /** Number of all passages; at most 100 are given. */
  total: number;
}

const PAGE_SIZE = 10;

/** Mentions that would be added, removed or kept, to read and play. */
export function PreviewPassages({ label, passages, total, linkTo, play }: PreviewPassagesProps) {
  const [most, setMost] = useState(PAGE_SIZE);

  return (
    <>
      <ol aria-label={label} className="divide-line divide-y">
        {passages.slice(0, most).map((passage) => (
          <li key={`${passage.episodeUuid} ${passage.segmentId}`} className="py-2.5">
            <Passage passage={passage} linkTo={linkTo} play={play} />
          </li>
        ))}
      </ol>
      {passages.length > most ? (
        <MoreButton label="Show more" isLoading={false} failure={null} onMore={() => setMost(most + PAGE_SIZE)} />
      ) : (
        total > passages.length && (
          <p className="text-ink-soft border-line border-t pt-2 text-[13px]">
            The first {passages.length} of {total.toLocaleString('en-GB')}.
          </p>
        )
      )}
    </>
  );
}

function Passage({ passage, linkTo, play }: { passage: PreviewPassage } & PreviewActions) {
  const { timeFormat } = usePreferences();
  const { startMs, speaker, text, marks, episodeTitle, podcastName, audioUrl } = passage;
  const time = formatTimestamp(startMs, timeFormat);

  return (
    <div className="flex gap-2">
      {audioUrl !== null && (
        <button
          type="button"
          onClick={() => play(passage)}
          aria-label={`Play from ${time} of ${episodeTitle}`}
          title="Play from here"
          className="text-ink-soft hover:bg-hover hover:text-accent flex size-8 shrink-0 items-center justify-center rounded-full pointer-coarse:size-11"
        >
          <Play aria-hidden="true" className="size-4 fill-current" />
        </button>
      )}
      <div className="min-w-0 flex-1">
        <p className="text-ink-soft text-[13px] wrap-anywhere">
          <Link
            to={linkTo(passage)}
            className="text-accent decoration-accent/40 hover:decoration-accent tabular-nums underline underline-offset-2"
          >
            {episodeTitle}, {time}
          </Link>{' '}
          <span className="font-medium">{speaker}</span> · {podcastName}
        </p>
        <blockquote dir="auto" className="text-ink mt-0.5 text-pretty wrap-anywhere">
          <MarkedText {...excerptAround(text, marks)} />
        </blockquote>
      </div>
    </div>
  );
}
