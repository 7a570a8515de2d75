import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { episodeProcessing } from './pipeline.api.ts';
import { ProcessButton } from './process-button.tsx';
import { processingWords } from './processing-words.ts';
import { runsOfEpisodePath } from './run-filter.ts';

interface ProcessingNoticeProps {
  episode: { readonly uuid: string; readonly title: string; readonly podcastId: string };
  /** Said where there is nothing to say of its processing. */
  otherwise: string;
  /** Follows the state. */
  more: string | null;
  /** Whether the reader may process it and see its runs. */
  mayProcess: boolean;
}

/** Says how far the transcript of an episode without one is. It is fetched once it is there. */
export function ProcessingNotice({ episode, otherwise, more, mayProcess }: ProcessingNoticeProps) {
  const { data } = useQuery(episodeProcessing(episode.uuid));
  useArrival(data?.state);
  const words = (data && processingWords(data)) ?? otherwise;

  return (
    <>
      <output className="text-ink-faint mt-2 block text-[13px]">
        {words} {more}
      </output>
      {mayProcess && (
        <span className="mt-4 flex flex-wrap items-center justify-center gap-3">
          {data?.state !== 'queued' && data?.state !== 'running' && (
            <ProcessButton episode={episode} podcastId={episode.podcastId} hasTranscript={false} hasRoom />
          )}
          {data !== undefined && data.state !== 'none' && (
            <Link
              to={runsOfEpisodePath(episode.uuid)}
              className="text-accent text-[13px] underline underline-offset-2 pointer-coarse:py-3"
            >
              Runs of this episode
            </Link>
          )}
        </span>
      )}
    </>
  );
}

/** Says that a transcript which can be read is processed again, to those who may see its runs. */
export function ReprocessingNotice({ episodeUuid }: { episodeUuid: string }) {
  const { data } = useQuery(episodeProcessing(episodeUuid));
  useArrival(data?.state);
  if (data?.state !== 'queued' && data?.state !== 'running') return null;

  return (
    <div className="bg-surface border-line flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border px-4 py-2.5 text-[13px]">
      <output>Processing again. {processingWords(data)}</output>
      <Link to={runsOfEpisodePath(episodeUuid)} className="text-accent underline underline-offset-2">
        Runs of this episode
      </Link>
    </div>
  );
}

/** Refetches the page of the episode when its processing ends. */
function useArrival(state: string | undefined): void {
  const client = useQueryClient();
  const before = useRef(state);
  useEffect(() => {
    const wasOpen = before.current === 'queued' || before.current === 'running';
    before.current = state;
    if (wasOpen && state === 'done') void client.invalidateQueries({ queryKey: ['episode'] });
  }, [client, state]);
}
