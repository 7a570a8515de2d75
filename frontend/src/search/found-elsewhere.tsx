import { typedQuery } from '@earmark/contracts/search';
import type { Suggestions } from '@earmark/contracts/search';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { usePreferences } from '../kit/preferences.ts';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import type { Query } from '../ui/fetched.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { searchPath } from './search-state.ts';
import { SuggestedLine } from './suggested-line.tsx';
import { suggestedGroups } from './suggested-links.ts';

interface FoundElsewhereProps {
  text: string;
  query: Query<Suggestions>;
}

/** Entities, people, episodes and passages for the text of the podcast search. Renders nothing when there are none. */
export function FoundElsewhere({ text, query }: FoundElsewhereProps) {
  return (
    <Fetched
      query={query}
      pending={
        <Frame>
          <RowSkeletons label="Searching entities, episodes and passages" rows={2} />
        </Frame>
      }
      failed={
        <Frame>
          <LoadingFailed query={query} title="Could not search entities, episodes and passages" />
        </Frame>
      }
    >
      {(found) => <Groups text={text} found={found} />}
    </Fetched>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <section aria-label="Also found" className="bg-surface border-line overflow-hidden rounded-md border">
    {children}
  </section>
);

function Groups({ text, found }: { text: string; found: Suggestions }) {
  const { timeFormat } = usePreferences();
  const groups = suggestedGroups({ ...found, podcasts: [] }, text, timeFormat);
  if (groups.length === 0) return null;

  return (
    <Frame>
      {groups.map(({ title, links }) => (
        <section key={title} aria-label={title} className="border-line border-b last:border-b-0">
          <div className="flex items-baseline justify-between gap-3 px-4 pt-3">
            <h2 className="text-[15px] font-semibold">{title}</h2>
            {title === 'Passages' && (
              <Link
                to={searchPath({ words: typedQuery(text) })}
                className="text-accent inline-flex items-center gap-1 text-[13px] underline-offset-2 hover:underline"
              >
                {found.totalPassages === null ? 'All passages' : `All ${counted(found.totalPassages, 'passage')}`}
                <ArrowRight aria-hidden="true" className="size-3.5" />
              </Link>
            )}
          </div>
          <ul aria-label={title} className="p-2">
            {links.map((link) => (
              <li key={link.key}>
                <Link
                  to={link.to}
                  className="hover:bg-hover flex min-h-9 items-center gap-2.5 rounded px-2 py-1.5 focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
                >
                  <SuggestedLine link={link} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Frame>
  );
}

/** Whether something other than a podcast was found. */
export const isFoundElsewhere = (found: Suggestions | undefined): boolean =>
  found !== undefined &&
  [found.entities, found.speakers, found.episodes, found.passages].some(({ length }) => length > 0);
