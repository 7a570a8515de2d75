import { subripBlocks, webvttBlocks, withoutRolling, type CueBlock } from './caption-cues.ts';
import { colourOf, namedPieces, voicePieces, type Spoken } from './caption-speakers.ts';
import { clockMs } from './clock.ts';
import { decodeEntities, stripCueTags, tidy } from './markup.ts';
import { counted, cue, linesOf, timedCues, type RawCue, type RawTranscript } from './raw-transcript.ts';

/** Reads WebVTT, recognised by its first word. Null for other files. */
export function readWebvtt(text: string): RawTranscript | null {
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(text.trimStart())) return null;
  return captions('webvtt', webvttBlocks(text));
}

/** Reads SubRip, recognised by lines of two times and an arrow. Null for other files, and where brackets enclose these lines. */
export function readSubrip(text: string): RawTranscript | null {
  const first = text.indexOf('-->');
  if (first === -1 || first > 2000) return null;
  const blocks = subripBlocks(text);
  return blocks.some(({ startMs, endMs }) => startMs !== null && endMs !== null) ? captions('srt', blocks) : null;
}

const SBV_TIMES = /^(\d{1,2}:\d{2}:\d{2}\.\d{3}),(?=\d{1,2}:\d{2}:\d{2}\.\d{3}$)/gm;

/** Reads SBV, recognised by a first line of two times. Null for other files. */
export function readSbv(text: string): RawTranscript | null {
  const lines = text.trimStart();
  if (lines.search(SBV_TIMES) !== 0) return null;
  return captions('sbv', webvttBlocks(lines.replace(SBV_TIMES, '$1 --> ')));
}

function captions(format: string, written: readonly CueBlock[]): RawTranscript {
  const { blocks, warnings } = withoutRolling(withStarts(written));
  const read = spokenCaptions(format, blocks);
  const unread = written.filter(({ startMs }) => startMs === null).length;
  if (unread > 0) {
    warnings.unshift(
      `The start of ${counted(unread, 'cue')} could not be read, so the end of the preceding cue was used.`,
    );
  }
  return { ...read, warnings: [...warnings, ...read.warnings] };
}

function withStarts(blocks: readonly CueBlock[]): CueBlock[] {
  let before = 0;
  return blocks.map((block) => {
    const startMs = block.startMs ?? before;
    before = block.endMs ?? startMs;
    return { ...block, startMs };
  });
}

function spokenCaptions(format: string, blocks: readonly CueBlock[]): RawTranscript {
  const voices = blocks.map((block) => voicePieces(block.payload));
  if (namesAnybody(voices)) {
    const pieces = voices.map((spoken) => spoken.map(readable));
    return { ...timedCues(format, spokenCues(blocks, pieces)), carriesSpeakers: true };
  }

  const texts = blocks.map((block) => readable({ speaker: null, text: block.payload }).text);
  const named = namedPieces(texts);
  if (namesAnybody(named)) {
    return { ...timedCues(format, spokenCues(blocks, named)), carriesSpeakers: namesEverySpeaker(named) };
  }

  const colours = colourSpeakers(blocks);
  const cues = blocks.map((block, index) =>
    cue(block.startMs, block.endMs, colours?.names[index] ?? null, inOneLine(texts[index] ?? '')),
  );
  const warnings =
    colours === null
      ? []
      : [`The file names no speakers; its ${colours.count} text colours were used to tell them apart.`];
  return timedCues(format, cues, warnings);
}

/**
 * Whether a cue without a name belongs to the previous speaker. A single name that first appears in the middle of a file
 * does not tell who speaks elsewhere: Whisper invents such names for a few minutes.
 */
function namesEverySpeaker(named: readonly (readonly Spoken[])[]): boolean {
  const names = new Set(named.flatMap((pieces) => pieces.flatMap(({ speaker }) => speaker ?? [])));
  return names.size > 1 || named.slice(0, 3).some((pieces) => pieces.some(({ speaker }) => speaker !== null));
}

function namesAnybody(pieces: readonly (readonly Spoken[])[]): boolean {
  return pieces.some((spoken) => spoken.some(({ speaker }) => speaker !== null));
}

function spokenCues(blocks: readonly CueBlock[], pieces: readonly (readonly Spoken[])[]): RawCue[] {
  return blocks.flatMap(({ startMs, endMs }, index) =>
    (pieces[index] ?? []).map(({ speaker, text }) => {
      const name = speaker === null ? '' : tidy(decodeEntities(speaker));
      return cue(startMs, endMs, name === '' ? null : name, inOneLine(text));
    }),
  );
}

function readable(piece: Spoken): Spoken {
  const plain = tidy(decodeEntities(stripCueTags(piece.text)).replace(/<v?$|<v [^<>]*$/, ''));
  return { speaker: piece.speaker, text: plain.replace(/^>>+[ \t]*/, '') };
}

/** Joins the lines of a cue. ">> " marks a change of speaker without naming anybody, so it becomes a line break. */
function inOneLine(text: string): string {
  const line = text.replaceAll('\n', ' ');
  return line.includes('>> ') ? line.replace(/[ \t]>>+[ \t]+/g, '\n') : line;
}

function colourSpeakers(blocks: readonly CueBlock[]): { names: (string | null)[]; count: number } | null {
  const colours = blocks.map((block) => colourOf(block.payload));
  const distinct = [...new Set(colours.filter((colour) => colour !== null))];
  const coloured = colours.filter((colour) => colour !== null).length;
  if (distinct.length < 2 || distinct.length > 12 || coloured < blocks.length * 0.9) return null;
  const names = colours.map((colour) => (colour === null ? null : `Speaker ${distinct.indexOf(colour) + 1}`));
  return { names, count: distinct.length };
}

/** The first words of the NOTE in WebVTT that Earmark exports. */
export const OWN_EXPORT_NOTE = 'Exported by Earmark';

const VOICE = /^<v ([^<>]+)>/;

/**
 * Reads WebVTT that Earmark exported: its cues are segments and need no repair. Null for other files, and for an export that
 * was edited so that its cues are no longer segments.
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

/**
 * Reads tab-separated `start end text` with an optional `speaker` column, recognised by the header line. Times are whole
 * milliseconds, as Whisper writes them, or seconds when they have decimals. Null for other files.
 */
export function readTsv(text: string): RawTranscript | null {
  const lines = linesOf(text.replace(/^\ufeff/, ''));
  const columns = (lines[0] ?? '')
    .toLowerCase()
    .split('\t')
    .map((name) => name.trim());
  const [start, end, words] = [columns.indexOf('start'), columns.indexOf('end'), columns.indexOf('text')];
  const speaker = columns.indexOf('speaker');
  if (start === -1 || words === -1) return null;

  const rows = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'));
  const inSeconds = rows.some((row) => /[.,]/.test(row[start] ?? ''));
  const time = (value: string | undefined) => (value === undefined ? null : cellMs(value.trim(), inSeconds));
  return timedCues(
    'tsv',
    rows.map((row) => {
      const name = speaker === -1 ? '' : decodeEntities(row[speaker] ?? '').trim();
      // Whisper does not escape tabs inside the text, which is its last column.
      const said = words === columns.length - 1 ? row.slice(words).join(' ') : (row[words] ?? '');
      return cue(time(row[start]), end === -1 ? null : time(row[end]), name === '' ? null : name, decodeEntities(said));
    }),
  );
}

function cellMs(value: string, inSeconds: boolean): number | null {
  if (/^\d{1,12}(?:[.,]\d{1,9})?$/.test(value))
    return Math.round(Number(value.replace(',', '.')) * (inSeconds ? 1000 : 1));
  return clockMs(value);
}
