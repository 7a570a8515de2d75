import type { SegmentView } from '@earmark/contracts/transcripts';
import { memo, useMemo, useState } from 'react';
import type { CSSProperties, ReactNode, Ref } from 'react';
import { makeChunker } from './chunker.ts';
import type { Draft } from './draft.ts';

interface Row {
  readonly segment: SegmentView;
  readonly isChanged: boolean;
  readonly isClash: boolean;
  /** Who has changed it since it was changed here; null for nobody. */
  readonly by: string | null;
}

interface EditorRowsProps {
  ref: Ref<HTMLDivElement>;
  draft: Draft;
  isPlayable: boolean;
  openId: string | null;
  /** What stands in place of the open row. */
  form: ReactNode;
}

// A list element may hold its items only; here chunks stand between them, which mean nothing.
const LIST = 'list';
const LIST_ITEM = 'listitem';
const LINE_PX = 20;
const AROUND_PX = 20;
const CHARACTERS_A_LINE = 84;

/**
 * All segments, in the document from the start. A chunk that is off screen is neither laid out nor painted, and a row is
 * made again only when its own segment changes. Clicks and keys are the editor's.
 */
export function EditorRows({ ref, draft, isPlayable, openId, form }: EditorRowsProps) {
  const [chunked] = useState(() => makeChunker<Row>(({ segment }) => segment.id));
  const { rows, theirs, clashes, changedBy } = draft;
  const chunks = useMemo(() => {
    const saved = new Set(theirs);

    return chunked(
      rows.map((segment) => ({
        segment,
        isChanged: !saved.has(segment),
        isClash: clashes.has(segment.id),
        by: changedBy.get(segment.id) ?? null,
      })),
    );
  }, [chunked, rows, theirs, clashes, changedBy]);

  const widest = useMemo(() => rows.reduce((most, { speaker }) => Math.max(most, speaker.length), 0), [rows]);
  // As wide as the names are, within limits that the styles set.
  const style: CSSProperties & { readonly '--name': string } = { '--name': `${widest}ch` };

  return (
    <div ref={ref} role={LIST} aria-label="Segments to edit" style={style}>
      {chunks.map((chunk) => {
        const holdsOpen = openId !== null && chunk.rows.some(({ segment }) => segment.id === openId);

        return (
          <EditorChunk
            key={chunk.key}
            rows={chunk.rows}
            isPlayable={isPlayable}
            openId={holdsOpen ? openId : null}
            form={holdsOpen ? form : null}
          />
        );
      })}
    </div>
  );
}

interface EditorChunkProps {
  rows: readonly Row[];
  isPlayable: boolean;
  openId: string | null;
  form: ReactNode;
}

const EditorChunk = memo(
  function EditorChunk({ rows, isPlayable, openId, form }: EditorChunkProps) {
    const height = rows.reduce(
      (sum, { segment }) => sum + AROUND_PX + LINE_PX * Math.ceil(segment.text.length / CHARACTERS_A_LINE),
      0,
    );

    return (
      <div role="presentation" className="segment-chunk" style={{ containIntrinsicSize: `auto none auto ${height}px` }}>
        {rows.map((row) =>
          row.segment.id === openId ? (
            <div key={openId} role={LIST_ITEM} data-id={openId}>
              {form}
            </div>
          ) : (
            <EditorRow key={row.segment.id} {...row} isPlayable={isPlayable} />
          ),
        )}
      </div>
    );
  },
  (before, now) =>
    before.isPlayable === now.isPlayable &&
    before.openId === now.openId &&
    before.form === now.form &&
    before.rows.length === now.rows.length &&
    before.rows.every((row, at) => isSameRow(row, now.rows[at])),
);

const isSameRow = (row: Row, other: Row | undefined): boolean =>
  row.segment === other?.segment &&
  row.isChanged === other.isChanged &&
  row.isClash === other.isClash &&
  row.by === other.by;

const EditorRow = memo(function EditorRow({
  segment,
  isChanged,
  isClash,
  by,
  isPlayable,
}: Row & { isPlayable: boolean }) {
  const { id, text, speaker, timeFormatted } = segment;

  return (
    <div
      role={LIST_ITEM}
      data-id={id}
      data-changed={isChanged || undefined}
      data-clash={isClash || undefined}
      className="edit-row"
    >
      {isPlayable ? (
        <button
          type="button"
          className="segment-time"
          tabIndex={-1}
          data-act="play"
          title="Play from here"
          aria-label={`Play from ${timeFormatted}`}
        >
          {timeFormatted}
        </button>
      ) : (
        <span className="segment-time">{timeFormatted}</span>
      )}
      <button type="button" className="edit-speaker" tabIndex={-1} data-act="speaker" title="Rename speaker">
        {speaker}
      </button>
      <p className="edit-text">
        {text}
        {by !== null && <span className="edit-mark">changed by {by}</span>}
        {isChanged && by === null && <span className="sr-only">, not saved</span>}
      </p>
      <div className="edit-actions">
        <button
          type="button"
          className="edit-action"
          tabIndex={-1}
          data-act="edit"
          title="Edit segment"
          aria-label={`Edit segment at ${timeFormatted}`}
        />
        <button
          type="button"
          className="edit-action"
          tabIndex={-1}
          data-act="delete"
          title="Delete segment"
          aria-label={`Delete segment at ${timeFormatted}`}
        />
      </div>
    </div>
  );
});
