import type { EntityTypeView, PatternView } from '@earmark/contracts/vocabulary';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { filterGroups } from './entity-groups.ts';
import type { EntityGroup } from './entity-groups.ts';
import { editButtonId, EntityPatterns } from './entity-patterns.tsx';
import { NEW_PATTERN } from './pattern-draft.ts';
import type { ChangePreview, TypedPattern, VocabularySubject } from './pattern-draft.ts';
import { PatternForm } from './pattern-form.tsx';
import { useAddPattern, useDeletePattern } from './vocabulary.api.ts';

interface CategoryPatternsProps {
  type: EntityTypeView;
  groups: readonly EntityGroup[];
  preview: ChangePreview;
  history: (subject: VocabularySubject) => ReactNode;
}

// Rendering thousands at once would block the page; users search instead.
const PAGE_SIZE = 100;

/** The patterns of an open category, grouped by entity, with a form to add one. */
export function CategoryPatterns({ type, groups, preview, history }: CategoryPatternsProps) {
  const add = useAddPattern(type.id);
  const changeTo = ({ to }: TypedPattern) => ({ change: 'add', entityTypeId: type.id, ...to }) as const;
  const [text, setText] = useState('');
  const [most, setMost] = useState(PAGE_SIZE);
  const found = filterGroups(groups, text);
  const isEmpty = found.length === 0;
  const adding = useRef<HTMLDivElement>(null);
  const wasEmpty = useRef(isEmpty);

  // The last pattern was deleted, and the focused element with it.
  useEffect(() => {
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body)
      adding.current?.querySelector('input')?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);

  return (
    <>
      <div ref={adding} className="bg-canvas border-line border-b px-4 py-4">
        <div className="mb-3 flex items-center justify-between gap-2">
          <h4 className="font-semibold">Add pattern</h4>
          {history({ kind: 'category', id: type.id, name: type.displayName })}
        </div>
        <PatternForm
          label="Add pattern"
          submit={['Add pattern', 'Adding…']}
          start={NEW_PATTERN}
          groups={groups}
          isPending={add.isPending}
          mayBeSent={(typed) => preview.stands(changeTo(typed))}
          onSubmit={({ to }, onDone) => add.mutate(to, { onSuccess: onDone })}
          onCancel={null}
        >
          {(typed) => preview.show(changeTo(typed))}
        </PatternForm>
      </div>
      {groups.length === 0 ? (
        <Notice level={3} title="No search patterns yet. Add one above.">
          A pattern is a name as it is said, such as “Radio Tay”. Other names of the same entity belong to it.
        </Notice>
      ) : (
        <>
          <div className="border-line flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3">
            <SearchField
              placeholder={`Search patterns of ${type.displayName}...`}
              value={text}
              onChange={(next) => {
                setText(next);
                setMost(PAGE_SIZE);
              }}
              className="w-full sm:w-80"
            />
            <output className="text-ink-soft text-[13px] tabular-nums">{shownOf(found, groups, most)}</output>
          </div>
          {isEmpty ? (
            <Notice
              level={3}
              title="No pattern found"
              action={<Button onClick={() => setText('')}>Clear search</Button>}
            >
              No entity or pattern in {type.displayName} contains “{text.trim()}”.
            </Notice>
          ) : (
            <Entities type={type} groups={found.slice(0, most)} all={groups} preview={preview} history={history} />
          )}
          {found.length > most && (
            <MoreButton label="Show more" isLoading={false} failure={null} onMore={() => setMost(most + PAGE_SIZE)} />
          )}
        </>
      )}
    </>
  );
}

interface EntitiesProps {
  type: EntityTypeView;
  groups: readonly EntityGroup[];
  all: readonly EntityGroup[];
  preview: ChangePreview;
  history: (subject: VocabularySubject) => ReactNode;
}

function Entities({ type, groups, all, preview, history }: EntitiesProps) {
  const remove = useDeletePattern();
  const [editedId, setEditedId] = useState<string | null>(null);
  const [asked, setAsked] = useState<PatternView | null>(null);
  const edited = useRef<string | null>(null);
  /** The pattern whose button gets the focus next, once a deleted one has disappeared. */
  const returnTo = useRef<{ readonly id: string; readonly deleted: string | null } | null>(null);

  // The button that opened the form reappears only after the form closes, and under another entity if the saved pattern
  // moved. The button that deleted a pattern disappears with it.
  useEffect(() => {
    if (editedId === null && edited.current !== null) returnTo.current = { id: edited.current, deleted: null };
    edited.current = editedId;
    const { current: next } = returnTo;
    if (editedId !== null || next === null) return;
    if (groups.some(({ patterns }) => patterns.some(({ id }) => id === next.deleted))) return;
    if (document.activeElement === document.body) document.getElementById(editButtonId(next.id))?.focus();
  }, [groups, editedId]);
  // Do not move the focus if the user has moved it since.
  useEffect(() => {
    const forget = () => {
      returnTo.current = null;
    };
    document.addEventListener('pointerdown', forget);

    return () => document.removeEventListener('pointerdown', forget);
  }, []);

  return (
    <>
      <ul aria-label="Entities" className="divide-line divide-y">
        {groups.map((group) => (
          <li key={group.entityId} className="[contain-intrinsic-size:auto_44px] [content-visibility:auto]">
            <EntityPatterns
              group={group}
              all={all}
              editedId={editedId}
              onEdit={setEditedId}
              onDelete={setAsked}
              preview={preview}
              history={history}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title="Are you sure you want to delete this pattern?"
        about={asked !== null && `${subjectOf(asked)}, in ${type.displayName}.`}
        confirm="Delete"
        isOpen={asked !== null}
        mayConfirm={async () => asked === null || preview.stands({ change: 'delete', id: asked.id })}
        onConfirm={() => {
          if (asked === null) return;
          const neighbour = neighbourOf(asked, groups);
          returnTo.current = neighbour === null ? null : { id: neighbour, deleted: asked.id };
          remove.mutate(asked, { onError: () => (returnTo.current = null) });
        }}
        onClose={() => setAsked(null)}
      >
        {asked !== null && preview.show({ change: 'delete', id: asked.id })}
      </ConfirmDialog>
    </>
  );
}

const subjectOf = ({ name, entity }: PatternView): string =>
  name === entity ? `“${name}”` : `“${name}”, a name of ${entity}`;

/** Id of the pattern after this one, else of the one before; null when it is the only one. */
function neighbourOf({ id }: PatternView, groups: readonly EntityGroup[]): string | null {
  const all = groups.flatMap((group) => group.patterns);
  const at = all.findIndex((pattern) => pattern.id === id);

  return (all[at + 1] ?? all[at - 1])?.id ?? null;
}

function shownOf(found: readonly EntityGroup[], all: readonly EntityGroup[], most: number): string {
  const shown = Math.min(found.length, most).toLocaleString('en');
  if (found.length > most) return `${shown} of ${found.length.toLocaleString('en')} entities shown`;
  if (found.length < all.length) return `${shown} of ${all.length.toLocaleString('en')} entities found`;

  return '';
}
