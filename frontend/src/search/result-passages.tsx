import type { SearchedEpisode, SegmentsAnswer } from '@earmark/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { PassageLine } from './passage-line.tsx';
import { episodePath } from './result-links.ts';
import type { Sought } from './result-links.ts';
import type { ResultPlayback } from './result-playback.ts';
import type { SearchCriteria } from './search-state.ts';
import { searchSegments } from './search.api.ts';
import { useUnfolded } from './unfolded.ts';

interface ResultPassagesProps {
  result: SearchedEpisode;
  criteria: SearchCriteria;
  sought: Sought;
  playback: ResultPlayback | null;
}

type Segment = SegmentsAnswer['segments'][number];

/** The passages found in an episode: the best three, all on demand, each with its neighbours on demand. */
export function ResultPassages({ result, criteria, sought, playback }: ResultPassagesProps) {
  const { episode, podcast, passages } = result;
  const { isWhole, setWhole, opened, toggle } = useUnfolded(episode.uuid);
  const { entity, speaker, words } = criteria;
  const query = useQuery({
    ...searchSegments({ episodeUuid: episode.uuid, entity, speaker, words }),
    enabled: isWhole || opened.size > 0,
  });
  const segments = query.data?.segments ?? [];
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const shown = isWhole && query.data !== undefined ? segments.map(passageOf) : passages.shown;
  const place = { podcastSlug: podcast.slug, episodeSlug: episode.slug };

  return (
    <div className="mt-3">
      <ol aria-label={`Passages in ${episode.name}`} className="flex flex-col gap-3">
        {shown.map((passage) => {
          const { segmentId } = passage;
          const isOpen = opened.has(segmentId);
          const neighbours = isOpen ? byId.get(segmentId) : undefined;

          return (
            <li key={segmentId}>
              <PassageLine
                {...passage}
                {...(neighbours && passageOf(neighbours))}
                episodeUuid={episode.uuid}
                to={episodePath(place, sought, passage)}
                playback={playback}
                before={neighbours?.before}
                after={neighbours?.after}
              >
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => toggle(segmentId)}
                  className="text-ink-faint hover:text-ink underline-offset-2 hover:underline pointer-coarse:py-2.5 print:hidden"
                >
                  {isOpen ? 'Hide context' : 'Context'}
                </button>
              </PassageLine>
            </li>
          );
        })}
      </ol>
      {query.isError && (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <Failure message={`The other passages could not be loaded. ${query.error.message}`} />
          <Button onClick={() => void query.refetch()}>Try again</Button>
        </div>
      )}
      {passages.total > passages.shown.length && (
        <p className="text-ink-soft mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] tabular-nums sm:pl-13">
          {shown.length} of {passages.total.toLocaleString('en-GB')} passages shown
          <Button
            variant="quiet"
            onClick={() => setWhole(!isWhole)}
            aria-expanded={isWhole && query.data !== undefined}
            className="-ml-2"
          >
            {moreLabel(isWhole, query.isFetching)}
          </Button>
        </p>
      )}
    </div>
  );
}

function moreLabel(isWhole: boolean, isFetching: boolean): string {
  if (!isWhole) return 'Show more';

  return isFetching ? 'Loading…' : 'Show fewer';
}

const passageOf = ({ id, startTime, endTime, ...segment }: Segment) => ({
  segmentId: id,
  startMs: startTime,
  endMs: endTime,
  timeFormatted: segment.timeFormatted,
  speaker: segment.speaker,
  text: segment.text,
  marks: segment.marks,
});
