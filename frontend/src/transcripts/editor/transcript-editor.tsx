import type { EpisodePage } from '@earmark/contracts/episodes';
import type { SegmentView } from '@earmark/contracts/transcripts';
import { useLayoutEffect, useRef, useState } from 'react';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Playback } from '../../kit/playback.ts';
import { notify } from '../../ui/toast.tsx';
import { bringIntoView } from '../row-scroll.ts';
import { makeTimeline, nearestSegment } from '../timeline.ts';
import '../transcript.css';
import { BulkRename } from './bulk-rename.tsx';
import { ClashPanel } from './clash-panel.tsx';
import { editsOf } from './draft.ts';
import './editor.css';
import { useEditorEvents } from './editor-events.ts';
import { EditorRows } from './editor-rows.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';
import type { EditorPanel } from './editor-toolbar.tsx';
import { NewsNotice } from './news-notice.tsx';
import { ReplacePanel } from './replace-panel.tsx';
import { chosenNow, withReplaced } from './replacements.ts';
import { ensureStop, focusRow, makeStop, neighbourRow, rowOf } from './row-focus.ts';
import { sameSpeaker, speakerIds, updatedSegments, withSpeaker } from './segment-changes.ts';
import { SegmentForm } from './segment-form.tsx';
import type { SegmentFormHandle } from './segment-form.tsx';
import { SpeakerMenu } from './speaker-menu.tsx';
import { useOpenSegment } from './open-segment.ts';
import { useTranscriptDraft } from './transcript-draft.ts';
import { useTranscriptSave } from './transcript-save.ts';

interface TranscriptEditorProps {
  page: EpisodePage;
  /** Id of the segment to begin at; null for where the work or the audio stopped. */
  startAt?: string | null;
  /** Who has changed the transcript last, as far as heard; null when unknown. */
  lastEditor: string | null;
  playback: Playback;
  hasAudio: boolean;
  /** Called at every key that changes a segment. */
  onTyping: () => void;
}

/** Corrects a transcript, one segment at a time. What is not saved is kept on this device. */
export function TranscriptEditor(props: TranscriptEditorProps) {
  const { page, startAt = null, lastEditor, playback, hasAudio, onTyping } = props;
  const episodeUuid = page.episode.uuid;
  const boxRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const sectionRef = useRef<HTMLElement>(null);
  const formRef = useRef<SegmentFormHandle>(null);
  const clashRef = useRef<HTMLElement>(null);
  const { store, draft, isUnsaved, isRestored, news } = useTranscriptDraft(page, lastEditor);
  const [panel, setPanel] = useState<EditorPanel | null>(null);
  const [renaming, setRenaming] = useState<{ id: string; anchor: HTMLElement } | null>(null);
  const segment = useOpenSegment({ store, episodeUuid, boxRef, listRef, formRef });
  const { open } = segment;
  /** Where what had the focus is gone: to this row, else to the first. */
  const returnFocus = (id: string | null) => {
    const { current: list } = listRef;
    if (list === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const row = (id === null ? null : rowOf(list, id)) ?? list.querySelector<HTMLElement>('[data-id]');
    if (row !== null) makeStop(list, row)?.focus({ preventScroll: true });
  };
  const { save, isSaving } = useTranscriptSave(store, episodeUuid, {
    close: () => segment.close(),
    showClashes: () => clashRef.current?.focus(),
    returnFocus: () => returnFocus(segment.lastId),
  });

  useLayoutEffect(() => {
    const { current: box } = boxRef;
    const { current: list } = listRef;
    if (box === null || list === null) return;
    const { draft: begun } = store.state();
    const nearest = playback.nowMs() > 0 ? nearestSegment(makeTimeline(begun.rows), playback.nowMs()) : null;
    const asked = startAt === null ? null : rowOf(list, startAt);
    const id = editsOf(begun).findLast(({ mine }) => mine !== null)?.id ?? begun.rows[nearest ?? -1]?.id;
    const row = asked ?? (id === undefined ? null : rowOf(list, id));
    if (row !== null) bringIntoView(box, row);
    // The reader was in the text, not above it.
    if (asked !== null) sectionRef.current?.scrollIntoView({ block: 'start' });
  }, [store, playback, startAt]);
  useLayoutEffect(() => {
    if (listRef.current !== null) ensureStop(listRef.current);
  }, [draft.rows, open]);

  /** Changes the draft as it is with what was being typed. */
  const change = (to: (rows: readonly SegmentView[]) => readonly SegmentView[]) => {
    if (!segment.close()) return;
    const { changed, undo } = store.change(to);
    notify(updatedSegments(changed), changed === 0 ? {} : { undo });
  };
  const resolve = (id: string, chosen: SegmentView | null) => {
    store.resolve(id, chosen);
    segment.settle(id);
  };
  useEditorEvents(sectionRef, {
    onPlay: (id) => {
      const row = draft.rows.find((one) => one.id === id);
      if (row !== undefined) playback.playFrom(row.startTime);
    },
    onEdit: (id) => segment.start(id),
    onDelete: (id) => segment.remove(id),
    onSpeaker: (id, anchor) => setRenaming({ id, anchor }),
    onWord: (id, offset) => segment.start(id, offset),
    onStep: (id, by) => {
      if (boxRef.current === null || listRef.current === null) return;
      const row = neighbourRow(listRef.current, id, by);
      if (row !== null) focusRow(boxRef.current, listRef.current, row);
    },
    onCancel: () => segment.cancel(),
    onSave: () => {
      if (isUnsaved) save();
    },
  });

  const edited = open === null ? undefined : draft.rows.find(({ id }) => id === open.id);
  const renamed = renaming === null ? undefined : draft.rows.find(({ id }) => id === renaming.id);

  return (
    <section
      ref={sectionRef}
      aria-labelledby="edit-transcript"
      className="bg-surface border-line min-w-0 overflow-clip border-y max-sm:-mx-4 sm:rounded-md sm:border-x"
    >
      <LeaveGuard isUnsaved={isUnsaved} />
      <EditorToolbar
        count={draft.rows.length}
        panel={panel}
        onPanel={setPanel}
        isUnsaved={isUnsaved}
        isSaving={isSaving}
        onAdd={() => segment.add()}
        onDiscard={() => segment.discard()}
        onSave={save}
      />
      {isRestored && (
        <div className="border-line border-b px-4 py-3">
          <DraftNotice onDiscard={() => segment.discard()} />
        </div>
      )}
      {news !== null && <NewsNotice {...news} onRead={store.readNews} />}
      {draft.clashes.size > 0 && <ClashPanel ref={clashRef} draft={draft} onResolve={resolve} />}
      {panel === 'rename' && draft.rows.length > 0 && (
        <BulkRename
          rows={draft.rows}
          onRename={(label, name) => change((rows) => withSpeaker(rows, speakerIds(rows, label), name))}
        />
      )}
      {panel === 'replace' && (
        <ReplacePanel
          rows={draft.rows}
          onReplace={(places, by, find) => change((rows) => withReplaced(rows, chosenNow(places, find(rows)), by))}
        />
      )}
      {draft.rows.length === 0 ? (
        <Notice level={3} title="No segments">
          Add a segment to begin the transcript.
        </Notice>
      ) : (
        <div ref={boxRef} className="edit-box">
          <EditorRows
            ref={listRef}
            draft={draft}
            isPlayable={hasAudio}
            openId={edited?.id ?? null}
            form={
              edited !== undefined &&
              open !== null && (
                <SegmentForm
                  ref={formRef}
                  key={open.turn}
                  segment={edited}
                  typed={store.typedIn(edited.id)}
                  caret={open.caret}
                  rows={draft.rows}
                  playback={hasAudio ? playback : null}
                  hasNext={draft.rows.at(-1) !== edited}
                  onType={(fields) => {
                    onTyping();
                    store.type(edited.id, fields);
                  }}
                  actions={{
                    ...segment,
                    remove: () => segment.remove(edited.id),
                    rename: (anchor) => setRenaming({ id: edited.id, anchor }),
                  }}
                />
              )
            }
          />
        </div>
      )}
      {renaming !== null && renamed !== undefined && (
        <SpeakerMenu
          key={renaming.id}
          segment={renamed}
          rows={draft.rows}
          anchor={renaming.anchor}
          onClose={() => setRenaming(null)}
          onClosed={() => {
            // The button that opened it; it is gone when it was one of the form.
            if (renaming.anchor.isConnected && document.activeElement === document.body) renaming.anchor.focus();
            returnFocus(renaming.id);
          }}
          onRename={(scope, name) => {
            setRenaming(null);
            change((rows) => withSpeaker(rows, sameSpeaker(rows, renamed, scope), name));
          }}
        />
      )}
    </section>
  );
}
