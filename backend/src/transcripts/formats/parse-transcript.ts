import { readSubrip, readWebvtt } from './caption.format.ts';
import { decodeText } from './decode-text.ts';
import { readHtml } from './html.format.ts';
import { readJson } from './json.format.ts';
import { readOwnExport } from './own-export.ts';
import { TranscriptFormatUnknown, type RawTranscript } from './raw-transcript.ts';
import { repaired, type ParsedSegment, type ParsedTranscript } from './repair.ts';
import { readText } from './text.format.ts';
import { readTsv } from './tsv.format.ts';
import { readXml } from './xml.format.ts';

export { TranscriptFormatUnknown };
export type { ParsedSegment, ParsedTranscript };

const LEAST_WORDS = 5;
const MOST_SYMBOLS = 0.02;
const SAMPLE_CHARACTERS = 100_000;

/**
 * Reads a transcript file of any format that publishers use, told apart by content alone, and mends it (see `repaired`).
 * `durationMs` is the length of the audio: it serves to spread text without times and to tell seconds from milliseconds.
 * Throws TranscriptFormatUnknown (its message says what was seen) for anything that is not a transcript.
 */
export function parseTranscript(bytes: Uint8Array, options: { durationMs?: number | null } = {}): ParsedTranscript {
  const durationMs = options.durationMs ?? null;
  const { text, warnings } = decodeText(bytes);
  const raw = readFormat(text.replace(/^\ufeff/, ''), durationMs);
  return repaired({ ...raw, warnings: [...warnings, ...raw.warnings] }, durationMs);
}

function readFormat(text: string, durationMs: number | null): RawTranscript {
  return (
    readOwnExport(text) ??
    readWebvtt(text) ??
    readJson(text, durationMs) ??
    readXml(text) ??
    readHtml(text) ??
    readSubrip(text) ??
    readTsv(text) ??
    readProse(text)
  );
}

/** Anything may be plain text; it is a transcript only when it has turns or times, or at least a sentence of words. */
function readProse(text: string): RawTranscript {
  const raw = readText(text);
  if (raw === null) throw new TranscriptFormatUnknown('This is text of a format that is not known here.');
  if (!raw.format.endsWith('paragraphs')) return raw;
  const spoken = raw.cues
    .map((one) => one.text)
    .join(' ')
    .slice(0, SAMPLE_CHARACTERS);
  const words = spoken.match(/\p{L}{2,}|\p{Lo}/gu)?.length ?? 0;
  const letters = spoken.match(/\p{L}/gu)?.length ?? 0;
  const symbols = spoken.match(/[{}<>=;|\\_]/g)?.length ?? 0;
  if (symbols > spoken.length * MOST_SYMBOLS) {
    throw new TranscriptFormatUnknown('This looks like program text or data, not a transcript.');
  }
  if (words < LEAST_WORDS || letters < spoken.length * 0.5) {
    throw new TranscriptFormatUnknown('This is text, but neither turns nor times nor sentences were found in it.');
  }
  return raw;
}
