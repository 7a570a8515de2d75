import { filterByName } from '@earmark/contracts/mentions';
import type { MentionView } from '@earmark/contracts/mentions';
import { clsx } from 'clsx';
import { ArrowUpRight } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { shortCount } from '../kit/counted.ts';
import { hueOf } from '../ui/hue.ts';
import { NamedIcon } from '../ui/named-icon.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { WhyPanel } from './why-panel.tsx';

interface EntityListProps {
  episodeUuid: string;
  mentions: readonly MentionView[];
  selectedId: string | null;
  onSelect: (entityId: string) => void;
  /** Null where another heading already names the list. */
  titleId: string | null;
  /** Rendered above the list. */
  children?: ReactNode;
}

/** The entities of an episode. A click marks one in the transcript; a second click clears the marks. */
export function EntityList({ episodeUuid, mentions, selectedId, onSelect, titleId, children }: EntityListProps) {
  const [text, setText] = useState('');
  const shown = filterByName(mentions, text);
  const box = useRef<HTMLDivElement>(null);

  // A link may select an entity far down the list.
  useLayoutEffect(() => {
    const entry = box.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!box.current || !entry) return;
    const below = entry.offsetTop + entry.offsetHeight - box.current.scrollTop > box.current.clientHeight;
    if (below || entry.offsetTop < box.current.scrollTop) box.current.scrollTop = entry.offsetTop - 8;
  }, [selectedId]);

  return (
    <>
      <div className="border-line flex flex-col gap-2.5 border-b p-3">
        {titleId !== null && (
          <h2 id={titleId} className="px-1 text-[15px] leading-8 font-semibold tabular-nums">
            {entitiesTitle(mentions.length)}
          </h2>
        )}
        <SearchField placeholder="Search entities..." value={text} onChange={setText} />
        {children}
      </div>
      <div ref={box} className={clsx('relative overflow-y-auto overscroll-contain', heightOf(shown.length))}>
        {shown.length === 0 ? (
          <output className="text-ink-soft flex h-full items-center justify-center px-6 text-center text-pretty">
            {text.trim() === '' ? 'No entities found in this episode.' : `No entities found matching "${text.trim()}"`}
          </output>
        ) : (
          <ul aria-label="Entities" className="p-2">
            {shown.map((mention) => (
              <li key={mention.entity.id} className="flex items-center">
                <Entry
                  mention={mention}
                  isSelected={mention.entity.id === selectedId}
                  onSelect={() => onSelect(mention.entity.id)}
                />
                <WhyPanel
                  number={{ entity: mention.entity, scope: { kind: 'episode', uuid: episodeUuid, title: null } }}
                >
                  <button
                    type="button"
                    aria-label={`Why ${mention.entity.name} has ${countOf(mention)}`}
                    title={`${countOf(mention)}: why?`}
                    className="text-ink-soft hover:bg-hover hover:text-accent flex h-8 min-w-8 shrink-0 items-center justify-center rounded-md px-1.5 text-[13px] tabular-nums focus-visible:-outline-offset-2 pointer-coarse:h-11 pointer-coarse:min-w-11"
                  >
                    {shortCount(mention.count)}
                  </button>
                </WhyPanel>
                <Link
                  to={`/entities/${mention.entity.slug}`}
                  aria-label={`All mentions of ${mention.entity.name}`}
                  title="All mentions, in every podcast"
                  className="text-ink-faint hover:bg-hover hover:text-accent flex size-8 shrink-0 items-center justify-center rounded-md focus-visible:-outline-offset-2 pointer-coarse:size-11"
                >
                  <ArrowUpRight aria-hidden="true" className="size-4" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** A short list takes only the height it needs; beside the transcript, a long one all that the window has. */
function heightOf(count: number): string {
  if (count === 0) return 'h-25';

  return clsx(
    count <= 3 ? 'h-auto' : 'h-100',
    'min-[1100px]:h-auto min-[1100px]:max-h-[max(240px,calc(100dvh-var(--header)-var(--dock,0px)-272px))]',
  );
}

const countOf = ({ count }: MentionView): string => `${count} ${count === 1 ? 'mention' : 'mentions'}`;

export const entitiesTitle = (count: number): string => `Entities Mentioned (${count})`;

function Entry({ mention, isSelected, onSelect }: { mention: MentionView; isSelected: boolean; onSelect: () => void }) {
  const { entity } = mention;

  return (
    <button
      type="button"
      aria-pressed={isSelected}
      // The second click of a double click would deselect what the first one selected.
      onClick={({ detail }) => detail <= 1 && onSelect()}
      className={clsx(
        'flex h-10 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 text-left focus-visible:-outline-offset-2 pointer-coarse:h-11',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span
        data-hue={hueOf(entity.colorClass)}
        className="chip flex size-6 shrink-0 items-center justify-center rounded"
      >
        <NamedIcon name={entity.iconName} className="size-3.5" />
      </span>
      <span className={clsx('min-w-0 truncate', isSelected && 'text-accent-strong font-medium')} title={entity.name}>
        {entity.name}
      </span>
      <span className="text-ink-faint shrink-0 text-xs">{entity.type.replaceAll('_', ' ')}</span>
      <span className="sr-only">{countOf(mention)}</span>
    </button>
  );
}
