import { acceptedNames, hasTightLabels, isGenericLabel, looksLikeName, withoutRole } from './speaker-names.ts';

/** Part of a cue, with the speaker named by its markup or its prefix. */
export interface Spoken {
  readonly speaker: string | null;
  readonly text: string;
}

const BRACKETED = /^(?:-[ \t]*)?\[([^\]\n]{1,40})\](:?)[ \t]*/;
/** What is in brackets without being a speaker. */
const SOUND =
  /^(?:music|applause|laugh(?:s|ter|ing)?|cheer(?:s|ing)?|singing|noise|silence|inaudible|crosstalk|foreign|beep|musik|applaus|gelächter|lachen|música|aplausos|risas|musique|rires|musica|applausi)\b/i;
/** A dash marks each line of a dialogue. */
const PREFIX = /^(?:[-–—][ \t]*)?([^:：\n]{1,40})[:：](?:[ \t]+|$|(?=\n))/;
const TIGHT_PREFIX = /^(?:[-–—][ \t]*)?([^:：\n]{1,40})(?::(?:[ \t]+|$|(?=\n))|：[ \t]*)/;

/**
 * Splits the cues of a file at `Name:` and `[SPEAKER_00]:` prefixes. Words before a colon are a name only when they look like
 * one and recur in the file, or once have a role as in `Name (host):`, so "Note: this is important" stays text.
 */
export function namedPieces(texts: readonly string[]): Spoken[][] {
  const pattern = hasTightLabels(texts) ? TIGHT_PREFIX : PREFIX;
  const counts = new Map<string, number>();
  const withRoles: string[] = [];
  for (const line of texts.flatMap(firstLines)) {
    const prefix = prefixOf(line, pattern);
    if (prefix === null) continue;
    counts.set(prefix.label, (counts.get(prefix.label) ?? 0) + 1);
    if (prefix.hasRole) withRoles.push(prefix.label);
  }
  const accepted = acceptedNames(counts, withRoles);
  return texts.map((text) => pieces(text, accepted, pattern));
}

/** Where a name is looked for: the first line of a cue, and each line of a dialogue. */
const firstLines = (text: string): string[] =>
  text.split('\n').filter((line, index) => index === 0 || /^[-–—]/.test(line));

interface Prefix {
  readonly label: string;
  readonly hasRole: boolean;
  readonly length: number;
}

function prefixOf(line: string, pattern: RegExp): Prefix | null {
  const bracketed = BRACKETED.exec(line);
  const match = bracketed ?? pattern.exec(line);
  if (match === null) return null;
  const written = match[1]?.trim() ?? '';
  const label = withoutRole(written);
  const isSaid = bracketed === null || bracketed[2] === ':' || line.length > match[0].length;
  const isLabel = isSaid && !SOUND.test(label) ? looksLikeName(label) : isGenericLabel(label);
  return isLabel ? { label, hasRole: label !== written, length: match[0].length } : null;
}

function pieces(text: string, accepted: ReadonlySet<string>, pattern: RegExp): Spoken[] {
  if (accepted.size === 0) return [{ speaker: null, text }];
  const found: { speaker: string | null; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const prefix = prefixOf(line, pattern);
    const last = found.at(-1);
    if (prefix !== null && accepted.has(prefix.label)) {
      found.push({ speaker: prefix.label, lines: [line.slice(prefix.length)] });
    } else if (last === undefined) {
      found.push({ speaker: null, lines: [line] });
    } else {
      last.lines.push(line);
    }
  }
  return found.map(({ speaker, lines }) => ({ speaker, text: lines.join('\n') }));
}

/** Splits a payload at its voice tags: `<v Name>` and `<v.loud Name>`. Text before the first tag has no speaker. */
export function voicePieces(payload: string): Spoken[] {
  const found: Spoken[] = [];
  let speaker: string | null = null;
  let from = 0;
  for (const match of payload.matchAll(/<v(?:\.[^\s<>]*)?(?:[ \t\n]([^<>]*))?>/gi)) {
    const before = payload.slice(from, match.index);
    if (found.length > 0 || speaker !== null || before.trim() !== '') found.push({ speaker, text: before });
    speaker = match[1]?.trim() === '' ? null : (match[1]?.trim() ?? null);
    from = match.index + match[0].length;
  }
  found.push({ speaker, text: payload.slice(from) });
  return found;
}

/** The text colour of a payload (`{\c&HFFF000&}` or `<font color="…">`), or null. */
export function colourOf(payload: string): string | null {
  const match = /\\1?c&H([0-9a-f]{1,8})&|<font[^<>]{0,80}color=["']?([#\w]{1,20})/i.exec(payload);
  return (match?.[1] ?? match?.[2])?.toUpperCase() ?? null;
}
