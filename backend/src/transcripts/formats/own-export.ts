import { webvttBlocks } from './cue-blocks.ts';
import { decodeEntities } from './inline-markup.ts';
import { cue, timedCues, type RawTranscript } from './raw-transcript.ts';

/** How the first note of our own WebVTT begins. */
export const OWN_EXPORT_NOTE = 'Exported by Earmark';

const VOICE = /^<v ([^<>]+)>/;

/**
 * Reads what we have exported ourselves: its cues are segments, with nothing to mend. Null for other files, and for one that
 * somebody has changed so that it does not hold segments any more.
 */
export function readOwnExport(text: string): RawTranscript | null {
  if (!text.startsWith(`WEBVTT\n\nNOTE ${OWN_EXPORT_NOTE}`)) return null;
  const cues = webvttBlocks(text).map(({ startMs, endMs, payload }) => {
    const voice = VOICE.exec(payload);

    return cue(
      startMs,
      endMs,
      voice?.[1] === undefined ? null : decodeEntities(voice[1]),
      decodeEntities(payload.slice(voice?.[0].length ?? 0)),
    );
  });
  const areSegments = cues.every(
    ({ startMs, endMs, text: words }) => startMs !== null && endMs !== null && endMs >= startMs && isSegmentText(words),
  );

  return cues.length > 0 && areSegments ? { ...timedCues('webvtt', cues), layout: 'segments' } : null;
}

const LONGEST_TEXT = 10_000;
const isSegmentText = (text: string): boolean => text !== '' && text.trim() === text && text.length <= LONGEST_TEXT;
