import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { EpisodeAudio } from '../audio/episode-audio.ts';
import { LiveFeedContext } from '../kit/live-feed.ts';
import { TranscriptEditor } from '../transcripts/editor/transcript-editor.tsx';
import { useSaveTranscript } from '../transcripts/transcripts.api.ts';
import { NO_AUDIO } from '../audio/use-episode-audio.ts';
import { useSlowWhileTyping } from './slow-while-typing.ts';

interface EpisodeTranscriptEditorProps {
  page: EpisodePage;
  pageKey: readonly string[];
  audio: EpisodeAudio | null;
}

/** The transcript editor with the episode's audio, and with who has just changed the transcript. */
export function EpisodeTranscriptEditor({ page, pageKey, audio }: EpisodeTranscriptEditorProps) {
  const { uuid } = page.episode;
  const client = useQueryClient();
  const { items } = use(LiveFeedContext);
  const { mutateAsync } = useSaveTranscript(uuid, pageKey);
  const onTyping = useSlowWhileTyping();
  const last = items.find(({ episodeUuid, stream }) => episodeUuid === uuid && stream === `transcript-${uuid}`);

  return (
    <TranscriptEditor
      episodeUuid={uuid}
      segments={page.transcript}
      version={page.version}
      lastEditor={last?.actor ?? null}
      playback={audio ?? NO_AUDIO}
      hasAudio={audio !== null}
      onTyping={onTyping}
      save={mutateAsync}
      refresh={() => client.invalidateQueries({ queryKey: pageKey })}
    />
  );
}
