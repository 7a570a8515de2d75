import type { AssistantPodcast } from '@earmark/contracts/assistant';
import { Search } from 'lucide-react';
import { Link } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { Button } from '../ui/button.tsx';
import { Cover } from '../ui/cover.tsx';

/** The podcasts that can be asked about. */
export function BrowseTab({
  podcasts,
  onSearch,
}: {
  podcasts: readonly AssistantPodcast[];
  onSearch: (id: string) => void;
}) {
  return (
    <ul aria-label="Podcasts" className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {podcasts.map(({ id, name, host, imageUrl, slug, uploadedEpisodeCount }) => (
        <li key={id} className="bg-surface border-line flex flex-col gap-3 rounded-md border p-4">
          <div className="flex items-center gap-3">
            <Cover src={imageUrl} name={name} className="size-14" />
            <div className="min-w-0">
              <h2 className="font-medium wrap-anywhere">
                <Link to={`/podcasts/${slug}`} className="hover:text-accent underline-offset-2 hover:underline">
                  {name}
                </Link>
              </h2>
              {host !== null && <p className="text-ink-soft text-[13px] wrap-anywhere">{host}</p>}
              <p className="text-ink-soft text-[13px] tabular-nums">{counted(uploadedEpisodeCount, 'episode')}</p>
            </div>
          </div>
          <Button onClick={() => onSearch(id)} aria-label={`Search This Podcast: ${name}`} className="mt-auto">
            <Search aria-hidden="true" className="size-4" />
            Search This Podcast
          </Button>
        </li>
      ))}
    </ul>
  );
}
