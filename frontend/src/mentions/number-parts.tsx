import type { WhyView } from '@earmark/contracts/entities';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { Loading, Skeleton } from '../kit/skeleton.tsx';
import { whyNumber } from './why.api.ts';
import type { NumberPlace } from './why.api.ts';

/** The sum, line by line. */
export function NumberParts({ place }: { place: NumberPlace }) {
  const { data, error, refetch } = useQuery(whyNumber(place));

  if (data === undefined)
    return error === null ? (
      <Loading label="Loading the sum" className="flex flex-col gap-3 p-4">
        <Skeleton className="h-5" />
        <Skeleton className="h-5" />
        <Skeleton className="h-6" />
      </Loading>
    ) : (
      <Notice failed title="Error loading the sum" action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {error.message}
      </Notice>
    );

  return (
    <>
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
        <tbody>
          {data.patterns.map((pattern) => (
            <Part key={`${pattern.patternId} ${pattern.name}`} mentions={pattern.mentions} counted={pattern.counted}>
              <span className="font-medium">{pattern.name}</span>
              <Notes
                notes={[
                  pattern.caseSensitive && 'case sensitive',
                  !pattern.wholeWord && 'part of words',
                  pattern.ofEntity !== null && `${pattern.ofEntity}, shown as this one by hand`,
                ]}
              />
            </Part>
          ))}
          {data.byHand.names.length > 0 && (
            <Part mentions={data.byHand.mentions} counted={data.byHand.counted}>
              <span className="font-medium">{data.byHand.names.join(', ')}</span>
              <Notes notes={['added by hand']} />
            </Part>
          )}
          {data.untold > 0 && (
            <Part mentions={data.untold} counted={data.untold}>
              Mentions that were not looked at one by one
            </Part>
          )}
        </tbody>
        <tfoot>
          <tr className="border-line border-t">
            <th scope="row" className="px-4 py-2 text-left font-semibold">
              Total
            </th>
            <td className="px-4 py-2 text-right font-semibold tabular-nums">{data.total.toLocaleString('en-GB')}</td>
          </tr>
        </tfoot>
      </table>
      <Remarks why={data} />
    </>
  );
}

function Part({ mentions, counted, children }: { mentions: number; counted: number; children: ReactNode }) {
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

function Notes({ notes }: { notes: readonly (string | false)[] }) {
  const said = notes.filter((note) => note !== false);

  return said.length > 0 && <span className="text-ink-soft text-[13px]"> {said.join(', ')}</span>;
}

function Remarks({ why: { moved, removed, notCountedIn, vocabularyBehind, episodeUuid } }: { why: WhyView }) {
  const remarks = [
    removed.mentions > 0 &&
      `${mentions(removed.mentions)} not counted: removed by hand${episodeUuid === null ? ` in ${episodes(removed.episodes)}` : ''}.`,
    moved.mentions > 0 && `${mentions(moved.mentions)} counted for ${moved.names.join(', ')} by hand.`,
    notCountedIn.episodes < notCountedIn.of &&
      `People decided against it in ${episodes(notCountedIn.of)}; what is said of that here is of ${notCountedIn.episodes.toLocaleString('en-GB')} of them.`,
    vocabularyBehind.episodes > 0 &&
      (episodeUuid === null
        ? `${vocabularyBehind.episodes.toLocaleString('en-GB')} of ${episodes(vocabularyBehind.of)} do not follow the patterns of now.`
        : 'This episode does not follow the patterns of now: a recount may change the number.'),
  ].filter((remark) => remark !== false);
  if (remarks.length === 0) return null;

  return (
    <ul aria-label="Remarks" className="text-ink-soft flex flex-col gap-1 px-4 pb-3 text-[13px] text-pretty">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}

const mentions = (count: number): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? 'mention is' : 'mentions are'}`;
const episodes = (count: number): string => `${count.toLocaleString('en-GB')} ${count === 1 ? 'episode' : 'episodes'}`;
