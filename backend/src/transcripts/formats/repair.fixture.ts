import { cue, timedCues, type RawCue, type RawTranscript } from './raw-transcript.ts';

export function cues(...rows: [startSeconds: number, endSeconds: number | null, text: string][]): RawTranscript {
  return timedCues(
    'srt',
    rows.map(([start, end, text]) => seconds(start, end, text)),
  );
}

export function turns(...rows: RawCue[]): RawTranscript {
  return { ...timedCues('text-turns', rows), layout: 'turns' };
}

export function seconds(start: number, end: number | null, text: string): RawCue {
  return cue(start * 1000, end === null ? null : end * 1000, null, text);
}

export function untimed(text: string): RawCue {
  return cue(null, null, null, text);
}

export function texts(read: { segments: readonly { text: string }[] }): string[] {
  return read.segments.map(({ text }) => text);
}
