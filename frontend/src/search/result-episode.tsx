import type { SearchedEpisode } from '@earmark/contracts/search';
import { memo, useState } from 'react';
import { Link, useNavigate } from '../kit/router/routing.tsx';
import { MentionStrip } from '../audio/mention-strip.tsx';
import { formatDay } from '../kit/date.ts';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { piecesOfMarks } from '../mentions/passage-text.ts';
import { Cover } from '../ui/cover.tsx';
import { episodePath } from './result-links.ts';
import type { Sought } from './result-links.ts';
import type { SearchCriteria } from './search-state.ts';
import { ResultMentions } from './result-mentions.tsx';
import type { SpokenMention } from './result-mentions.tsx';
import { ResultPassages } from './result-passages.tsx';
import { useResultPlayback } from './result-playback.ts';
import type { ResultPlayback } from './result-playback.ts';
import { SegmentsDialog } from './segments-dialog.tsx';

interface ResultEpisodeProps {
  result: SearchedEpisode;
  /** What it was found by, as the server understood it. */
  criteria: SearchCriteria;
}

/** An episode that was found: where the passages are, the passages, and what it mentions. */
// Typing renders the page with every key, but changes no result.
export const ResultEpisode = memo(function ResultEpisode({ result, criteria }: ResultEpisodeProps) {
  const { passages, strip, mentions } = result;
  // Episodes' pages know entities by name.
  const entity = mentions.find(({ entitySlug }) => entitySlug === criteria.entity)?.entity ?? criteria.entity;
  const sought = { entity, words: criteria.words };
  const playback = useResultPlayback(result);
  const [asked, setAsked] = useState<SpokenMention | null>(null);

  return (
    <article aria-label={result.episode.name} className="p-4">
      <Source result={result} sought={sought} />
      {strip.length > 0 && <Strip result={result} sought={sought} playback={playback} />}
      {passages.total > 0 && <ResultPassages result={result} criteria={criteria} sought={sought} playback={playback} />}
      <ResultMentions result={result} onOpen={setAsked} />
      {asked !== null && <SegmentsDialog result={result} asked={asked} onClose={() => setAsked(null)} />}
    </article>
  );
});

interface PartProps {
  result: SearchedEpisode;
  sought: Sought;
}

function Source({ result: { episode, podcast, passages }, sought }: PartProps) {
  const place = { podcastSlug: podcast.slug, episodeSlug: episode.slug };

  return (
    <div className="flex items-center gap-3">
      <Cover src={episode.imageUrl ?? podcast.imageUrl} name={podcast.name} className="size-10" />
      <div className="min-w-0">
        <h3 className="text-[15px] font-medium wrap-anywhere">
          <Link
            to={episodePath(place, sought, passages.shown[0] ?? null, false)}
            className="hover:text-accent line-clamp-2 w-fit leading-6 underline-offset-2 hover:underline"
          >
            {episode.name}
          </Link>
        </h3>
        <p className="text-ink-soft text-[13px] wrap-anywhere">
          <Link to={`/podcasts/${podcast.slug}`} className="hover:text-accent underline-offset-2 hover:underline">
            {podcast.name}
          </Link>
          {podcast.host !== null && <> with {podcast.host}</>}
          {episode.publishedAt !== null && (
            <>
              {' · '}
              <time dateTime={episode.publishedAt} className="whitespace-nowrap">
                {formatDay(episode.publishedAt)}
              </time>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function Strip({ result, sought, playback }: PartProps & { playback: ResultPlayback | null }) {
  const { timeFormat } = usePreferences();
  const navigate = useNavigate();
  const { episode, podcast, passages, strip } = result;
  const place = { podcastSlug: podcast.slug, episodeSlug: episode.slug };
  // Without audio it leads to the place in the transcript.
  const read = (startMs: number) => navigate(episodePath(place, sought, { startMs, text: '', marks: [] }));
  const what = sought.words === '' ? sought.entity : sought.words;

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
        onPlay={playback?.playFrom ?? read}
      />
    </div>
  );
}
