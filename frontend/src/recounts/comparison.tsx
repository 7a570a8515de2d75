import type { PreviewAnswer } from '@earmark/contracts/recounts';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { mentionsOf } from '../mentions/number-words.ts';
import { WhyNumber } from '../mentions/why-number.tsx';
import { EVERYWHERE } from '../mentions/why.api.ts';
import { PassageTabs } from './passage-tabs.tsx';
import type { PreviewActions } from './preview-passages.tsx';
import { signed } from './recount-words.ts';
import { Totals } from './totals.tsx';

interface ComparisonProps extends PreviewActions {
  answer: PreviewAnswer;
  /** The answer belongs to an earlier request. */
  isOutdated?: boolean;
  /** Explains the numbers. */
  note?: ReactNode;
  /** Whether the pattern would be deleted. */
  isDeletion?: boolean;
}

/** The effect of a change of patterns on counts, passages and episodes. */
export function Comparison({ answer, isOutdated = false, note, isDeletion = false, ...actions }: ComparisonProps) {
  const { entity, before, after, added, removed, unchanged, unchangedPassages, episodes } = answer;

  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Totals
          before={before}
          after={after}
          number={entity && { entity, scope: EVERYWHERE }}
          className="text-[15px] font-semibold"
        />
        {isOutdated && <span className="text-ink-soft text-[13px]">Counting…</span>}
      </div>
      {note}
      <PassageTabs
        tabs={[
          { value: 'added', label: 'Added', total: after.mentions - unchanged, passages: added },
          { value: 'removed', label: 'Removed', total: before.mentions - unchanged, passages: removed },
          { value: 'unchanged', label: 'Unchanged', total: unchanged, passages: unchangedPassages },
        ]}
        fallback={isDeletion ? 'removed' : 'added'}
        {...actions}
      />
      <Episodes episodes={episodes} entity={entity} />
    </>
  );
}

function Episodes({ episodes, entity }: Pick<PreviewAnswer, 'episodes' | 'entity'>) {
  if (episodes.length === 0) return null;

  return (
    <details>
      <summary className="text-ink-soft hover:text-ink w-fit cursor-pointer rounded text-[13px] pointer-coarse:py-3">
        Most affected episodes ({episodes.length})
      </summary>
      <ol aria-label="Most affected episodes" className="mt-1">
        {episodes.map(({ episodeUuid, episodeTitle, podcastName, link, before, after }) => (
          <li key={episodeUuid} className="flex items-baseline justify-between gap-4 py-1 pointer-coarse:py-2.5">
            <span className="min-w-0 wrap-anywhere">
              <Link to={link} className="hover:text-accent underline-offset-2 hover:underline">
                {episodeTitle}
              </Link>{' '}
              <span className="text-ink-soft text-[13px]">{podcastName}</span>
            </span>
            <span className="shrink-0 text-[13px] tabular-nums">
              {entity === null ? (
                before
              ) : (
                <WhyNumber
                  number={{ entity, scope: { kind: 'episode', uuid: episodeUuid, title: episodeTitle } }}
                  label={`${mentionsOf(before)} in ${episodeTitle}`}
                >
                  {before}
                </WhyNumber>
              )}{' '}
              → {after} <span className="text-ink-soft">({signed(after - before)})</span>
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
