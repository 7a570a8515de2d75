import type { AssistantPodcast } from '@earmark/contracts/assistant';
import { filterByName } from '@earmark/contracts/mentions';
import { Check, ListFilter } from 'lucide-react';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Cover } from '../ui/cover.tsx';
import { SearchField } from '../ui/search-field.tsx';

interface PodcastPickerProps {
  podcasts: readonly AssistantPodcast[];
  chosen: readonly string[];
  onToggle: (id: string) => void;
  onClear: () => void;
}

/** Chooses the podcasts to ask about; none means all. */
export function PodcastPicker({ podcasts, chosen, onToggle, onClear }: PodcastPickerProps) {
  const [isFiltering, setFiltering] = useState(false);
  const [text, setText] = useState('');
  const byWords = podcasts.map((podcast) => ({ podcast, entity: { name: `${podcast.name} ${podcast.host ?? ''}` } }));
  const shown = isFiltering ? filterByName(byWords, text) : byWords;

  return (
    <section aria-labelledby="podcasts" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="podcasts" className="mr-auto text-[13px] font-medium">
          Podcasts
        </h2>
        {chosen.length > 0 && <Button onClick={onClear}>Clear</Button>}
        <IconButton
          label="Filter podcasts"
          aria-expanded={isFiltering}
          onClick={() => {
            setFiltering(!isFiltering);
            setText('');
          }}
        >
          <ListFilter aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {isFiltering && <SearchField placeholder="Filter by name or host" value={text} onChange={setText} />}
      {shown.length === 0 ? (
        <p className="text-ink-soft py-3 text-[13px]">No podcast or host matches “{text.trim()}”.</p>
      ) : (
        <ul aria-label="Podcasts to ask about" className="-mx-1 flex gap-1 overflow-x-auto p-1">
          {shown.map(({ podcast: { id, name, imageUrl } }) => (
            <li key={id} className="shrink-0">
              <button
                type="button"
                aria-pressed={chosen.includes(id)}
                title={name}
                onClick={() => onToggle(id)}
                className={clsx(
                  'relative flex w-24 flex-col items-center gap-1 rounded-md p-1.5 text-xs',
                  chosen.includes(id) ? 'bg-accent-soft text-accent-strong font-medium' : 'hover:bg-hover',
                )}
              >
                <Cover src={imageUrl} name={name} className="size-16" />
                {chosen.includes(id) && (
                  <span className="bg-accent text-on-accent absolute top-0.5 right-3 flex size-5 items-center justify-center rounded-full">
                    <Check aria-hidden="true" className="size-3.5" />
                  </span>
                )}
                <span className="line-clamp-2 w-full text-center wrap-anywhere">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
