import type { ParsedTranscript } from '../transcripts/formats/parse-transcript.ts';
import { isGenericLabel } from '../transcripts/formats/speaker-names.ts';

/** The transcript of a part of the sound. */
export interface PartTranscript {
  /** Where it begins in the whole. */
  readonly startMs: number;
  /** Null: nothing is said in it. */
  readonly parsed: Pick<ParsedTranscript, 'segments' | 'warnings'> | null;
}

export interface JoinedSegment {
  readonly start: number;
  readonly end: number;
  readonly speaker: string | null;
  readonly text: string;
}

export interface JoinedTranscript {
  /** In a format that the transcript reader knows; times are seconds. */
  readonly document: { readonly segments: readonly JoinedSegment[] };
  readonly warnings: readonly string[];
}

/** As a service calls a speaker of the first part whose voice it was given. */
export const voiceName = (index: number): string => `voice-${index + 1}`;

/**
 * The parts as one transcript. Services begin to count speakers anew in each part, so their labels stay apart, by numbers that
 * go on, except for those in `voices` (in the order of their names), which were recognised by their voice.
 */
export function joinedTranscript(parts: readonly PartTranscript[], voices: readonly string[]): JoinedTranscript {
  const labels = new Set<string>();
  const segments: JoinedSegment[] = [];
  let unmatched = 0;
  const next = (): string => `SPEAKER_${String(labels.size).padStart(2, '0')}`;
  for (const [index, { startMs, parsed }] of parts.entries()) {
    const names = new Map<string, string>();
    const nameOf = (label: string): string => {
      const voice = voices.find((_, at) => voiceName(at) === label);
      const known = names.get(label) ?? voice ?? (isGenericLabel(label) ? null : label);
      if (known === null && index > 0) unmatched++;
      const name = known ?? next();
      names.set(label, name);
      labels.add(name);

      return name;
    };
    for (const { startMs: fromMs, endMs: toMs, speaker, text } of parsed?.segments ?? [])
      segments.push({
        start: secondsAt(startMs + fromMs),
        end: secondsAt(startMs + toMs),
        speaker: speaker === null ? null : nameOf(speaker),
        text,
      });
  }

  return {
    document: { segments },
    warnings: [
      ...parts.flatMap(({ parsed }, index) =>
        (parsed?.warnings ?? []).map((warning) => (parts.length === 1 ? warning : `Part ${index + 1}: ${warning}`)),
      ),
      ...(unmatched === 0
        ? []
        : [
            `${unmatched} ${unmatched === 1 ? 'speaker' : 'speakers'} of later parts may be the same as earlier ones: the service counts them anew in each part.`,
          ]),
    ],
  };
}

const secondsAt = (ms: number): number => Math.round(ms) / 1000;

/** When somebody speaks, in seconds. */
export interface Turn {
  readonly start: number;
  readonly end: number;
  readonly speaker: string;
}

const NEAR_MS = 2000;

/** Segments with the speaker who talks most of their time; with none, the nearest one within two seconds. */
export function withSpeakers(
  segments: ParsedTranscript['segments'],
  turns: readonly Turn[],
): ParsedTranscript['segments'] {
  return segments.map((segment) => {
    const shares = new Map<string, number>();
    let nearest: { speaker: string; gapMs: number } | null = null;
    for (const { start, end, speaker } of turns) {
      const [startMs, endMs] = [start * 1000, end * 1000];
      const sharedMs = Math.min(segment.endMs, endMs) - Math.max(segment.startMs, startMs);
      if (sharedMs > 0) shares.set(speaker, (shares.get(speaker) ?? 0) + sharedMs);
      else if (-sharedMs <= NEAR_MS && -sharedMs < (nearest?.gapMs ?? Infinity))
        nearest = { speaker, gapMs: -sharedMs };
    }
    const [most] = [...shares].toSorted((one, other) => other[1] - one[1]);

    return { ...segment, speaker: most?.[0] ?? nearest?.speaker ?? segment.speaker };
  });
}
