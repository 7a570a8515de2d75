import type { PatternView } from '@earmark/contracts/vocabulary';
import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { Badge } from '../ui/badge.tsx';
import { ContextBadges } from './context-badges.tsx';
import { IconButton } from '../ui/button.tsx';
import { safeHref } from '../kit/safe-href.ts';
import type { EntityGroup } from './entity-groups.ts';
import { changesOf, draftOf } from './pattern-draft.ts';
import type { ChangePreview, TypedPattern, VocabularySubject } from './pattern-draft.ts';
import { PatternForm } from './pattern-form.tsx';
import { useKeptPattern } from './kept-pattern.ts';
import { useEditPattern } from './vocabulary.api.ts';

interface EntityPatternsProps {
  group: EntityGroup;
  /** The pattern whose form is open; null when none is. */
  editedId: string | null;
  onEdit: (patternId: string | null) => void;
  onDelete: (pattern: PatternView) => void;
  preview: ChangePreview;
  history: (subject: VocabularySubject) => ReactNode;
}

/** An entity and its patterns. */
export function EntityPatterns({ group, editedId, onEdit, onDelete, preview, history }: EntityPatternsProps) {
  return (
    <div className="grid gap-x-4 px-4 py-1 sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
      <div className="flex min-w-0 items-center gap-1 self-start sm:min-h-9">
        <Link
          to={`/entities/${group.entityId}`}
          title={`All mentions of ${group.name}`}
          className="hover:text-accent min-w-0 truncate font-medium underline-offset-2 hover:underline max-sm:py-2 pointer-coarse:py-3"
        >
          {group.name}
        </Link>
        <EntityUrl group={group} />
      </div>
      <ul aria-label={`Patterns of ${group.name}`}>
        {group.patterns.map((pattern) => (
          <li key={pattern.id}>
            <Pattern
              pattern={pattern}
              isEdited={pattern.id === editedId}
              onEdit={onEdit}
              onDelete={onDelete}
              preview={preview}
              history={history}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function EntityUrl({ group }: { group: EntityGroup }) {
  const href = group.url === null ? null : safeHref(group.url);
  if (href === null) return null;

  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Website of ${group.name}`}
      title={href}
      className="text-ink-faint hover:bg-hover hover:text-accent flex size-7 shrink-0 items-center justify-center rounded-md pointer-coarse:size-11"
    >
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </a>
  );
}

interface PatternProps extends Omit<EntityPatternsProps, 'group' | 'editedId'> {
  pattern: PatternView;
  isEdited: boolean;
}

function Pattern({ pattern, isEdited, onEdit, onDelete, preview, history }: PatternProps) {
  if (isEdited) return <EditForm pattern={pattern} onClose={() => onEdit(null)} preview={preview} />;

  return (
    <div className="flex min-h-9 items-center gap-2">
      <span className="min-w-0 py-1.5 wrap-anywhere">{pattern.name}</span>
      {pattern.caseSensitive && <Badge>Case sensitive</Badge>}
      {!pattern.wholeWord && <Badge>Part of words</Badge>}
      <ContextBadges pattern={pattern} />
      <span className="ml-auto flex shrink-0">
        {history({ kind: 'pattern', id: pattern.id, name: pattern.name })}
        <IconButton id={editButtonId(pattern.id)} label={`Edit ${pattern.name}`} onClick={() => onEdit(pattern.id)}>
          <Pencil aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton label={`Delete ${pattern.name}`} onClick={() => onDelete(pattern)} className="hover:text-bad!">
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </span>
    </div>
  );
}

export const editButtonId = (patternId: string): string => `edit-${patternId}`;

interface EditFormProps {
  pattern: PatternView;
  onClose: () => void;
  preview: ChangePreview;
}

function EditForm({ pattern, onClose, preview }: EditFormProps) {
  const kept = useKeptPattern(pattern.id);
  const edit = useEditPattern(pattern.id, () => {
    kept.write(null);
    onClose();
  });
  const changeTo = (typed: TypedPattern) =>
    ({ change: 'edit', id: pattern.id, ...typed.to, changes: changesOf(typed) }) as const;

  return (
    <div className="bg-canvas border-line my-2 rounded-md border p-3">
      <PatternForm
        label={`Edit ${pattern.name}`}
        submit={['Save Changes', 'Saving…']}
        start={draftOf(pattern)}
        kept={kept}
        entityTypeId={pattern.entityTypeId}
        isPending={edit.isPending}
        mayBeSent={(typed) => preview.stands(changeTo(typed))}
        onSubmit={(typed) => edit.mutate(changesOf(typed))}
        onCancel={onClose}
        takesFocus
      >
        {(typed, take) => preview.show(changeTo(typed), take)}
      </PatternForm>
    </div>
  );
}
