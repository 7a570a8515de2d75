import type { AssistantTopic } from '@earmark/contracts/assistant';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, CircleHelp, Search } from 'lucide-react';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { Button } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { hueOf } from '../ui/hue.ts';
import { NamedIcon } from '../ui/named-icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { topics } from './assistant.api.ts';

/** A card per category, with its most mentioned entities, each of which can be asked about. */
export function TopicsTab({ onSearch }: { onSearch: (question: string) => void }) {
  const query = useQuery(topics);

  return (
    <div className="flex flex-col gap-4">
      <Help />
      <Fetched
        query={query}
        pending={<RowSkeletons label="Loading topics" rows={4} />}
        failed={<LoadingFailed query={query} title="Could not load the topics" />}
        isEmpty={(all) => all.length === 0}
        empty={<Notice title="No topics yet">Topics are the categories of entities that transcripts mention.</Notice>}
      >
        {(all) => (
          <ul aria-label="Topics" className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {all.map((topic) => (
              <li key={topic.id}>
                <Topic topic={topic} onSearch={onSearch} />
              </li>
            ))}
          </ul>
        )}
      </Fetched>
    </div>
  );
}

function Topic({ topic, onSearch }: { topic: AssistantTopic; onSearch: (question: string) => void }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { displayName, iconName, colorClass, patternCount, mentionCount, entities } = topic;

  return (
    <section aria-label={displayName} className="bg-surface border-line rounded-md border">
      <div className="flex items-center gap-3 p-4">
        <span
          data-hue={hueOf(colorClass)}
          className="chip flex size-10 shrink-0 items-center justify-center rounded-md"
        >
          <NamedIcon name={iconName} className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="font-medium wrap-anywhere">{displayName}</h2>
          <p className="text-ink-soft text-[13px] tabular-nums">
            {patternCount.toLocaleString('en-GB')} tracked · {counted(mentionCount, 'mention')}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 px-4 pb-4">
        <Button
          onClick={() => onSearch(`Tell me about all ${displayName.toLowerCase()} mentions in the podcasts`)}
          aria-label={`Search All: ${displayName}`}
        >
          <Search aria-hidden="true" className="size-4" />
          Search All
        </Button>
        {entities.length > 0 && (
          <Button variant="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            Most mentioned
            <ChevronDown aria-hidden="true" className={clsx('size-4', isOpen && 'rotate-180')} />
          </Button>
        )}
      </div>
      <ul id={id} hidden={!isOpen} aria-label={`Most mentioned: ${displayName}`} className="border-line border-t p-2">
        {entities.map(({ id: entityId, name, slug, mentions }) => (
          <li key={entityId} className="flex items-center gap-2 rounded-md py-0.5 pl-2">
            <Link
              to={`/entities/${slug}`}
              className="hover:text-accent min-w-0 flex-1 truncate underline-offset-2 hover:underline pointer-coarse:py-2.5"
            >
              {name}
            </Link>
            <span className="text-ink-soft text-[13px] tabular-nums">
              {mentions.toLocaleString('en-GB')}
              <span className="sr-only"> {mentions === 1 ? 'mention' : 'mentions'}</span>
            </span>
            <Button
              variant="quiet"
              aria-label={`Search: ${name}`}
              onClick={() => onSearch(`Tell me about ${name} mentions in the podcasts`)}
            >
              Search
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Help() {
  const id = useId();
  const [isOpen, setOpen] = useState(false);

  return (
    <div>
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-ml-3"
      >
        <CircleHelp aria-hidden="true" className="size-4" />
        How topics work
      </Button>
      <p id={id} hidden={!isOpen} className="text-ink-soft max-w-[72ch] text-pretty">
        Each card is a category of tracked entities with the number of their mentions. Open it to see what is mentioned
        most. <em>Search</em> writes a question about one entity, <em>Search All</em> one about the whole category; you
        can change it before you ask.
      </p>
    </div>
  );
}
