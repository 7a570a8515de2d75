import { timingLine } from './clock.ts';

/** One cue of a caption file: its times in ms as written, null if they cannot be read, and its payload lines with all markup. */
export interface CueBlock {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly payload: string;
}

/**
 * Cues of a WebVTT file: a blank line ends the payload, so identifiers, NOTE, STYLE and REGION blocks fall between cues.
 * A `-->` inside a NOTE does not make a cue, since only a line that reads as two times does.
 */
export function webvttBlocks(text: string): CueBlock[] {
  const blocks: CueBlock[] = [];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const times = timingLine(lines[index] ?? '');
    if (times === null) continue;
    const payload: string[] = [];
    while (index + 1 < lines.length && (lines[index + 1] ?? '') !== '' && timingLine(lines[index + 1] ?? '') === null) {
      index += 1;
      payload.push(lines[index] ?? '');
    }
    blocks.push({ ...times, payload: payload.join('\n') });
  }
  return blocks;
}

/** Cues of a SubRip file: everything up to the next timing line is payload, except blanks and the next cue's number. */
export function subripBlocks(text: string): CueBlock[] {
  const blocks: CueBlock[] = [];
  let times: ReturnType<typeof timingLine> = null;
  let payload: string[] = [];
  const close = (isLast: boolean) => {
    if (times === null) return;
    blocks.push({ ...times, payload: withoutNumber(payload, isLast).join('\n') });
  };
  for (const line of text.split('\n')) {
    const next = line.includes('-->') ? timingLine(line) : null;
    if (next === null) {
      payload.push(line);
      continue;
    }
    close(false);
    times = next;
    payload = [];
  }
  close(true);
  return blocks;
}

function withoutNumber(payload: readonly string[], isLast: boolean): readonly string[] {
  const before = payload.at(-2);
  const isNumber = !isLast && /^\s*\d{1,7}\s*$/.test(payload.at(-1) ?? '');
  // A card of one line that is a number ("2023") has no blank line before it; the number of the next card has.
  const lines =
    isNumber && (before === undefined || before.trim() === '' || payload.length > 1) ? payload.slice(0, -1) : payload;
  return lines.filter((line) => line.trim() !== '');
}
