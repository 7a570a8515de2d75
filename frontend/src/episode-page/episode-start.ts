import type { SegmentView } from '@earmark/contracts/transcripts';
import { useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from '../kit/router/routing.tsx';
import type { EpisodeAudio } from '../audio/episode-audio.ts';
import { parseMoment } from '@earmark/contracts/kit';

// Keys of history entries whose start moment has been used already.
const visited = new Set<string>();

/**
 * Start moment from the link's `t` or `segment` in milliseconds. Cues the audio there; nothing plays automatically. Null
 * when the link has none, and when the reader returns to the page while its audio is playing. `arrival`: key of the history
 * entry.
 */
export function useStartMoment(
  audio: EpisodeAudio | null,
  segments: readonly SegmentView[],
  arrival: string,
): number | null {
  const { key } = useLocation();
  const [params] = useSearchParams();
  const isBack = useMemo(() => visited.has(arrival) && audio?.state().hasStarted === true, [arrival, audio]);
  const linked = segments.find(({ id }) => id === params.get('segment'))?.startTime ?? null;
  const startMs = isBack ? null : (parseMoment(params.get('t')) ?? linked);

  useEffect(() => {
    if (startMs !== null) audio?.cue(startMs);
    audio?.takeIn();
  }, [audio, startMs, arrival]);
  useEffect(() => {
    visited.add(key);
  }, [key]);

  return startMs;
}
