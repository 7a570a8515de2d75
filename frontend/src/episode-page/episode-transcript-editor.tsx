import type { EpisodePage } from '@earmark/contracts/episodes';
import { use } from 'react';
import type { EpisodeAudio } from '../audio/episode-audio.ts';
import { NO_AUDIO } from '../audio/use-episode-audio.ts';
import { LiveFeedContext } from '../kit/live-feed.ts';
import { TranscriptEditor } from '../transcripts/editor/transcript-editor.tsx';
import { useSlowWhileTyping } from './slow-while-typing.ts';

interface EpisodeTranscriptEditorProps {
  page: EpisodePage;
  startAt: string | null;
  audio: EpisodeAudio | null;
}

/** Connects the transcript editor to the episode's audio and to the latest change of the transcript by others. */
export function EpisodeTranscriptEditor({ page, startAt, audio }: EpisodeTranscriptEditorProps) {
  const { uuid } = page.episode;
  const { items } = use(LiveFeedContext);
  const onTyping = useSlowWhileTyping();
  const last = items.find(({ episodeUuid, stream }) => episodeUuid === uuid && stream === `transcript-${uuid}`);

  return (
    <TranscriptEditor
      page={page}
      startAt={startAt}
      lastEditor={last?.actor ?? null}
      playback={audio ?? NO_AUDIO}
      hasAudio={audio !== null}
      onTyping={onTyping}
    />
  );
}
