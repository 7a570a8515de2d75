import type { Correction, SegmentView } from '@earmark/contracts/transcripts';
import { Pencil } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { ReactNode, Ref } from 'react';
import { formatDay } from '../kit/date.ts';
import type { Hue } from '../ui/hue.ts';
import { initialsOf } from '../ui/initial.ts';
import type { TimeFormat } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { piecesOf } from './matches.ts';
import type { Marking, Span } from './matches.ts';
import { CHUNK_SIZE, estimatedHeight } from './segment-rows.ts';
import type { Speaker } from './speakers.ts';
import { useVisibleChunks } from './visible-chunks.ts';

// An <ol> may contain only items; here chunks without meaning are in between.
const LIST = 'list';
const LIST_ITEM = 'listitem';

interface Row {
  readonly segment: SegmentView;
  /** Set where the speaker changes. */
  readonly speaker: string | null;
}

interface SegmentListProps {
  ref: Ref<HTMLDivElement>;
  segments: readonly SegmentView[];
  speakers: readonly Speaker[];
  /** Whether there is audio, which makes every time a button. The viewer handles the clicks. */
  isPlayable: boolean;
  timeFormat: TimeFormat;
  corrections: readonly Correction[];
  /** Whether each row has a button that opens its text for correcting. */
  isCorrectable: boolean;
  /** Id of the segment whose text is replaced by `form`; null for none. */
  openId: string | null;
  form: ReactNode;
  /** Marks rendered in the rows, for browsers that cannot highlight without changing the document. */
  marking: Marking | null;
}

/**
 * All segments. They are all in the document, so that the browser's find, screen readers and printing see the whole text.
 */
export const SegmentList = memo(function SegmentList(props: SegmentListProps) {
  const { ref, segments, speakers, isPlayable, timeFormat, corrections, isCorrectable, openId, form, marking } = props;
  const corrected = useMemo(() => new Map(corrections.map((one) => [one.segmentId, one])), [corrections]);
  const chunks = useMemo(() => chunksOf(segments), [segments]);
  const hues = useMemo(() => new Map(speakers.map(({ name, hue }) => [name, hue])), [speakers]);
  const spansOf = useMemo(
    () => new Map(marking?.matches.map(({ segmentIndex, spans }) => [segmentIndex, spans])),
    [marking],
  );
  const { visible, chunkRef } = useVisibleChunks(marking !== null);
  // A transcript without times says nothing by showing zeros.
  const isTimed = segments.some(({ startTime }) => startTime > 0);

  return (
    <div ref={ref} role={LIST} aria-label="Segments" data-untimed={!isTimed || undefined}>
      {chunks.map((rows, at) => {
        const holdsOpen = openId !== null && rows.some(({ segment }) => segment.id === openId);

        return (
          <SegmentChunk
            key={at}
            ref={chunkRef}
            at={at}
            rows={rows}
            hues={hues}
            isTimed={isTimed}
            isPlayable={isPlayable}
            timeFormat={timeFormat}
            corrected={corrected}
            firstCorrected={corrections[0] ?? null}
            isCorrectable={isCorrectable}
            openId={holdsOpen ? openId : null}
            form={holdsOpen ? form : null}
            spansOf={visible.has(at) ? spansOf : null}
            kind={marking?.kind ?? 'entity'}
          />
        );
      })}
    </div>
  );
});

interface SegmentChunkProps {
  ref: Ref<HTMLDivElement>;
  at: number;
  rows: readonly Row[];
  hues: ReadonlyMap<string, Hue>;
  isTimed: boolean;
  isPlayable: boolean;
  timeFormat: TimeFormat;
  /** By segment id. */
  corrected: ReadonlyMap<string, Correction>;
  firstCorrected: Correction | null;
  isCorrectable: boolean;
  openId: string | null;
  form: ReactNode;
  spansOf: ReadonlyMap<number, readonly Span[]> | null;
  kind: Marking['kind'];
}

const SegmentChunk = memo(function SegmentChunk(props: SegmentChunkProps) {
  const { ref, at, rows, hues, isTimed, isPlayable, timeFormat, corrected, firstCorrected, spansOf, kind } = props;
  const { isCorrectable, openId, form } = props;
  const height = estimatedHeight(rows.map(({ segment, speaker }) => ({ text: segment.text, speaker })));

  return (
    <div
      ref={ref}
      role="presentation"
      data-chunk={at}
      className="segment-chunk"
      style={{ containIntrinsicSize: `auto none auto ${height}px` }}
    >
      {rows.map(({ segment: { id, text, startTime }, speaker }, inChunk) => {
        const spans = spansOf?.get(at * CHUNK_SIZE + inChunk);
        const correction = corrected.get(id);

        return (
          <div key={id} role={LIST_ITEM} className="segment" data-correcting={id === openId || undefined}>
            {speaker !== null && <SpeakerLine name={speaker} hue={hues.get(speaker) ?? null} />}
            {!isTimed ? null : isPlayable ? (
              <button
                type="button"
                className="segment-time"
                tabIndex={at === 0 && inChunk === 0 ? 0 : -1}
                title="Play from here"
                aria-label={`Play from ${formatTimestamp(startTime, timeFormat)}`}
              >
                {formatTimestamp(startTime, timeFormat)}
              </button>
            ) : (
              <span className="segment-time">{formatTimestamp(startTime, timeFormat)}</span>
            )}
            {isCorrectable && id !== openId && (
              <button
                type="button"
                className="segment-correct"
                tabIndex={at === 0 && inChunk === 0 ? 0 : -1}
                title="Correct this segment"
                aria-label={
                  isTimed ? `Correct the segment at ${formatTimestamp(startTime, timeFormat)}` : 'Correct this segment'
                }
              />
            )}
            {id === openId && <div className="segment-field">{form}</div>}
            {/* Stays in the document, since marks are painted on its text. */}
            <p className="segment-text reading" hidden={id === openId}>
              {spans === undefined ? text : <Marked {...{ text, spans, kind }} />}
              {correction !== undefined && (
                <CorrectedMark correction={correction} isReachable={correction === firstCorrected} />
              )}
            </p>
          </div>
        );
      })}
    </div>
  );
});

function SpeakerLine({ name, hue }: { name: string; hue: Hue | null }) {
  if (hue === null) return <p className="segment-speaker">{name}</p>;

  return (
    <p className="segment-speaker">
      {/* Rendered by CSS, so that the initials are not found, copied or read aloud before every name. */}
      <span aria-hidden="true" data-hue={hue} data-initials={initialsOf(name)} className="speaker-dot chip" />
      {/* Keyboard users choose speakers from the list above the transcript. */}
      <button type="button" tabIndex={-1} data-speaker={name} title="Show what this speaker says">
        {name}
      </button>
    </p>
  );
}

/** Marks a segment that people corrected. The viewer handles the clicks. */
function CorrectedMark({ correction: { segmentId, at, role }, isReachable }: CorrectedMarkProps) {
  const words = `Corrected by ${role === 'reader' ? 'a' : 'an'} ${role} · ${formatDay(at)}`;

  return (
    <button
      type="button"
      className="segment-corrected"
      data-segment={segmentId}
      tabIndex={isReachable ? 0 : -1}
      title={words}
      aria-label={`${words}: history of this segment`}
    >
      <Pencil aria-hidden="true" />
    </button>
  );
}

interface CorrectedMarkProps {
  correction: Correction;
  /** Whether Tab stops here; arrow keys move on from it. */
  isReachable: boolean;
}

function Marked({ text, spans, kind }: { text: string; spans: readonly Span[]; kind: Marking['kind'] }) {
  return piecesOf(text, spans).map((piece, at) =>
    piece.isMarked ? (
      <mark key={at} data-kind={kind}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
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
