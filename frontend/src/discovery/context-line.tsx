import type { CandidateContext, DiscoveredEntity } from '@earmark/contracts/discovery';
import { formatMoment } from '@earmark/contracts/kit';
import { ExternalLink, Pause, Play } from 'lucide-react';
import { Link } from '../kit/router/routing.tsx';
import { usePlayer } from '../audio/player-context.tsx';
import { piecesOfMarks } from '../mentions/passage-text.ts';
import { playFrom, useIsPlaying } from './card-playback.ts';

interface ContextLineProps {
  member: DiscoveredEntity;
  context: CandidateContext;
}

/** A segment in which the name stands: speaker, time and text, to hear here or to read in its transcript. */
export function ContextLine({ member, context }: ContextLineProps) {
  const { speaker, timeFormatted, text, marks, timecode } = context;
  const player = usePlayer();
  const isPlaying = useIsPlaying(member, context);
  const Icon = isPlaying ? Pause : Play;

  return (
    <div className="flex gap-2">
      {member.audioUrl !== null && (
        <button
          type="button"
          onClick={() => (isPlaying ? player.pause() : playFrom(player, member, timecode))}
          aria-label={isPlaying ? `Pause at ${timeFormatted}` : `Play from ${timeFormatted}`}
          title={isPlaying ? 'Pause' : 'Play from here'}
          className="text-ink-soft hover:bg-hover hover:text-accent flex size-8 shrink-0 items-center justify-center rounded-full pointer-coarse:size-11"
        >
          <Icon aria-hidden="true" className="size-4 fill-current" />
        </button>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-[13px] leading-6 pointer-coarse:leading-8">
          <span className="text-ink-soft font-medium wrap-anywhere">{speaker}</span>
          <Link
            to={transcriptPath(member, context)}
            // The queue keeps its place.
            target="_blank"
            className="text-accent inline-flex items-center gap-1 tabular-nums underline-offset-2 hover:underline"
          >
            {timeFormatted}
            <ExternalLink aria-hidden="true" className="size-3" />
            <span className="sr-only">in the transcript, in a new tab</span>
          </Link>
        </p>
        <blockquote dir="auto" className="measure leading-6 text-pretty wrap-anywhere">
          {piecesOfMarks(text, marks).map((piece, at) =>
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

/** The place in the transcript, with the name marked as it stands there. */
function transcriptPath({ podcastSlug, episodeSlug, name }: DiscoveredEntity, context: CandidateContext): string {
  const [start, end] = context.marks;
  const search = start === undefined || end === undefined ? name : context.text.slice(start, end);
  const params = new URLSearchParams({ t: formatMoment(context.timecode), search });

  return `/podcasts/${encodeURIComponent(podcastSlug)}/${encodeURIComponent(episodeSlug)}?${params}`;
}
