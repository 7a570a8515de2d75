import type { SegmentView } from '@earmark/contracts/transcripts';
import { Pause, Play } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '../ui/button.tsx';
import type { Playback } from '../kit/playback.ts';

type Timed = Pick<SegmentView, 'startTime'>;

/** Plays the segment from its beginning; pauses when the audio plays. */
export function toggleSegment(playback: Playback, { startTime }: Timed): void {
  if (playback.isPlaying()) playback.pause();
  else playback.playFrom(startTime);
}

export function PlaySegment({ playback, segment }: { playback: Playback; segment: Timed }) {
  const isPlaying = useSyncExternalStore(playback.subscribe, playback.isPlaying);
  const Icon = isPlaying ? Pause : Play;

  return (
    <IconButton
      label={isPlaying ? 'Pause the audio' : 'Play this segment'}
      aria-keyshortcuts="Control+Space"
      onClick={() => toggleSegment(playback, segment)}
    >
      <Icon aria-hidden="true" className="size-4" />
    </IconButton>
  );
}
