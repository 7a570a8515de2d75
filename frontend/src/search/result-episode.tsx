import type { SearchedEpisode } from '@earmark/contracts/search';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { MentionStrip } from '../audio/mention-strip.tsx';
import { formatDay } from '../kit/date.ts';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { piecesOfMarks } from '../mentions/passage-text.ts';
import { Cover } from '../ui/cover.tsx';
import { episodePath } from './result-links.ts';
import { ResultMentions } from './result-mentions.tsx';
import type { SpokenMention } from './result-mentions.tsx';
import { ResultPassages } from './result-passages.tsx';
import { useResultPlayback } from './result-playback.ts';
import type { ResultPlayback } from './result-playback.ts';
import type { SearchState } from './search-state.ts';
import { SegmentsDialog } from './segments-dialog.tsx';

interface ResultEpisodeProps {
  result: SearchedEpisode;
  /** The search that it was found by. */
  state: SearchState;
}

/** An episode that was found: where the passages are, the passages, and what it mentions. */
export function ResultEpisode({ result, state }: ResultEpisodeProps) {
  const { passages, strip } = result;
  const playback = useResultPlayback(result);
  const [asked, setAsked] = useState<SpokenMention | null>(null);

  return (
    <article aria-label={result.episode.name} className="p-4">
      <Source result={result} state={state} />
      {playback !== null && strip.length > 0 && <Strip result={result} state={state} playback={playback} />}
      {passages.total > 0 && <ResultPassages result={result} state={state} playback={playback} />}
      <ResultMentions result={result} onOpen={setAsked} />
      {asked !== null && <SegmentsDialog result={result} asked={asked} onClose={() => setAsked(null)} />}
    </article>
  );
}

function Source({ result: { episode, podcast, passages }, state }: ResultEpisodeProps) {
  const place = { podcastSlug: podcast.slug, episodeSlug: episode.slug };

  return (
    <div className="flex items-center gap-3">
      <Cover src={episode.imageUrl ?? podcast.imageUrl} name={podcast.name} className="size-10" />
      <div className="min-w-0">
        <h3 className="text-[15px] font-medium wrap-anywhere">
          <Link
            to={episodePath(place, state, passages.shown[0] ?? null, false)}
            className="hover:text-accent line-clamp-2 w-fit leading-6 underline-offset-2 hover:underline"
          >
            {episode.name}
          </Link>
        </h3>
        <p className="text-ink-soft flex min-w-0 flex-wrap gap-x-1.5 text-[13px]">
          <Link to={`/podcasts/${podcast.slug}`} className="hover:text-accent underline-offset-2 hover:underline">
            {podcast.name}
          </Link>
          {podcast.host !== null && <span>with {podcast.host}</span>}
          {episode.publishedAt !== null && (
            <>
              <span aria-hidden="true">·</span>
              <time dateTime={episode.publishedAt}>{formatDay(episode.publishedAt)}</time>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function Strip({ result, state, playback }: ResultEpisodeProps & { playback: ResultPlayback }) {
  const { timeFormat } = usePreferences();
  const { episode, passages, strip } = result;
  const what = state.words === '' ? state.entity : state.words;

  return (
    <div className="border-line mt-3 border-b">
      <MentionStrip
        name={`${what} in ${episode.name}`}
        moments={strip}
        duration={episode.lengthMs / 1000}
        passageOf={(index) => {
          const ms = strip[index] ?? 0;
          const passage = passages.shown.find(({ startMs }) => startMs === ms);

          return {
            time: formatTimestamp(ms, timeFormat),
            speaker: passage?.speaker ?? '',
            pieces: passage === undefined ? [] : piecesOfMarks(passage.text, passage.marks),
          };
        }}
        onPlay={playback.playFrom}
      />
    </div>
  );
}
