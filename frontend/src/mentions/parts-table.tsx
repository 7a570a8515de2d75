import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import type { Query } from '../ui/fetched.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

/** A table of the parts and their sum. */
export function PartsTable({ total, children }: { total: number; children: ReactNode }) {
  return (
    <table aria-label="What the number is made of" className="w-full">
      <thead className="text-ink-soft text-[13px]">
        <tr>
          <th scope="col" className="px-4 pt-3 pb-1 text-left font-medium">
            Found by
          </th>
          <th scope="col" className="px-4 pt-3 pb-1 text-right font-medium">
            Mentions
          </th>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:pb-2">{children}</tbody>
      <tfoot>
        <tr className="border-line border-t">
          <th scope="row" className="px-4 py-2 text-left font-semibold">
            Total
          </th>
          <td className="px-4 py-2 text-right font-semibold tabular-nums">{total.toLocaleString('en-GB')}</td>
        </tr>
      </tfoot>
    </table>
  );
}

interface PartProps {
  /** Everything it finds. */
  mentions: number;
  /** Mentions not counted in a line above. */
  counted: number;
  children: ReactNode;
}

export function Part({ mentions, counted, children }: PartProps) {
  return (
    <tr>
      <td className="px-4 py-1 wrap-anywhere">
        {children}
        {mentions > counted && (
          <span className="text-ink-soft block text-[13px]">
            finds {mentions.toLocaleString('en-GB')}, {(mentions - counted).toLocaleString('en-GB')} of them counted
            above
          </span>
        )}
      </td>
      <td className={clsx('px-4 py-1 text-right align-top tabular-nums', counted === 0 && 'text-ink-soft')}>
        {counted.toLocaleString('en-GB')}
      </td>
    </tr>
  );
}

export function Remarks({ remarks }: { remarks: readonly (string | false)[] }) {
  const said = remarks.filter((remark) => remark !== false);
  if (said.length === 0) return null;

  return (
    <ul aria-label="Remarks" className="text-ink-soft flex flex-col gap-1 px-4 pb-3 text-[13px] text-pretty">
      {said.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}

/** A breakdown with the states of its query. */
export function Breakdown<Data>({ query, children }: { query: Query<Data>; children: (data: Data) => ReactNode }) {
  return (
    <Fetched
      query={query}
      pending={
        <Loading label="Loading the breakdown" className="flex flex-col gap-3 p-4">
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-6" />
        </Loading>
      }
      failed={<LoadingFailed query={query} title="Could not load the breakdown" />}
    >
      {children}
    </Fetched>
  );
}

/** `1 mention is`, `12 mentions are` */
export const mentionsAre = (count: number): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'mention is' : 'mentions are'}`;
export const episodesOf = (count: number): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'episode' : 'episodes'}`;
/** Says that episodes behind a number use older patterns; null when none do. */
export const behindWords = (
  { episodes, of }: { readonly episodes: number; readonly of: number },
  isOneEpisode: boolean,
): string | false =>
  episodes > 0 &&
  (isOneEpisode
    ? 'This episode uses older patterns: a recount may change the number.'
    : `${episodes.toLocaleString('en-GB')} of ${episodesOf(of)} ${episodes === 1 ? 'uses' : 'use'} older patterns.`);
