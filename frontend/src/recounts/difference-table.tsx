import type { RecountDifference } from '@earmark/contracts/recounts';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { IconButton } from '../ui/button.tsx';
import { mentionsOf } from '../mentions/number-words.ts';
import { WhyNumber } from '../mentions/why-number.tsx';
import type { Scope } from '../mentions/why.api.ts';
import { relative, signed } from './recount-words.ts';
import type { Order } from './recounts.api.ts';

export interface DifferenceTableProps {
  differences: readonly RecountDifference[];
  by: Order['by'];
  linkTo: (difference: RecountDifference) => string;
  /** Which of the two numbers the pages show; that one opens its breakdown. Null when neither is certain to be. */
  live: 'before' | 'after' | null;
  /** Scope of the numbers by entity; null for several podcasts. */
  scope: Scope | null;
  /** Renders the passages that would be added and removed. */
  passages: (difference: RecountDifference) => ReactNode;
  /** Whether these rows still have the previous sort order. */
  isOld: boolean;
}

const PLACES = { entity: null, podcast: 'Podcast', episode: 'Episode' } as const;
/** At most. */
const COLUMNS = 6;
const cell = 'border-line border-b px-4 py-2 align-top leading-6 max-sm:px-2';
/** Leaves room for the button that opens the passages. */
const first = `${cell} pl-10! max-sm:w-full pointer-coarse:pl-13!`;
const number = `${cell} text-right tabular-nums whitespace-nowrap`;

/** Each row opens its passages, and links to the page of the entity. */
export function DifferenceTable({ differences, by, isOld, ...row }: DifferenceTableProps) {
  const place = PLACES[by];

  return (
    <table aria-label="Differences" aria-busy={isOld} className={clsx('w-full border-collapse', isOld && 'opacity-60')}>
      <thead className="text-ink-soft text-left text-[13px]">
        <tr>
          <th scope="col" className={clsx(first, 'font-medium')}>
            Entity
          </th>
          {place !== null && (
            <th scope="col" className={clsx(cell, 'font-medium max-sm:hidden')}>
              {place}
            </th>
          )}
          <th scope="col" className={clsx(number, 'font-medium max-sm:hidden')}>
            Before
          </th>
          <th scope="col" className={clsx(number, 'font-medium max-sm:hidden')}>
            After
          </th>
          <th scope="col" className={clsx(number, 'font-medium')}>
            Change
          </th>
          <th scope="col" className={clsx(number, 'font-medium max-sm:pr-4!')}>
            Percent
          </th>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:border-b-0">
        {differences.map((difference) => (
          <Row
            key={`${difference.entityId} ${difference.episodeUuid ?? difference.podcastUuid ?? ''}`}
            difference={difference}
            {...row}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Pick<DifferenceTableProps, 'linkTo' | 'live' | 'scope' | 'passages'> & {
  difference: RecountDifference;
};

function Row({ difference, linkTo, live, scope, passages }: RowProps) {
  const { entity, entityType, place, before, after } = difference;
  const [isOpen, setOpen] = useState(false);
  const id = useId();

  return (
    <>
      <tr className="hover:bg-hover">
        <td className={clsx(first, 'relative')}>
          <IconButton
            label={`Passages of ${entity}${place === null ? '' : ` in ${place}`}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
            className="absolute! top-1 left-1.5 pointer-coarse:-top-0.5 focus-visible:-outline-offset-2"
          >
            <ChevronRight
              aria-hidden="true"
              className={clsx('size-4 transition-transform duration-150', isOpen && 'rotate-90')}
            />
          </IconButton>
          <Link
            to={linkTo(difference)}
            className="hover:text-accent relative inline-block min-w-6 font-medium underline-offset-2 wrap-anywhere hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5"
          >
            {entity}
          </Link>{' '}
          <span className="text-ink-faint text-xs">{entityType.replaceAll('_', ' ')}</span>
          {place !== null && <span className="text-ink-soft block text-[13px] wrap-anywhere sm:hidden">{place}</span>}
          <span className="text-ink-soft block text-[13px] tabular-nums sm:hidden">
            <Side side="before" live={live} scope={scope} difference={difference} /> →{' '}
            <Side side="after" live={live} scope={scope} difference={difference} />
          </span>
        </td>
        {place !== null && <td className={clsx(cell, 'text-ink-soft wrap-anywhere max-sm:hidden')}>{place}</td>}
        <td className={clsx(number, 'max-sm:hidden')}>
          <Side side="before" live={live} scope={scope} difference={difference} />
        </td>
        <td className={clsx(number, 'max-sm:hidden')}>
          <Side side="after" live={live} scope={scope} difference={difference} />
        </td>
        <td className={clsx(number, 'font-medium', after < before ? 'text-bad' : 'text-good')}>
          {signed(after - before)}
        </td>
        <td className={clsx(number, 'text-ink-soft max-sm:pr-4!')}>{relative(before, after)}</td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={COLUMNS} className={cell}>
            {passages(difference)}
          </td>
        </tr>
      )}
    </>
  );
}

interface SideProps extends Pick<RowProps, 'difference' | 'live' | 'scope'> {
  side: 'before' | 'after';
}

function Side({ side, live, scope, difference }: SideProps) {
  const count = difference[side];
  const words = count.toLocaleString('en-GB');
  const counted = placeOf(difference) ?? scope;
  if (side !== live || counted === null) return words;
  const { entity: name, entityId: id } = difference;

  return (
    <WhyNumber number={{ entity: { id, name }, scope: counted }} label={`${mentionsOf(count)} of ${name}`}>
      {words}
    </WhyNumber>
  );
}

/** The podcast or episode of the row; null by entity. */
function placeOf({ episodeUuid, podcastUuid, place }: RecountDifference): Scope | null {
  if (episodeUuid !== null) return { kind: 'episode', uuid: episodeUuid, title: place ?? '' };

  return podcastUuid === null ? null : { kind: 'podcast', uuid: podcastUuid, name: place ?? '' };
}
