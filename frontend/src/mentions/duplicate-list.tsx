import type { Duplicate } from '@earmark/contracts/mentions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { Button } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { hueOf } from '../ui/hue.ts';
import { NextPage } from '../ui/more-button.tsx';
import { NamedIcon } from '../ui/named-icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { duplicatePages, useTellDifferent } from './duplicates.api.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { mentionsOf } from './number-words.ts';
import { passageLink } from './passage-link.ts';
import { usePassagePlayer } from './passage-playback.ts';

const WHY: Readonly<Record<Duplicate['likeness'], string>> = {
  same: 'The same name',
  order: 'The same words in another order',
  initials: 'Initials of the other',
  spelling: 'One letter differs',
  part: 'Last name of the other',
};

/** Entities that may be the same, each to be merged or told apart. */
export function DuplicateList() {
  const query = useInfiniteQuery(duplicatePages);

  return (
    <Fetched
      query={query}
      pending={<RowSkeletons label="Loading possible duplicates" rows={3} />}
      failed={<LoadingFailed query={query} title="Error loading possible duplicates" />}
      isEmpty={({ pages }) => pages[0]?.total === 0}
      empty={<Notice title="No possible duplicates">Names that look alike appear here.</Notice>}
    >
      {({ pages }) => (
        <>
          <p className="text-ink-soft px-4 pt-3 text-[13px] tabular-nums">
            {counted(pages[0]?.total ?? 0, 'pair')} of entities may be the same.
          </p>
          <ul aria-label="Possible duplicates" className="divide-line divide-y">
            {pages
              .flatMap(({ duplicates }) => duplicates)
              .map((pair) => (
                <Pair key={`${pair.from.id} ${pair.into.id}`} pair={pair} />
              ))}
          </ul>
          <NextPage query={query} />
        </>
      )}
    </Fetched>
  );
}

function Pair({ pair: { from, into, likeness } }: { pair: Duplicate }) {
  const [isMerging, setMerging] = useState(false);
  const { mutate, isPending } = useTellDifferent();
  const play = usePassagePlayer();
  const names = `${from.name} and ${into.name}`;

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-80 gap-x-4 gap-y-1 sm:grid-cols-2">
        <Side side={from} />
        <Side side={into} />
        <p className="text-ink-soft text-[13px] sm:col-span-2">{WHY[likeness]}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`Merge ${names}`} onClick={() => setMerging(true)}>
          Merge into…
        </Button>
        <Button
          aria-label={`${names} are not the same`}
          aria-disabled={isPending}
          onClick={() => !isPending && mutate({ one: from.id, other: into.id, isUndone: false })}
        >
          Not the same
        </Button>
      </div>
      {isMerging && (
        <MergeDialog
          from={from}
          into={into}
          actionsOf={(name) => ({ play, linkTo: (passage) => passageLink(passage, name) })}
          onMerged={() => setMerging(false)}
          onClose={() => setMerging(false)}
        />
      )}
    </li>
  );
}

function Side({ side: { name, slug, type, iconName, colorClass, mentions } }: { side: Duplicate['from'] }) {
  return (
    <div className="flex min-w-0 items-center gap-2" data-hue={hueOf(colorClass)}>
      <span className="chip flex size-6 shrink-0 items-center justify-center rounded">
        <NamedIcon name={iconName} className="size-3.5" />
      </span>
      <span className="min-w-0">
        <Link
          to={`/entities/${slug}`}
          className="hover:text-accent font-medium wrap-anywhere underline-offset-2 hover:underline"
        >
          {name}
        </Link>{' '}
        <span className="text-ink-soft text-[13px] tabular-nums">
          {type.replaceAll('_', ' ')} · {mentionsOf(mentions)}
        </span>
      </span>
    </div>
  );
}
