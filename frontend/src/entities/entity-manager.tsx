import type { EpisodePage } from '@earmark/contracts/episodes';
import { Calculator, RefreshCw, Save } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DraftNotice } from '../ui/draft-notice.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Notice } from '../ui/notice.tsx';
import { EntityConflictPanel } from './entity-conflict-panel.tsx';
import { rowOfDeleted } from './entity-conflicts.ts';
import type { EntityFields, EntityRow } from './entity-draft.ts';
import { useEntityEditing } from './entity-editing.ts';
import { EntityForm } from './entity-form.tsx';
import { useRefreshEntities } from './entity-manager.api.ts';
import { editButtonId, EntityRows, LIST_ID } from './entity-rows.tsx';
import { KeywordSearch } from './keyword-search.tsx';
import type { KeywordSearch as Search } from './keyword-matches.ts';

const HEADING_ID = 'manage-entities';
const BOX = 'bg-surface border-line min-w-0 border-y max-sm:-mx-4 sm:rounded-md sm:border-x';

/** Edits the entities of an episode by hand. All changes are saved together. */
export function EntityManager({ page }: { page: EpisodePage }) {
  const editing = useEntityEditing(page);
  const refresh = useRefreshEntities(page);
  const [editedKey, setEditedKey] = useState<string | null>(null);
  const [search, setSearch] = useState<Search | null>(null);
  const [learn, setLearn] = useState(true);
  const { rows, isUnsaved, isSaving, conflicts } = editing;
  const asked = conflicts.find(({ key }) => key === editedKey) ?? null;
  const edited = rows.find(({ key }) => key === editedKey) ?? (asked && rowOfDeleted(asked));

  const closeForm = () => {
    setEditedKey(null);
    if (edited !== null) focusLater(editButtonId(edited.key));
  };
  const submit = (fields: EntityFields) => {
    if (edited === null) return editing.add(fields, search);
    editing.edit(edited.key, fields);
    closeForm();
  };
  const remove = (row: EntityRow) => {
    editing.remove(row);
    focusLater(LIST_ID);
  };

  /** The button that had the focus disappears with the draft. */
  const discard = () => {
    editing.discard();
    focusLater(LIST_ID);
  };

  // An emptied transcript still has its source.
  if (page.episode.transcriptSource === null && rows.length === 0)
    return (
      <section aria-labelledby={HEADING_ID} className={BOX}>
        <Notice level={2} id={HEADING_ID} title="No transcript yet">
          Entities are found in the transcript. You can manage them once this episode has one.
        </Notice>
      </section>
    );

  return (
    <section aria-labelledby={HEADING_ID} className={BOX}>
      <LeaveGuard isUnsaved={isUnsaved} />
      <header className="border-line flex flex-wrap items-center gap-2 border-b px-4 py-3">
        <h2 id={HEADING_ID} className="text-[15px] leading-8 font-semibold tabular-nums">
          Current Entities ({rows.length})
        </h2>
        {isUnsaved && <Badge tone="accent">Unsaved changes</Badge>}
        <div className="ml-auto flex flex-wrap gap-2">
          <Button aria-disabled={refresh.isPending} onClick={() => !refresh.isPending && refresh.mutate()}>
            <RefreshCw aria-hidden="true" className="size-4" />
            {refresh.isPending ? 'Refreshing…' : 'Refresh Entities'}
          </Button>
          <Button onClick={editing.fixCounts}>
            <Calculator aria-hidden="true" className="size-4" />
            Fix Counts
          </Button>
          {isUnsaved && (
            <Button variant="quiet" aria-disabled={isSaving} onClick={() => !isSaving && discard()}>
              Discard changes
            </Button>
          )}
          {/* Not disabled, because it still has the focus after saving. */}
          <Button
            variant="solid"
            aria-disabled={!isUnsaved || isSaving}
            onClick={() => editing.save({ learn })}
            className="aria-disabled:opacity-50"
          >
            <Save aria-hidden="true" className="size-4" />
            {isSaving ? 'Saving…' : 'Save Entities'}
          </Button>
        </div>
      </header>
      {(editing.isRestored || conflicts.length > 0) && (
        <div className="flex flex-col gap-3 border-line border-b px-4 py-3">
          {editing.isRestored && <DraftNotice onDiscard={discard} />}
          {conflicts.length > 0 && (
            <EntityConflictPanel
              conflicts={conflicts}
              isSaving={isSaving}
              onEdit={({ key }) => setEditedKey(key)}
              onResolve={(kept) => editing.resolve(kept, { learn })}
            />
          )}
        </div>
      )}
      <EntityRows rows={rows} editedKey={editedKey} onEdit={({ key }) => setEditedKey(key)} onDelete={remove} />
      <div className="border-line grid gap-6 border-t p-4 lg:grid-cols-2">
        <EntityForm
          key={edited?.key ?? 'add'}
          page={page}
          rows={rows}
          edited={edited}
          replaced={asked?.theirs ?? null}
          onSubmit={submit}
          onCancel={closeForm}
        />
        <KeywordSearch page={page} search={search} onSearch={setSearch} />
      </div>
      <footer className="border-line border-t px-4 py-3">
        <div className="flex min-h-8 items-start gap-2.5">
          <input
            id="learn"
            type="checkbox"
            checked={learn}
            onChange={(event) => setLearn(event.target.checked)}
            aria-describedby="learn-hint"
            className="mt-0.5 size-4 shrink-0 pointer-coarse:size-5"
          />
          <div>
            <label htmlFor="learn" className="block cursor-pointer font-medium pointer-coarse:py-1.5">
              Learn from my additions
            </label>
            <p id="learn-hint" className="text-ink-soft text-[13px] text-pretty">
              The entities you add also become search patterns. Other episodes find them when their entities are
              refreshed.
            </p>
          </div>
        </div>
      </footer>
    </section>
  );
}

/** The element exists only after the next render. */
const focusLater = (id: string): void =>
  void requestAnimationFrame(() => document.getElementById(id)?.focus({ preventScroll: true }));
