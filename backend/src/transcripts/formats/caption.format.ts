import { webvttBlocks, subripBlocks, type CueBlock } from './cue-blocks.ts';
import { colourOf, namedPieces, voicePieces, type Spoken } from './cue-speakers.ts';
import { decodeEntities, stripCueTags, tidy } from './inline-markup.ts';
import { counted, cue, timedCues, type RawCue, type RawTranscript } from './raw-transcript.ts';
import { withoutRolling } from './repair-rolling.ts';

/** Reads WebVTT, known by its first word. Null for other files. */
export function readWebvtt(text: string): RawTranscript | null {
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(text.trimStart())) return null;
  return captions('webvtt', webvttBlocks(text));
}

/** Reads SubRip, known by lines of two times with an arrow. Null for other files, bracketed arrows included. */
export function readSubrip(text: string): RawTranscript | null {
  const first = text.indexOf('-->');
  if (first === -1 || first > 2000) return null;
  const blocks = subripBlocks(text);
  return blocks.some(({ startMs, endMs }) => startMs !== null && endMs !== null) ? captions('srt', blocks) : null;
}

function captions(format: string, written: readonly CueBlock[]): RawTranscript {
  const { blocks, warnings } = withoutRolling(withStarts(written));
  const read = spokenCaptions(format, blocks);
  const unread = written.filter(({ startMs }) => startMs === null).length;
  if (unread > 0) {
    warnings.unshift(`The start of ${counted(unread, 'cue')} could not be read; the end of the one before was taken.`);
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
    colours === null ? [] : [`Speakers were told apart by the ${colours.count} text colours of the file.`];
  return timedCues(format, cues, warnings);
}

/**
 * Whether a cue without a name may be the previous speaker's. A single name that first comes up in the middle of a file is
 * no guide to who speaks in the rest of it: Whisper makes such names up for a stretch.
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
  const plain = tidy(decodeEntities(stripCueTags(piece.text)).replace(/<v?$|<v [^>]*$/, ''));
  return { speaker: piece.speaker, text: plain.replace(/^>>+[ \t]*/, '') };
}

/** A card is one line of text. ">> " marks a change of speaker and names nobody: inside a card it becomes a line end. */
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
