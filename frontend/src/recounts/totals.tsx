import type { MentionTotals } from '@earmark/contracts/recounts';
import { clsx } from 'clsx';
import { mentionsOf } from '../mentions/number-words.ts';
import { WhyNumber } from '../mentions/why-number.tsx';
import type { ShownNumber } from '../mentions/why.api.ts';
import { totalsSentence, totalsWords } from './recount-words.ts';

interface TotalsProps {
  before: MentionTotals;
  after: MentionTotals;
  /** The number that pages show now; null where it has no breakdown. */
  number: ShownNumber | null;
  /** Which of the two it is. */
  live?: 'before' | 'after';
  className: string;
}

/** Mentions 412 → 365 (−47), episodes 38 → 35. The number that pages show opens its breakdown. */
export function Totals({ before, after, number, live = 'before', className }: TotalsProps) {
  if (number === null)
    return <output className={clsx('block tabular-nums', className)}>{totalsSentence(before, after)}</output>;
  const words = totalsWords(before, after);
  const shown = (
    <WhyNumber number={number} label={mentionsOf({ before, after }[live].mentions)}>
      {words[live]}
    </WhyNumber>
  );

  return (
    <output className={clsx('block tabular-nums', className)}>
      Mentions {live === 'before' ? shown : words.before} → {live === 'after' ? shown : words.after} {words.rest}
    </output>
  );
}
