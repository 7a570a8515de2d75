import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { episodeProcessing } from '../pipeline/pipeline.api.ts';
import { ProcessingNotice, ReprocessingNotice } from '../pipeline/processing-notice.tsx';
import { late } from '../ui/late.tsx';
import { useMayEdit } from './edit-toggle.tsx';

const CarryOverNotice = late(async () => (await import('../carry-over/carry-over-notice.tsx')).CarryOverNotice);

/** Why there is no transcript to read, and how far it is. */
export function MissingTranscript({ page: { episode, asOf } }: { page: EpisodePage }) {
  const mayProcess = useMayEdit();
  const { transcriptSource, audioUrl } = episode;
  const state = transcriptSource === null ? 'Not transcribed yet.' : 'Its transcript is empty.';
  const more = audioUrl === null ? null : 'You can still play the audio.';

  // Nothing of the past is processed.
  return asOf === undefined ? (
    <ProcessingNotice episode={episode} otherwise={state} more={more} mayProcess={mayProcess} />
  ) : (
    <span className="text-ink-faint mt-2 block text-[13px]">
      {state} {more}
    </span>
  );
}

/** Readers of a finished transcript need not know that it is processed again; those who may change it do. */
export function Reprocessing({ page: { episode } }: { page: EpisodePage }) {
  return useMayEdit() && <ReprocessingNotice episodeUuid={episode.uuid} />;
}

/** Tells those who may decide about it that a new transcript waits. Visitors never load it. */
export function NewTranscript({ page: { episode }, play }: { page: EpisodePage; play: ((ms: number) => void) | null }) {
  return useMayEdit() && <WaitingTranscript episodeUuid={episode.uuid} play={play} />;
}

function WaitingTranscript({ episodeUuid, play }: { episodeUuid: string; play: ((ms: number) => void) | null }) {
  const { data, isPending } = useQuery(episodeProcessing(episodeUuid));
  if (isPending) return null;

  return <CarryOverNotice episodeUuid={episodeUuid} phase={data?.state ?? 'unknown'} play={play} />;
}
