import { clsx } from 'clsx';
import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { hueOf } from '../ui/hue.ts';
import { NamedIcon } from '../ui/named-icon.tsx';
import { safeHref, shownAddress } from '../kit/safe-href.ts';
import type { EntityRow } from './entity-draft.ts';

interface EntityRowsProps {
  rows: readonly EntityRow[];
  /** Key of the row being edited in the form; null when none is. */
  editedKey: string | null;
  onEdit: (row: EntityRow) => void;
  onDelete: (row: EntityRow) => void;
}

export const LIST_ID = 'current-entities';
export const editButtonId = (key: string): string => `edit-entity-${key}`;

/** The entities as they would be saved. */
export function EntityRows({ rows, editedKey, onEdit, onDelete }: EntityRowsProps) {
  if (rows.length === 0)
    return (
      <p id={LIST_ID} tabIndex={-1} className="text-ink-soft px-4 py-8 text-center">
        No entities found in this episode.
      </p>
    );

  const hasLinks = rows.some(({ url }) => safeHref(url) !== null);

  return (
    <ul
      id={LIST_ID}
      tabIndex={-1}
      aria-label="Current entities"
      className="max-h-60 overflow-y-auto overscroll-contain p-1.5 max-sm:px-2 focus-visible:-outline-offset-2"
    >
      {rows.map((row) => (
        <li
          key={row.key}
          className={clsx(
            'flex min-h-10 items-center gap-2.5 rounded-md py-0.5 pr-0.5 pl-2 [contain-intrinsic-size:auto_40px] [content-visibility:auto]',
            row.key === editedKey ? 'bg-accent-soft' : 'hover:bg-hover',
          )}
        >
          <Row row={row} hasLinks={hasLinks} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  row: EntityRow;
  /** Whether any row has a link. If so, every row reserves room for one, which keeps the counts aligned. */
  hasLinks: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function Row({ row, hasLinks, onEdit, onDelete }: RowProps) {
  const { key, name, type, url, iconName, colorClass, count, state } = row;
  const href = safeHref(url);

  return (
    <>
      <span data-hue={hueOf(colorClass)} className="chip flex size-6 shrink-0 items-center justify-center rounded">
        <NamedIcon name={iconName} className="size-3.5" />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <span className="min-w-0 truncate" title={name} dir="auto">
          {name}
        </span>
        <span className="text-ink-faint shrink-0 text-xs">{type.replaceAll('_', ' ')}</span>
        {state !== 'saved' && <Badge tone="accent">{state === 'added' ? 'Added' : 'Edited'}</Badge>}
      </span>
      <span className="text-ink-soft shrink-0 text-[13px] tabular-nums">
        {count}
        <span className="sr-only"> {count === 1 ? 'mention' : 'mentions'}</span>
      </span>
      <span className="flex shrink-0">
        {href === null && hasLinks && <span className="hidden size-8 sm:block pointer-coarse:size-11" />}
        {href !== null && (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Website of ${name}`}
            title={shownAddress(href)}
            className="text-ink-faint hover:bg-hover hover:text-accent hidden size-8 shrink-0 items-center justify-center rounded-md focus-visible:-outline-offset-2 sm:flex pointer-coarse:size-11"
          >
            <ExternalLink aria-hidden="true" className="size-4" />
          </a>
        )}
        <IconButton
          id={editButtonId(key)}
          label={`Edit ${name}`}
          onClick={onEdit}
          className="focus-visible:-outline-offset-2"
        >
          <Pencil aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton
          label={`Delete ${name}`}
          onClick={onDelete}
          className="hover:text-bad! focus-visible:-outline-offset-2"
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </span>
    </>
  );
}
