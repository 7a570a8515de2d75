import type { BatchEpisode } from '@earmark/contracts/discovery';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useState } from 'react';
import { counted } from '../kit/counted.ts';
import { formatDay } from '../kit/date.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Cover } from '../ui/cover.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { episodesForDiscovery } from './discovery.api.ts';

interface BatchEpisodesProps {
  isRunning: boolean;
  /** Whether a start is on its way. */
  isStarting: boolean;
  /** `onStarted`: they are being searched. */
  onRun: (episodeUuids: readonly string[], onStarted: () => void) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Processed episodes, to choose from. */
export function BatchEpisodes({ isRunning, isStarting, onRun }: BatchEpisodesProps) {
  const query = useQuery(episodesForDiscovery);
  const [selected, setSelected] = useState(NONE);
  const [text, setText] = useState('');
  const all = query.data ?? [];
  const wanted = text.trim().toLowerCase();
  const shown = all.filter(({ name, podcastName }) => `${name} ${podcastName}`.toLowerCase().includes(wanted));
  const chosen = all.filter(({ uuid }) => selected.has(uuid)).map(({ uuid }) => uuid);
  const toggle = useCallback(
    (uuid: string, isChosen: boolean) =>
      setSelected((known) => {
        const next = new Set(known);
        if (isChosen) next.add(uuid);
        else next.delete(uuid);

        return next;
      }),
    [],
  );

  return (
    <section aria-labelledby="run-batch" className="bg-surface border-line rounded-md border">
      <div className="border-line flex flex-wrap items-center gap-x-3 gap-y-2 border-b p-4">
        <h2 id="run-batch" className="text-[15px] font-semibold">
          Run Batch Entity Discovery
        </h2>
        {query.data !== undefined && (
          <Badge tone={chosen.length > 0 ? 'accent' : 'plain'}>
            {chosen.length.toLocaleString('en-GB')} of {all.length.toLocaleString('en-GB')} selected
          </Badge>
        )}
        <SearchField
          placeholder="Search episodes by title"
          maxLength={200}
          value={text}
          onChange={setText}
          className="min-w-0 grow basis-52 sm:ml-auto sm:max-w-72"
        />
      </div>
      <Fetched
        query={query}
        pending={<RowSkeletons label="Loading episodes" rows={6} cover="size-10" />}
        failed={
          <LoadingFailed query={query} level={3} title="Error loading episodes" className="min-h-52 justify-center" />
        }
        isEmpty={(episodes) => episodes.length === 0}
        empty={
          <Notice title="No processed episodes yet" className="min-h-52 justify-center">
            An episode can be searched once it has a transcript.
          </Notice>
        }
      >
        {() => (
          <>
            <div className="border-line bg-canvas flex flex-wrap items-center gap-2 border-b px-4 py-2">
              <Button onClick={() => setSelected(new Set([...selected, ...shown.map(({ uuid }) => uuid)]))}>
                Select All
              </Button>
              <Button
                disabled={chosen.length === 0}
                onClick={() =>
                  setSelected(new Set([...selected].filter((uuid) => !shown.some((one) => one.uuid === uuid))))
                }
              >
                Deselect All
              </Button>
              <Button
                variant="solid"
                className="sm:ml-auto"
                disabled={chosen.length === 0 || isRunning || isStarting}
                onClick={() => onRun(chosen, () => setSelected(NONE))}
              >
                Run Discovery on Selected
              </Button>
            </div>
            {shown.length === 0 && <Notice title="No episodes match" className="min-h-40 justify-center" />}
            <ul
              aria-labelledby="run-batch"
              className="divide-line max-h-[60vh] divide-y overflow-y-auto overscroll-contain"
            >
              {shown.map((episode) => (
                <li key={episode.uuid} className="[contain-intrinsic-size:auto_64px] [content-visibility:auto]">
                  <Row episode={episode} isSelected={selected.has(episode.uuid)} onToggle={toggle} />
                </li>
              ))}
            </ul>
            <p className="sr-only">{counted(shown.length, 'episode')} listed</p>
          </>
        )}
      </Fetched>
    </section>
  );
}

interface RowProps {
  episode: BatchEpisode;
  isSelected: boolean;
  onToggle: (uuid: string, isChosen: boolean) => void;
}

const Row = memo(function Row({ episode, isSelected, onToggle }: RowProps) {
  const { uuid, name, podcastName, podcastImageUrl, publishedAt } = episode;

  return (
    <label className="hover:bg-hover grid cursor-pointer grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 px-4 py-2.5 sm:grid-cols-[auto_auto_minmax(0,1fr)_auto]">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={(event) => onToggle(uuid, event.target.checked)}
        className="size-4 pointer-coarse:size-5"
      />
      <Cover src={podcastImageUrl} name={podcastName} className="size-10" />
      <span className="min-w-0">
        <span className="block leading-5 font-medium text-pretty wrap-anywhere">{name}</span>
        <span className="text-ink-soft block truncate text-[13px]">{podcastName}</span>
      </span>
      <span className="flex flex-wrap gap-1.5 empty:hidden max-sm:col-span-2 max-sm:col-start-2 sm:justify-end">
        {publishedAt !== null && <Badge>{formatDay(publishedAt)}</Badge>}
        {episode.hasDiscoveredEntities && <Badge tone="accent">Has Entities</Badge>}
        {episode.uploadedToOpenai && <Badge tone="good">Ask assistant</Badge>}
        {episode.hasWhisperTranscript && <Badge>WhisperX</Badge>}
      </span>
    </label>
  );
});
