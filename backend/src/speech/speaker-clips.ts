import type { ParsedSegment } from '../transcripts/formats/parse-transcript.ts';
import type { CuttableAudio } from './audio/cuttable-audio.ts';

/** What OpenAI takes. */
const MOST_SPEAKERS = 4;
const LEAST_MS = 2000;
const MOST_MS = 8000;

export interface SpeakerClip {
  readonly speaker: string;
  readonly dataUrl: string;
}

/** For each of the speakers who talk most, the longest time that nobody else talks, as sound of 2 to 8 seconds. */
export async function speakerClips(
  segments: readonly ParsedSegment[],
  offsetMs: number,
  audio: CuttableAudio,
): Promise<SpeakerClip[]> {
  const totals = new Map<string, number>();
  for (const { speaker, startMs, endMs } of segments)
    if (speaker !== null) totals.set(speaker, (totals.get(speaker) ?? 0) + endMs - startMs);
  const speakers = [...totals].toSorted((one, other) => other[1] - one[1]).map(([speaker]) => speaker);
  const clips: SpeakerClip[] = [];
  for (const speaker of speakers.slice(0, MOST_SPEAKERS)) {
    const best = longestAlone(segments, speaker);
    if (best === null) continue;
    const middle = (best.startMs + best.endMs) / 2;
    const halfMs = Math.min(MOST_MS, best.endMs - best.startMs) / 2;
    const { blob, startMs, endMs } = await audio.cut(offsetMs + middle - halfMs, offsetMs + middle + halfMs);
    if (endMs - startMs < LEAST_MS) continue;
    const content = Buffer.from(await blob.arrayBuffer()).toString('base64');
    clips.push({ speaker, dataUrl: `data:${blob.type};base64,${content}` });
  }

  return clips;
}

function longestAlone(segments: readonly ParsedSegment[], speaker: string): ParsedSegment | null {
  let best: ParsedSegment | null = null;
  for (const [index, segment] of segments.entries()) {
    const lengthMs = segment.endMs - segment.startMs;
    if (segment.speaker !== speaker || lengthMs < LEAST_MS + 500 || lengthMs <= (best ? best.endMs - best.startMs : 0))
      continue;
    const isAlone = (other: ParsedSegment | undefined): boolean =>
      other === undefined ||
      other.speaker === speaker ||
      other.endMs <= segment.startMs ||
      other.startMs >= segment.endMs;
    if (isAlone(segments[index - 1]) && isAlone(segments[index + 1])) best = segment;
  }

  return best;
}
