import type { AssistantEpisode, AssistantPodcast } from '@earmark/contracts/assistant';
import { filterByName } from '@earmark/contracts/mentions';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { uploadedEpisodes } from './assistant.api.ts';

interface EpisodePanelProps {
  podcast: AssistantPodcast;
  /** Uuids of chosen episodes, of any podcast. */
  chosen: readonly string[];
  isOpenAtFirst: boolean;
  onToggle: (uuid: string) => void;
  /** All of these, or none of them. */
  onSet: (uuids: readonly string[], isChosen: boolean) => void;
}

/** Narrows a chosen podcast to some of its episodes. */
export function EpisodePanel({ podcast, isOpenAtFirst, ...rest }: EpisodePanelProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);

  return (
    <section aria-label={`Episodes of ${podcast.name}`} className="border-line rounded-md border">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="hover:bg-hover flex min-h-10 w-full items-center gap-2 rounded-md px-3 py-1.5 text-left focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium">Select Specific Episodes</span>
          <span className="text-ink-soft"> · {podcast.name}</span>
        </span>
        <ChevronDown aria-hidden="true" className={clsx('size-4 shrink-0', isOpen && 'rotate-180')} />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Episodes podcast={podcast} {...rest} />}
      </div>
    </section>
  );
}

function Episodes({ podcast, ...rest }: Omit<EpisodePanelProps, 'isOpenAtFirst'>) {
  const query = useQuery(uploadedEpisodes(podcast.id));

  return (
    <Fetched
      query={query}
      pending={<RowSkeletons label="Loading episodes" rows={3} />}
      failed={<LoadingFailed query={query} title="Could not load the episodes" className="py-4!" />}
      isEmpty={(episodes) => episodes.length === 0}
      empty={<Notice title="No episodes to ask about yet" className="py-4!" />}
    >
      {(episodes) => <EpisodeList episodes={episodes} {...rest} />}
    </Fetched>
  );
}

type EpisodeListProps = Omit<EpisodePanelProps, 'isOpenAtFirst' | 'podcast'> & {
  episodes: readonly AssistantEpisode[];
};

function EpisodeList({ episodes, chosen, onToggle, onSet }: EpisodeListProps) {
  const [text, setText] = useState('');
  const id = useId();
  const numbered = episodes.map((episode, index) => ({
    ...episode,
    number: index + 1,
    entity: { name: episode.title },
  }));
  const shown = filterByName(numbered, text);
  const uuids = episodes.map(({ uuid }) => uuid);
  const count = uuids.filter((uuid) => chosen.includes(uuid)).length;
  const isAll = count === episodes.length;

  return (
    <div className="border-line flex flex-col gap-2 border-t p-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          placeholder="Filter episodes by title"
          value={text}
          onChange={setText}
          className="flex-1 basis-50"
        />
        <output className="text-ink-soft text-[13px] tabular-nums">
          {count} of {episodes.length} selected
        </output>
        <Button onClick={() => onSet(uuids, !isAll)}>{isAll ? 'Clear' : 'All'}</Button>
      </div>
      {shown.length === 0 ? (
        <Notice
          title={`No episode matches “${text.trim()}”`}
          action={<Button onClick={() => setText('')}>Clear search</Button>}
          className="py-4!"
        />
      ) : (
        <ul aria-label="Episodes" className="max-h-64 overflow-y-auto overscroll-contain">
          {shown.map(({ uuid, title, number }) => (
            <li key={uuid}>
              <label
                htmlFor={`${id}-${uuid}`}
                className="hover:bg-hover flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2 py-1 pointer-coarse:min-h-11"
              >
                <input
                  id={`${id}-${uuid}`}
                  type="checkbox"
                  checked={chosen.includes(uuid)}
                  onChange={() => onToggle(uuid)}
                  className="size-4 shrink-0 pointer-coarse:size-5"
                />
                <span className="text-ink-faint w-7 shrink-0 text-right text-[13px] tabular-nums">{number}.</span>
                <span className="min-w-0 wrap-anywhere">{title}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
