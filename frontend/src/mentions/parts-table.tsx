import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

/** A sum, line by line. */
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
  /** All that it finds. */
  mentions: number;
  /** Those that no line above it has found. */
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

/** In place of a sum that is not there, or not yet. */
export function NoSum({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error !== null)
    return (
      <Notice failed title="Error loading the sum" action={<Button onClick={onRetry}>Try again</Button>}>
        {error.message}
      </Notice>
    );

  return (
    <Loading label="Loading the sum" className="flex flex-col gap-3 p-4">
      <Skeleton className="h-5" />
      <Skeleton className="h-5" />
      <Skeleton className="h-6" />
    </Loading>
  );
}

/** `1 mention is`, `12 mentions are` */
export const mentionsAre = (count: number): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'mention is' : 'mentions are'}`;
export const episodesOf = (count: number): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'episode' : 'episodes'}`;
/** Of a number that is counted in one episode or in several. */
export const behindWords = (
  { episodes, of }: { readonly episodes: number; readonly of: number },
  isOneEpisode: boolean,
): string | false =>
  episodes > 0 &&
  (isOneEpisode
    ? 'This episode does not follow the patterns of now: a recount may change the number.'
    : `${episodes.toLocaleString('en-GB')} of ${episodesOf(of)} do not follow the patterns of now.`);
