import type { RecountList } from '@earmark/contracts/recounts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { counted } from './recount-words.ts';
import { recountEffect } from './recounts.api.ts';

/**
 * Says how many episodes would show different numbers with the current patterns; `children` are the actions. Renders nothing
 * when there are none, or while that is counted.
 */
export function BehindNotice({ behind, children }: { behind: RecountList['behind']; children: ReactNode }) {
  const { data, isError } = useQuery({ ...recountEffect, enabled: behind.episodes > 0 });
  if (behind.episodes === 0 || (data === undefined && !isError) || data?.episodes === 0) return null;
  const moved = data?.episodes ?? null;
  const of = ` of ${counted(behind.of, 'episode', 'episodes')}`;

  return (
    <section
      aria-label="Episodes with older patterns"
      className="bg-warn-soft flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md px-4 py-3"
    >
      <p className="text-pretty">
        <strong className="font-semibold tabular-nums">
          {(moved ?? behind.episodes).toLocaleString('en-GB')}
          {of}
        </strong>{' '}
        {moved !== null
          ? 'would show different numbers with the current patterns.'
          : `${behind.episodes === 1 ? 'uses' : 'use'} older patterns, so a recount may change their numbers.`}
      </p>
      {children}
    </section>
  );
}
