import type { EpisodePage } from '@earmark/contracts/episodes';
import { ExternalLink, Play } from 'lucide-react';
import { useState } from 'react';
import { useEpisodeAudio } from '../audio/use-episode-audio.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { usePreferences } from '../kit/preferences.ts';
import { SearchField } from '../ui/search-field.tsx';
import { formatTimestamp } from '../kit/timestamp.ts';
import { notify } from '../ui/toast.tsx';
import { formatMoment } from '@earmark/contracts/kit';
import { searchKeyword } from './keyword-matches.ts';
import type { KeywordMatch, KeywordSearch as Search } from './keyword-matches.ts';

interface KeywordSearchProps {
  page: EpisodePage;
  /** The latest result; null before any search. */
  search: Search | null;
  onSearch: (search: Search | null) => void;
}

/** Searches the transcript for a word, to see how an entity is named there and how often. */
export function KeywordSearch({ page, search, onSearch }: KeywordSearchProps) {
  const [text, setText] = useState('');
  const submit = () => {
    const term = text.trim();
    if (term === '') return;
    const found = searchKeyword(page.transcript, term);
    onSearch(found);
    notify(`Found ${found.total} matches for "${term}"`);
  };

  return (
    <section aria-label="Keyword search" className="flex min-w-0 flex-col gap-3">
      <h3 className="font-semibold">Find in Transcript</h3>
      <form
        aria-label="Keyword"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex gap-2"
      >
        <SearchField
          placeholder="Search keyword..."
          maxLength={300}
          value={text}
          onChange={(value) => {
            setText(value);
            if (value === '') onSearch(null);
          }}
          className="min-w-0 flex-1"
        />
        <Button type="submit" className="h-9">
          Search
        </Button>
      </form>
      {search === null ? (
        <p className="text-ink-faint text-[13px] text-pretty">
          Shows where a word is said. The first matches become the examples of the entity you add.
        </p>
      ) : (
        <Matches page={page} search={search} />
      )}
    </section>
  );
}

function Matches({ page, search: { term, total, segments, shown } }: { page: EpisodePage; search: Search }) {
  const audio = useEpisodeAudio(page);
  if (shown.length === 0) return <p className="text-ink-soft">No matches for "{term}" in this transcript.</p>;

  return (
    <>
      {(total > shown.length || total > segments) && (
        <p className="text-ink-faint text-[13px]">
          {total > shown.length && `The first ${shown.length} of `}
          {total} in {segments} {segments === 1 ? 'segment' : 'segments'}
        </p>
      )}
      <ol aria-label="Matches" className="border-line max-h-80 overflow-y-auto overscroll-contain rounded-md border">
        {shown.map((match, at) => (
          <li key={at} className="border-line flex gap-1 border-b p-1.5 last:border-b-0">
            <Match page={page} term={term} match={match} play={audio === null ? null : audio.playFrom} />
          </li>
        ))}
      </ol>
    </>
  );
}

interface MatchProps {
  page: EpisodePage;
  term: string;
  match: KeywordMatch;
  play: ((ms: number) => void) | null;
}

function Match({ page: { podcast, episode }, term, match, play }: MatchProps) {
  const { timeFormat } = usePreferences();
  const time = formatTimestamp(match.startMs, timeFormat);
  const place = new URLSearchParams({ search: term, t: formatMoment(match.startMs) });

  return (
    <>
      {play !== null && (
        <IconButton
          label={`Play from ${time}`}
          onClick={() => play(match.startMs)}
          className="focus-visible:-outline-offset-2"
        >
          <Play aria-hidden="true" className="size-4 fill-current" />
        </IconButton>
      )}
      <a
        // Opens in a new tab, so that unsaved changes here stay in view.
        href={`/podcasts/${encodeURIComponent(podcast.slug)}/${encodeURIComponent(episode.slug)}?${place}`}
        target="_blank"
        rel="noreferrer"
        title="Open in the transcript, in a new tab"
        className="hover:bg-hover group min-w-0 flex-1 rounded-md px-1.5 py-1 focus-visible:-outline-offset-2"
      >
        <span className="text-ink-soft flex items-center gap-1.5 text-[13px]">
          <span className="text-accent tabular-nums group-hover:underline">{time}</span>
          <span className="truncate">{match.speaker}</span>
          <ExternalLink aria-hidden="true" className="text-ink-faint size-3.5 shrink-0" />
          <span className="sr-only">Opens the transcript in a new tab.</span>
        </span>
        <span dir="auto" className="block wrap-anywhere">
          {match.before}
          <mark className="mark">{match.match}</mark>
          {match.after}
        </span>
      </a>
    </>
  );
}
