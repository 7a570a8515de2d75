import type { SegmentView } from '@earmark/contracts/transcripts';
import { memo, useMemo } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { bringIntoBox, isInView } from './box-scroll.ts';
import { piecesOf } from './matches.ts';
import type { Marking, Span } from './matches.ts';
import { CHUNK_SIZE, estimatedHeight } from './segment-rows.ts';

// A list element may hold its items only; here chunks stand between them, which mean nothing.
const LIST = 'list';
const LIST_ITEM = 'listitem';

interface Row {
  readonly segment: SegmentView;
  /** Set where another one begins to speak. */
  readonly speaker: string | null;
}

interface SegmentListProps {
  ref: Ref<HTMLDivElement>;
  segments: readonly SegmentView[];
  /** Null when there is no audio to play. */
  onPlay: ((ms: number) => void) | null;
  /** What the rows mark themselves, where the browser cannot do it beside the document. */
  marking: Marking | null;
}

/** All segments, in the document from the start: the browser's find, screen readers and printing see the whole text. */
export const SegmentList = memo(function SegmentList({ ref, segments, onPlay, marking }: SegmentListProps) {
  const chunks = useMemo(() => chunksOf(segments), [segments]);
  const spansOf = useMemo(
    () => new Map(marking?.matches.map(({ segmentIndex, spans }) => [segmentIndex, spans])),
    [marking],
  );

  return (
    <div ref={ref} role={LIST} aria-label="Segments">
      {chunks.map((rows, at) => (
        <div
          key={at}
          role="presentation"
          className="segment-chunk"
          style={{
            containIntrinsicSize: `auto none auto ${estimatedHeight(rows.map(({ segment, speaker }) => ({ text: segment.text, speaker })))}px`,
          }}
        >
          {rows.map((row, inChunk) => {
            const index = at * CHUNK_SIZE + inChunk;

            return (
              <SegmentRow
                key={row.segment.id}
                segment={row.segment}
                speaker={row.speaker}
                isTabStop={index === 0}
                onPlay={onPlay}
                spans={spansOf.get(index) ?? null}
                kind={marking?.kind ?? 'entity'}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
});

interface SegmentRowProps extends Row {
  isTabStop: boolean;
  onPlay: ((ms: number) => void) | null;
  spans: readonly Span[] | null;
  kind: Marking['kind'];
}

const SegmentRow = memo(function SegmentRow({ segment, speaker, isTabStop, onPlay, spans, kind }: SegmentRowProps) {
  const { text, timeFormatted, startTime } = segment;

  return (
    <div role={LIST_ITEM} className="segment">
      {speaker !== null && <p className="segment-speaker">{speaker}</p>}
      {onPlay === null ? (
        <span className="segment-time">{timeFormatted}</span>
      ) : (
        <button
          type="button"
          className="segment-time"
          tabIndex={isTabStop ? 0 : -1}
          title="Play from here"
          aria-label={`Play from ${timeFormatted}`}
          onClick={() => onPlay(startTime)}
          onKeyDown={moveAmongTimes}
        >
          {timeFormatted}
        </button>
      )}
      <p className="segment-text">
        {spans === null
          ? text
          : piecesOf(text, spans).map((piece, at) =>
              piece.isMarked ? (
                <mark key={at} data-kind={kind}>
                  {piece.text}
                </mark>
              ) : (
                piece.text
              ),
            )}
      </p>
    </div>
  );
});

/** Arrow keys walk the time buttons; Tab passes all of them but one. */
function moveAmongTimes(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const box = event.currentTarget.closest<HTMLElement>('.transcript-box');
  if (step === 0 || box === null) return;
  const times = [...box.querySelectorAll<HTMLButtonElement>('button.segment-time')];
  const next = times[times.indexOf(event.currentTarget) + step];
  event.preventDefault();
  if (next === undefined) return;
  event.currentTarget.tabIndex = -1;
  next.tabIndex = 0;
  next.focus({ preventScroll: true });
  if (!isInView(box, next)) bringIntoBox(box, next);
}

function chunksOf(segments: readonly SegmentView[]): Row[][] {
  const chunks: Row[][] = [];
  segments.forEach((segment, index) => {
    if (index % CHUNK_SIZE === 0) chunks.push([]);
    const previous = segments[index - 1];
    chunks.at(-1)?.push({ segment, speaker: previous?.speaker === segment.speaker ? null : segment.speaker });
  });

  return chunks;
}
