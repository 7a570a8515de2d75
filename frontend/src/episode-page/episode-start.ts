import type { SegmentView } from '@earmark/contracts/transcripts';
import { useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { EpisodeAudio } from '../audio/episode-audio.ts';
import { parseMoment } from '../kit/moment.ts';

// Places of the history whose moment was gone to already.
const visited = new Set<string>();

/**
 * The moment that the link asks for by `t` or by a `segment`, in milliseconds, and cues the audio there; nothing plays by itself. Null when there is
 * none, and for a reader who comes back to a page while its audio plays on. `arrival`: the place of the history they came to.
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
