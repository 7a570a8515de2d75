import type { SegmentView } from '@earmark/contracts/transcripts';
import { ArrowDown } from 'lucide-react';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { Notice } from '../kit/notice.tsx';
import type { Playback } from '../kit/playback.ts';
import { bringIntoBox } from './box-scroll.ts';
import { useFollowAlong } from './follow-along.ts';
import { MatchBar } from './match-bar.tsx';
import { useMatchWalk } from './match-walk.ts';
import { canPaint } from './marking-paint.ts';
import type { Marking } from './matches.ts';
import { rowAt } from './segment-rows.ts';
import { SegmentList } from './segment-list.tsx';
import { makeTimeline, nearestSegment } from './timeline.ts';
import './transcript.css';

interface TranscriptViewerProps {
  segments: readonly SegmentView[];
  playback: Playback;
  hasAudio: boolean;
  marking: Marking | null;
  onClearMarking: () => void;
  /** Where a link asks to start; null for the beginning. */
  startMs: number | null;
  /** Stands in the title's line; on small screens what opens the entities. */
  action?: ReactNode;
}

export function TranscriptViewer(props: TranscriptViewerProps) {
  return (
    <section
      aria-labelledby="transcript"
      className="bg-surface border-line min-w-0 overflow-clip border-y max-sm:-mx-4 sm:rounded-md sm:border-x"
    >
      {props.segments.length === 0 ? (
        <Notice
          level={2}
          id="transcript"
          title="Transcript Not Available"
          action={props.action}
          className="min-h-60 justify-center"
        >
          This episode's transcript is not yet available. Please try again later or check a different episode.
        </Notice>
      ) : (
        <Transcript {...props} />
      )}
    </section>
  );
}

function Transcript({ segments, playback, hasAudio, marking, onClearMarking, startMs, action }: TranscriptViewerProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const timeline = useMemo(() => makeTimeline(segments), [segments]);
  const { isPlaying, isFollowing, follow, release } = useFollowAlong({ boxRef, listRef, timeline, playback });
  const startIndex = startMs === null ? null : nearestSegment(timeline, startMs);
  const firstAt = startIndex === null ? 0 : nearestMatch(marking, startIndex);
  // Whoever walks the mentions does not want to be pulled back to the spoken line.
  const onArrive = useCallback(() => {
    if (playback.isPlaying()) release();
  }, [playback, release]);
  const { at, step } = useMatchWalk({ boxRef, listRef, marking, firstAt, onArrive });

  useLayoutEffect(() => {
    if (boxRef.current === null || listRef.current === null || startIndex === null) return;
    const row = rowAt(listRef.current, startIndex);
    if (row !== null) bringIntoBox(boxRef.current, row);
  }, [startIndex]);

  const play = useCallback(
    (ms: number) => {
      playback.playFrom(ms);
      follow();
    },
    [playback, follow],
  );

  return (
    <>
      <div className="border-line flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b px-4 py-2">
        <h2 id="transcript" className="text-[15px] font-semibold tabular-nums">
          Complete Transcript ({segments.length} {segments.length === 1 ? 'segment' : 'segments'})
        </h2>
        {action}
        {marking !== null && <MatchBar marking={marking} at={at} onStep={step} onClear={onClearMarking} />}
      </div>
      <div>
        <div ref={boxRef} className="transcript-box" tabIndex={hasAudio ? undefined : 0}>
          <SegmentList
            ref={listRef}
            segments={segments}
            onPlay={hasAudio ? play : null}
            marking={canPaint() ? null : marking}
          />
        </div>
        {isPlaying && !isFollowing && (
          <button
            type="button"
            onClick={follow}
            className="bg-accent text-on-accent hover:bg-accent-strong shadow-float sticky bottom-[calc(16px+var(--dock,0px))] mx-auto -mt-13 mb-4 flex h-9 items-center gap-1.5 rounded-full px-4 text-[13px] font-medium pointer-coarse:-mt-15 pointer-coarse:h-11"
          >
            <ArrowDown aria-hidden="true" className="size-4" />
            Follow
          </button>
        )}
      </div>
    </>
  );
}

/** Position of the match closest to the segment; 0 when there is none. */
function nearestMatch(marking: Marking | null, segmentIndex: number): number {
  const distances = marking?.matches.map((match) => Math.abs(match.segmentIndex - segmentIndex)) ?? [];

  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
