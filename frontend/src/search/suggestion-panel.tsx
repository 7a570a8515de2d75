import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { Link } from '../kit/router/routing.tsx';
import { Button } from '../ui/button.tsx';
import type { useListbox } from '../ui/listbox.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { SuggestedLine } from './suggested-line.tsx';
import type { SuggestedGroup } from './suggested-links.ts';

export interface SuggestionPanelProps {
  text: string;
  /** Null: still asked for. */
  groups: readonly SuggestedGroup[] | null;
  /** Ways on that are always there. */
  ways: readonly { readonly to: string; readonly label: string }[];
  /** Why nothing came; null when it did. */
  failure: string | null;
  onRetry: () => void;
  list: ReturnType<typeof useListbox>;
  isOutdated: boolean;
}

const row = 'flex min-h-9 items-center gap-2.5 rounded px-2 py-1.5 text-left';

/** What the field of the header offers, by kind. */
export function SuggestionPanel(props: SuggestionPanelProps) {
  const { text, groups, ways, failure, onRetry, list, isOutdated } = props;
  const before = (groups ?? []).map((_, index) =>
    (groups ?? []).slice(0, index).reduce((sum, { links }) => sum + links.length, 0),
  );
  const found = (groups ?? []).reduce((sum, { links }) => sum + links.length, 0);
  const look = (index: number) => clsx(row, index === list.active && 'bg-accent-soft text-accent-strong');

  return (
    <div className="bg-raised shadow-float absolute top-full right-0 z-40 mt-1.5 max-h-[min(70dvh,640px)] w-130 max-w-[calc(100vw-24px)] overflow-y-auto overscroll-contain rounded-md p-1.5">
      {failure !== null && (
        <div role="alert" className="flex items-center justify-between gap-3 p-2">
          <p className="text-bad text-[13px] wrap-anywhere">Could not search. {failure}</p>
          <Button onMouseDown={(event) => event.preventDefault()} onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      {groups === null && failure === null && (
        <div className="flex flex-col gap-2 p-2">
          {['w-3/5', 'w-2/5', 'w-1/2', 'w-4/5'].map((width) => (
            <Skeleton key={width} className={`h-5 ${width}`} />
          ))}
        </div>
      )}
      {groups?.length === 0 && <p className="text-ink-soft p-2">Nothing found for “{text}”</p>}
      <div {...list.listProps} aria-label="Suggestions" className={isOutdated ? 'opacity-60' : undefined}>
        {groups?.map(({ title, links }, group) => (
          <fieldset key={title} aria-label={title} className="min-w-0">
            <p aria-hidden="true" className="text-ink-faint px-2 pt-2 pb-0.5 text-xs font-medium">
              {title}
            </p>
            {links.map((link, index) => {
              const at = (before[group] ?? 0) + index;

              return (
                <Link key={link.key} to={link.to} tabIndex={-1} {...list.optionProps(at)} className={look(at)}>
                  <SuggestedLine link={link} />
                </Link>
              );
            })}
          </fieldset>
        ))}
        <fieldset aria-label="Search" className={clsx('min-w-0', groups !== null && 'border-line mt-1 border-t pt-1')}>
          {ways.map(({ to, label }, index) => (
            <Link key={to} to={to} tabIndex={-1} {...list.optionProps(found + index)} className={look(found + index)}>
              <Search aria-hidden="true" className="text-ink-faint size-4 shrink-0" />
              <span className="min-w-0 truncate">{label}</span>
            </Link>
          ))}
        </fieldset>
      </div>
    </div>
  );
}
