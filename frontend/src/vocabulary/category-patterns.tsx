import type { EntityTypeView, PatternView } from '@earmark/contracts/vocabulary';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useDebounced } from '../kit/debounced.ts';
import { DraftOwnerContext } from '../kit/draft-place.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { groupsOf } from './entity-groups.ts';
import type { EntityGroup } from './entity-groups.ts';
import { editButtonId, EntityPatterns } from './entity-patterns.tsx';
import { keptPattern, useKeptPattern } from './kept-pattern.ts';
import { NEW_PATTERN } from './pattern-draft.ts';
import type { ChangePreview, TypedPattern, VocabularySubject } from './pattern-draft.ts';
import { PatternForm } from './pattern-form.tsx';
import { foundPatterns, patternPages, useAddPattern, useDeletePattern } from './vocabulary.api.ts';

interface CategoryPatternsProps {
  type: EntityTypeView;
  /** How many entities of the category have patterns. */
  entities: number;
  preview: ChangePreview;
  history: (subject: VocabularySubject) => ReactNode;
}

/** The patterns of an open category, grouped by entity, with a form to add one. */
export function CategoryPatterns({ type, entities, preview, history }: CategoryPatternsProps) {
  const kept = useKeptPattern(type.id);
  const add = useAddPattern(type.id, () => kept.write(null));
  const changeTo = ({ to }: TypedPattern) => ({ change: 'add', entityTypeId: type.id, ...to }) as const;
  const adding = useRef<HTMLDivElement>(null);
  const onEmptied = useCallback(() => adding.current?.querySelector('input')?.focus(), []);

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
          kept={kept}
          entityTypeId={type.id}
          isPending={add.isPending}
          mayBeSent={(typed) => preview.stands(changeTo(typed))}
          onSubmit={({ to }, onDone) => add.mutate(to, { onSuccess: onDone })}
          onCancel={null}
        >
          {(typed, take) => preview.show(changeTo(typed), take)}
        </PatternForm>
      </div>
      <Patterns type={type} entities={entities} preview={preview} history={history} onEmptied={onEmptied} />
    </>
  );
}

interface PatternsProps extends CategoryPatternsProps {
  /** Called when the last pattern has been deleted, and the focused element with it. */
  onEmptied: () => void;
}

const SETTLES_AFTER_MS = 200;

function Patterns({ type, entities, preview, history, onEmptied }: PatternsProps) {
  const [text, setText] = useState('');
  const wanted = useDebounced(text, SETTLES_AFTER_MS).trim();
  const query = useInfiniteQuery(patternPages(type.id, wanted));
  const found = useQuery({ ...foundPatterns(type.id, wanted), enabled: wanted !== '' });
  const groups = useMemo(() => groupsOf(query.data?.pages.flatMap(({ patterns }) => patterns) ?? []), [query.data]);
  const isEmpty = query.data !== undefined && groups.length === 0;
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body) onEmptied();
    wasEmpty.current = isEmpty;
  }, [isEmpty, onEmptied]);
  const isOld = query.isPlaceholderData || wanted !== text.trim();
  const counts = { shown: groups.length, found: wanted === '' ? entities : found.data?.entities, all: entities };
  if (entities === 0)
    return (
      <Notice level={3} title="No search patterns yet. Add one above.">
        A pattern is a name as it is said, such as “Radio Tay”. Other names of the same entity belong to it.
      </Notice>
    );

  return (
    <>
      <div className="border-line flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3">
        <SearchField
          placeholder={`Search patterns of ${type.displayName}...`}
          value={text}
          onChange={setText}
          maxLength={300}
          className="w-full sm:w-80"
        />
        <output className="text-ink-soft text-[13px] tabular-nums">{!isOld && shownOf(counts)}</output>
      </div>
      <Fetched
        query={query}
        pending={<PatternSkeletons />}
        failed={<LoadingFailed query={query} level={3} title="Error loading patterns" />}
        isEmpty={() => isEmpty}
        empty={
          <Notice level={3} title="No pattern found" action={<Button onClick={() => setText('')}>Clear search</Button>}>
            No entity or pattern in {type.displayName} contains “{wanted}”.
          </Notice>
        }
      >
        {() => (
          <div aria-busy={isOld} className={isOld ? 'opacity-60' : undefined}>
            <Entities type={type} groups={groups} preview={preview} history={history} />
            <NextPage query={query} />
          </div>
        )}
      </Fetched>
    </>
  );
}

function PatternSkeletons() {
  return (
    <Loading label="Loading patterns" className="flex flex-col gap-3 px-4 py-3">
      {[160, 120, 200].map((width) => (
        <div key={width} style={{ width }}>
          <Skeleton className="h-5" />
        </div>
      ))}
    </Loading>
  );
}

interface EntitiesProps {
  type: EntityTypeView;
  groups: readonly EntityGroup[];
  preview: ChangePreview;
  history: (subject: VocabularySubject) => ReactNode;
}

function Entities({ type, groups, preview, history }: EntitiesProps) {
  const remove = useDeletePattern();
  const owner = use(DraftOwnerContext);
  // A form that was left with something typed, as when its account had to sign in again, is open once more.
  const [editedId, setEditedId] = useState<string | null>(
    () =>
      groups.flatMap(({ patterns }) => patterns).find(({ id }) => keptPattern(id, owner).read() !== null)?.id ?? null,
  );
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

/** `found`: undefined until it is counted. */
function shownOf({ shown, found, all }: { shown: number; found: number | undefined; all: number }): string {
  if (found === undefined) return '';
  const [some, of] = shown < found ? [shown, found] : [found, all];
  if (some >= of) return '';

  return `${some.toLocaleString('en')} of ${of.toLocaleString('en')} entities ${shown < found ? 'shown' : 'found'}`;
}
