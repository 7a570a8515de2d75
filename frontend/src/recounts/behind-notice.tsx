import type { RecountList } from '@earmark/contracts/recounts';
import type { ReactNode } from 'react';
import { counted } from './recount-words.ts';

/** Says that some episodes use older patterns; `children` are the actions. Renders nothing when there are none. */
export function BehindNotice({ behind, children }: { behind: RecountList['behind']; children: ReactNode }) {
  if (behind.episodes === 0) return null;

  return (
    <section
      aria-label="Episodes with older patterns"
      className="bg-warn-soft flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md px-4 py-3"
    >
      <p className="text-pretty">
        <strong className="font-semibold tabular-nums">
          {behind.episodes.toLocaleString('en-GB')} of {counted(behind.of, 'episode', 'episodes')}
        </strong>{' '}
        {behind.episodes === 1 ? 'uses' : 'use'} older patterns.
      </p>
      {children}
    </section>
  );
}
