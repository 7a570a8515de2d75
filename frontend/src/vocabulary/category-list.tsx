import type { EntityTypeView, PatternTotal } from '@earmark/contracts/vocabulary';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { CategoryChip } from './category-chip.tsx';
import { CategoryPatterns } from './category-patterns.tsx';
import type { ChangePreview, VocabularySubject } from './pattern-draft.ts';

interface CategoryListProps {
  types: readonly EntityTypeView[];
  totals: readonly PatternTotal[];
  /** Name of the open category; null when none is. */
  opened: string | null;
  onOpen: (name: string | null) => void;
  preview: ChangePreview;
  /** What opens the history of a category or a pattern. */
  history: (subject: VocabularySubject) => ReactNode;
}

/** The categories; one at a time can be opened to show its patterns. */
export function CategoryList({ types, totals, opened, onOpen, preview, history }: CategoryListProps) {
  return (
    <ul aria-label="Entity categories" className="divide-line divide-y">
      {types.map((type) => (
        <li key={type.id}>
          <Category
            type={type}
            total={totals.find(({ entityTypeId }) => entityTypeId === type.id) ?? null}
            isOpen={type.name === opened}
            onToggle={() => onOpen(type.name === opened ? null : type.name)}
            preview={preview}
            history={history}
          />
        </li>
      ))}
    </ul>
  );
}

interface CategoryProps {
  type: EntityTypeView;
  /** Null when it has no patterns. */
  total: PatternTotal | null;
  isOpen: boolean;
  onToggle: () => void;
  preview: ChangePreview;
  /** What opens the history of a category or a pattern. */
  history: (subject: VocabularySubject) => ReactNode;
}

const NONE = { patterns: 0, entities: 0 };

function Category({ type, total, isOpen, onToggle, preview, history }: CategoryProps) {
  const id = useId();
  const { patterns, entities } = total ?? NONE;

  return (
    <>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
          className="hover:bg-hover flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left focus-visible:-outline-offset-2"
        >
          <ChevronRight
            aria-hidden="true"
            className={clsx('text-ink-faint size-4 shrink-0 transition-transform duration-150', isOpen && 'rotate-90')}
          />
          <CategoryChip iconName={type.iconName} colorClass={type.colorClass}>
            {type.displayName}
          </CategoryChip>
          <code className="text-ink-faint truncate font-sans text-[13px] max-sm:hidden">{type.name}</code>
          <span className="text-ink-soft ml-auto shrink-0 text-[13px] tabular-nums">
            {counted(patterns, 'pattern', 'patterns')}
            <span className="max-sm:hidden"> · {counted(entities, 'entity', 'entities')}</span>
          </span>
        </button>
      </h3>
      {isOpen && (
        <section id={id} aria-label={`Patterns of ${type.displayName}`} className="border-line border-t">
          <CategoryPatterns type={type} entities={entities} preview={preview} history={history} />
        </section>
      )}
    </>
  );
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
