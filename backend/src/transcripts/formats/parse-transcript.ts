import { isUtf8 } from 'node:buffer';
import { decodeLegacy } from '../../kit/legacy-encoding.ts';
import { readOwnExport, readSbv, readSubrip, readTsv, readWebvtt } from './caption.format.ts';
import { readCsv } from './csv.format.ts';
import { readHtml } from './html.format.ts';
import { readJson } from './json.format.ts';
import { withoutDirections } from './markup.ts';
import { TranscriptFormatUnknown, type RawTranscript } from './raw-transcript.ts';
import { repaired, type ParsedSegment, type ParsedTranscript } from './repair.ts';
import { readSubstation } from './substation.format.ts';
import { readText } from './text.format.ts';
import { readXml } from './xml.format.ts';

export { TranscriptFormatUnknown };
export type { ParsedSegment, ParsedTranscript };

const LEAST_WORDS = 5;
const MAX_SYMBOLS = 0.02;
const SAMPLE_CHARACTERS = 100_000;

/**
 * Reads a transcript file of any format that publishers use, recognised by content alone, and repairs it (see `repaired`).
 * `durationMs`, the length of the audio, helps to estimate missing times and to tell seconds from milliseconds.
 * Throws TranscriptFormatUnknown for anything that is not a transcript.
 */
export function parseTranscript(bytes: Uint8Array, options: { durationMs?: number | null } = {}): ParsedTranscript {
  const durationMs = options.durationMs ?? null;
  const { text, warnings } = decodeText(bytes);
  const raw = readFormat(text.replace(/^\ufeff/, ''), durationMs);
  return repaired({ ...raw, warnings: [...warnings, ...raw.warnings] }, durationMs);
}

function readFormat(written: string, durationMs: number | null): RawTranscript {
  const text = withoutDirections(written);
  return (
    readOwnExport(written) ??
    readWebvtt(text) ??
    readJson(text, durationMs) ??
    readXml(text) ??
    readHtml(text) ??
    readSubstation(text) ??
    readSubrip(text) ??
    readSbv(text) ??
    readTsv(text) ??
    readCsv(text) ??
    readProse(text)
  );
}

/** Plain text is a transcript only when it has turns or times, or at least a sentence of words. */
function readProse(text: string): RawTranscript {
  const raw = readText(text);
  if (raw === null) throw new TranscriptFormatUnknown('This text is in no format that Earmark can read.');
  if (!raw.format.endsWith('paragraphs')) return raw;
  const spoken = raw.cues
    .map((one) => one.text)
    .join(' ')
    .slice(0, SAMPLE_CHARACTERS);
  const words = spoken.match(/\p{L}{2,}|\p{Lo}/gu)?.length ?? 0;
  const letters = spoken.match(/\p{L}/gu)?.length ?? 0;
  const symbols = spoken.match(/[{}<>=;|\\_]/g)?.length ?? 0;
  if (symbols > spoken.length * MAX_SYMBOLS) {
    throw new TranscriptFormatUnknown('This looks like source code or data, not a transcript.');
  }
  if (words < LEAST_WORDS || letters < spoken.length * 0.5) {
    throw new TranscriptFormatUnknown('This is text, but it has no speaker turns, no times and no sentences.');
  }
  return raw;
}

const SIGNATURES: readonly (readonly [what: string, bytes: readonly number[], at?: number])[] = [
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a GIF image', [0x47, 0x49, 0x46, 0x38]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46]],
  ['a ZIP archive or an office document', [0x50, 0x4b, 0x03, 0x04]],
  ['a gzip archive', [0x1f, 0x8b]],
  ['an older office document', [0xd0, 0xcf, 0x11, 0xe0]],
  ['an MP3 audio file', [0x49, 0x44, 0x33]],
  ['an Ogg audio file', [0x4f, 0x67, 0x67, 0x53]],
  ['a FLAC audio file', [0x66, 0x4c, 0x61, 0x43]],
  ['a WAV audio or WebP image file', [0x52, 0x49, 0x46, 0x46]],
  ['an MPEG-4 audio or video file', [0x66, 0x74, 0x79, 0x70], 4],
  ['a Matroska or WebM file', [0x1a, 0x45, 0xdf, 0xa3]],
  ['an RTF document', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
];

/**
 * The text of a file, with lines ended by `\n`. Reads UTF-8, UTF-16 (recognised by its byte order mark or by every second
 * byte being zero) and, with a warning, older encodings (see `decodeLegacy`). Throws TranscriptFormatUnknown for an empty
 * or binary file.
 */
export function decodeText(bytes: Uint8Array): { text: string; warnings: string[] } {
  if (bytes.length === 0) throw new TranscriptFormatUnknown('The file is empty.');
  for (const [what, signature, at = 0] of SIGNATURES) {
    if (signature.every((byte, index) => bytes[at + index] === byte)) {
      throw new TranscriptFormatUnknown(`This looks like ${what}, not a transcript.`);
    }
  }

  const { text, warnings } = decoded(bytes);
  if (looksBinary(text)) throw new TranscriptFormatUnknown('This looks like binary data, not a transcript.');
  const lines = text.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n');
  if (lines.trim() === '') throw new TranscriptFormatUnknown('The file contains only white space.');
  return { text: lines, warnings };
}

function decoded(bytes: Uint8Array): { text: string; warnings: string[] } {
  const utf16 = utf16Label(bytes);
  if (utf16 !== null) return { text: new TextDecoder(utf16).decode(bytes), warnings: [] };
  if (isUtf8(bytes)) return { text: new TextDecoder('utf-8').decode(bytes), warnings: [] };
  return damagedUtf8(bytes) ?? asLegacy(bytes);
}

function asLegacy(bytes: Uint8Array): { text: string; warnings: string[] } {
  const { text, name } = decodeLegacy(bytes);
  return { text, warnings: [`The file is not UTF-8; it was read as ${name}, so check the text.`] };
}

function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 200);
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd > head.length * 0.3) return 'utf-16le';
  if (odd === 0 && even > head.length * 0.3) return 'utf-16be';
  return null;
}

/** UTF-8 that was cut inside a character or has a few invalid bytes. Null when too many are invalid. */
function damagedUtf8(bytes: Uint8Array): { text: string; warnings: string[] } | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.split('\ufffd').length - 1;
  const foreign = text.replace(/\p{ASCII}|\ufffd/gu, '').length;
  if (broken * 20 > foreign && broken > 3) return null;
  if (foreign === 0 && !text.endsWith('\ufffd')) return null;
  return {
    text: text.replaceAll('\ufffd', ''),
    warnings: [
      `${broken} ${broken === 1 ? 'byte is not valid UTF-8 and was' : 'bytes are not valid UTF-8 and were'} left out.`,
    ],
  };
}

function looksBinary(text: string): boolean {
  const sample = text.slice(0, 20_000);
  let odd = 0;
  for (let index = 0; index < sample.length; index += 1) {
    const code = sample.charCodeAt(index);
    const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12;
    if (isControl || (code >= 0x7f && code <= 0x9f && code !== 0x85) || code === 0xfffd) odd += 1;
  }
  return odd > sample.length * 0.02 + 1;
}
