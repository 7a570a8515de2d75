import type { SegmentView } from '@earmark/contracts/transcripts';
import { useMemo } from 'react';
import type { EpisodeAudio } from '../audio/episode-audio.ts';
import { MentionStrip } from '../audio/mention-strip.tsx';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { excerptOf } from '../transcripts/excerpt.ts';
import type { Marking } from '../transcripts/matches.ts';

interface EpisodeMentionStripProps {
  audio: EpisodeAudio;
  segments: readonly SegmentView[];
  marking: Marking;
  /** Seconds; 0 when unknown. */
  duration: number;
}

/** The marked places of the transcript, along the audio. */
export function EpisodeMentionStrip({ audio, segments, marking, duration }: EpisodeMentionStripProps) {
  const { timeFormat } = usePreferences();
  const places = useMemo(
    () =>
      marking.matches
        .flatMap(({ segmentIndex, spans }) => {
          const segment = segments[segmentIndex];

          return segment === undefined ? [] : [{ segment, spans }];
        })
        .toSorted((one, other) => one.segment.startTime - other.segment.startTime),
    [marking, segments],
  );
  const moments = useMemo(() => places.map(({ segment }) => segment.startTime), [places]);

  return (
    <MentionStrip
      key={marking.key}
      name={marking.text}
      moments={moments}
      duration={duration}
      passageOf={(index) => {
        const place = places[index];
        if (place === undefined) return { time: '', speaker: '', pieces: [] };
        const { startTime, speaker, text } = place.segment;

        return { time: formatTimestamp(startTime, timeFormat), speaker, pieces: excerptOf(text, place.spans) };
      }}
      onPlay={audio.playFrom}
    />
  );
}
