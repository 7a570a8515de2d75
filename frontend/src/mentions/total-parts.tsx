import type { WhyTotal } from '@earmark/contracts/entities';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { hueOf } from '../ui/hue.ts';
import { NamedIcon } from '../ui/named-icon.tsx';
import { behindWords, episodesOf, mentionsAre, Breakdown, Part, PartsTable, Remarks } from './parts-table.tsx';
import { mentionsOf } from './number-words.ts';
import { whyTotal } from './why.api.ts';
import type { Scope } from './why.api.ts';

interface TotalPartsProps {
  scope: Scope;
  /** The entity the reader returns from; it gets the focus. */
  leftId: string | null;
  /** Opens the breakdown of one entity. */
  onEntity: (entity: { readonly id: string; readonly name: string }) => void;
}

/** The breakdown of a total: by what found the mentions, and by entity. */
export function TotalParts({ scope, leftId, onEntity }: TotalPartsProps) {
  const query = useQuery(whyTotal(scope));

  return (
    <Breakdown query={query}>
      {(data) => (
        <>
          {' '}
          <PartsTable total={data.total}>
            <Part mentions={data.byPatterns} counted={data.byPatterns}>
              Patterns
            </Part>
            <Part mentions={data.byHand} counted={data.byHand}>
              Names added by hand that no pattern finds
            </Part>
            {data.untold > 0 && (
              <Part mentions={data.untold} counted={data.untold}>
                Mentions that were not examined individually
              </Part>
            )}
          </PartsTable>
          <Remarks remarks={remarksOf(data)} />
          {data.entities.length > 0 && <Entities total={data} leftId={leftId} onEntity={onEntity} />}
        </>
      )}
    </Breakdown>
  );
}

const remarksOf = ({ removed, notCountedIn, vocabularyBehind, episodeUuid }: WhyTotal) => [
  removed.mentions > 0 &&
    `${mentionsAre(removed.mentions)} not counted: removed by hand${episodeUuid === null ? ` in ${episodesOf(removed.episodes)}` : ''}.`,
  notCountedIn.episodes < notCountedIn.of &&
    `People removed something in ${episodesOf(notCountedIn.of)}; this breakdown includes only ${notCountedIn.episodes.toLocaleString('en-GB')} of them.`,
  behindWords(vocabularyBehind, episodeUuid !== null),
];

interface EntitiesProps extends Omit<TotalPartsProps, 'scope'> {
  total: WhyTotal;
}

function Entities({ total, leftId, onEntity }: EntitiesProps) {
  const titleId = useId();
  const leftButton = useRef<HTMLButtonElement>(null);

  useEffect(() => leftButton.current?.focus(), []);

  const { entities, others } = total;

  return (
    <section aria-labelledby={titleId} className="border-line border-t">
      <h3 id={titleId} className="px-4 pt-3 pb-1 font-semibold">
        By entity
      </h3>
      <ol aria-labelledby={titleId} className="px-2 pb-2">
        {entities.map(({ id, name, type, iconName, colorClass, count }) => (
          <li key={id}>
            <button
              type="button"
              title="Why this number?"
              ref={id === leftId ? leftButton : undefined}
              aria-label={`${name}, ${mentionsOf(count)}`}
              onClick={() => onEntity({ id, name })}
              className="hover:bg-hover flex h-9 w-full items-center gap-2.5 rounded-md px-2 text-left focus-visible:-outline-offset-2 pointer-coarse:h-11"
            >
              <span
                data-hue={hueOf(colorClass)}
                className="chip flex size-6 shrink-0 items-center justify-center rounded"
              >
                <NamedIcon name={iconName} className="size-3.5" />
              </span>
              <span className="min-w-0 truncate">{name}</span>
              <span className="text-ink-faint shrink-0 text-xs">{type.replaceAll('_', ' ')}</span>
              <span className="decoration-line-strong ml-auto shrink-0 tabular-nums underline decoration-dotted underline-offset-4">
                {count.toLocaleString('en-GB')}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {others.entities > 0 && (
        <p className="text-ink-soft flex justify-between gap-4 px-4 pb-3 tabular-nums">
          <span>
            {others.entities.toLocaleString('en-GB')} {others.entities === 1 ? 'other' : 'others'}
          </span>
          <span>{others.mentions.toLocaleString('en-GB')}</span>
        </p>
      )}
    </section>
  );
}
