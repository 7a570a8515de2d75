import type { RecountDifference } from '@earmark/contracts/recounts';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { relative, signed } from './recount-words.ts';
import type { Order } from './recounts.api.ts';

interface DifferenceTableProps {
  differences: readonly RecountDifference[];
  by: Order['by'];
  linkTo: (difference: RecountDifference) => string;
  /** Of another order, until this one has come. */
  isOld: boolean;
}

const PLACES = { entity: null, podcast: 'Podcast', episode: 'Episode' } as const;
const cell = 'border-line border-b px-4 py-2 align-top';
const number = `${cell} text-right tabular-nums whitespace-nowrap`;

/** A row leads to the passages. */
export function DifferenceTable({ differences, by, linkTo, isOld }: DifferenceTableProps) {
  const place = PLACES[by];

  return (
    <table aria-label="Differences" aria-busy={isOld} className={clsx('w-full border-collapse', isOld && 'opacity-60')}>
      <thead className="text-ink-soft text-left text-[13px]">
        <tr>
          <th scope="col" className={clsx(cell, 'font-medium')}>
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
          <th scope="col" className={clsx(number, 'font-medium')}>
            Percent
          </th>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:border-b-0">
        {differences.map((difference) => {
          const { entity, entityType, entityId, podcastUuid, episodeUuid, before, after } = difference;
          return (
            <tr key={`${entityId} ${episodeUuid ?? podcastUuid ?? ''}`} className="hover:bg-hover">
              <td className={cell}>
                <Link
                  to={linkTo(difference)}
                  className="hover:text-accent font-medium underline-offset-2 wrap-anywhere hover:underline pointer-coarse:inline-block pointer-coarse:py-2.5"
                >
                  {entity}
                </Link>{' '}
                <span className="text-ink-faint text-xs">{entityType.replaceAll('_', ' ')}</span>
                {place !== null && (
                  <span className="text-ink-soft block text-[13px] wrap-anywhere sm:hidden">{difference.place}</span>
                )}
                <span className="text-ink-soft block text-[13px] tabular-nums sm:hidden">
                  {before.toLocaleString('en-GB')} → {after.toLocaleString('en-GB')}
                </span>
              </td>
              {place !== null && (
                <td className={clsx(cell, 'text-ink-soft wrap-anywhere max-sm:hidden')}>{difference.place}</td>
              )}
              <td className={clsx(number, 'max-sm:hidden')}>{before.toLocaleString('en-GB')}</td>
              <td className={clsx(number, 'max-sm:hidden')}>{after.toLocaleString('en-GB')}</td>
              <td className={clsx(number, 'font-medium', after < before ? 'text-bad' : 'text-good')}>
                {signed(after - before)}
              </td>
              <td className={clsx(number, 'text-ink-soft')}>{relative(before, after)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
