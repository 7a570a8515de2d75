import type { PassageView } from '@earmark/contracts/mentions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { Button } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { entityPassages } from './entities.api.ts';
import { piecesOfMarks } from './passage-text.ts';

/** By segment. */
export type ChosenPassages = ReadonlyMap<string, PassageView>;

interface PassageChoiceProps {
  /** Slug of the entity. */
  entity: string;
  /** Slugs of podcasts whose passages are not listed. */
  without: readonly string[];
  chosen: ChosenPassages;
  onChange: (chosen: ChosenPassages) => void;
}

/** Lets people tick single passages, which are listed when they ask for them. */
export function PassageChoice({ chosen, ...props }: PassageChoiceProps) {
  const [isOpen, setOpen] = useState(false);

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-semibold">Single passages</legend>
      {isOpen ? (
        <Passages chosen={chosen} {...props} />
      ) : (
        <Button className="self-start" onClick={() => setOpen(true)}>
          Choose passages…
        </Button>
      )}
    </fieldset>
  );
}

function Passages({ entity, without, chosen, onChange }: PassageChoiceProps) {
  const query = useInfiniteQuery(entityPassages(entity, null));
  const toggle = (passage: PassageView) => {
    const next = new Map(chosen);
    if (!next.delete(passage.segmentId)) next.set(passage.segmentId, passage);
    onChange(next);
  };

  return (
    <Fetched
      query={query}
      pending={<RowSkeletons label="Loading passages" rows={3} />}
      failed={<LoadingFailed query={query} title="Could not load the passages" />}
    >
      {({ pages }) => (
        <div className="border-line max-h-72 overflow-y-auto overscroll-contain rounded-md border">
          <ul aria-label="Passages" className="divide-line divide-y">
            {pages
              .flatMap(({ mentions }) => mentions)
              .filter(({ podcastSlug }) => !without.includes(podcastSlug))
              .map((passage) => (
                <li key={passage.segmentId}>
                  <label className="hover:bg-hover flex cursor-pointer items-start gap-2 px-3 py-2">
                    <input
                      type="checkbox"
                      checked={chosen.has(passage.segmentId)}
                      onChange={() => toggle(passage)}
                      className="mt-1 size-4 shrink-0 pointer-coarse:size-5"
                    />
                    <Words passage={passage} />
                  </label>
                </li>
              ))}
          </ul>
          <NextPage query={query} />
        </div>
      )}
    </Fetched>
  );
}

function Words({ passage }: { passage: PassageView }) {
  const { text, marks, speaker, episodeTitle, podcastName, startMs } = passage;
  const { timeFormat } = usePreferences();

  return (
    <span className="min-w-0">
      <span dir="auto" className="block wrap-anywhere">
        {piecesOfMarks(text, marks).map((piece, at) =>
          piece.isMarked ? (
            <mark key={at} className="mark">
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )}
      </span>
      <span className="text-ink-soft block text-[13px] wrap-anywhere">
        {speaker} at {formatTimestamp(startMs, timeFormat)} in {episodeTitle}, {podcastName}
      </span>
    </span>
  );
}
