import { clockMs, clockOrSecondsMs } from './clock.ts';
import { decodeEntities } from './markup.ts';
import { isCommonLabel, isGenericLabel, isRole, looksLikeName, withoutRole } from './speaker-names.ts';

/**
 * The beginning of a line that says who speaks or when.
 * `named`: the layout leaves no doubt that this is a name (bold, brackets, a time beside it).
 * `label`: words before a colon or a time, which are a name only if they recur in the file.
 * `stamp`: a time, perhaps with a label after it.
 */
export interface Head {
  readonly kind: 'named' | 'label' | 'stamp';
  readonly speaker: string | null;
  readonly ms: number | null;
  readonly endMs: number | null;
  readonly rest: string;
  /** The rest including the label, for a label that turns out not to be a name. */
  readonly said: string;
  /** A stamp without brackets, which may be a time of day inside the text. */
  readonly isBare: boolean;
}

const CLOCK = String.raw`(\d{1,3}(?::\d{2}){1,2}(?:[.,]\d{1,3})?)`;
const RANGE = /^[[(]\s{0,3}([\d:.,]{1,16})\s{0,3}(-->|–|—|-|to)\s{0,3}([\d:.,]{1,16})\s{0,3}[\])]:?\s*/;
const BRACKET_STAMP = new RegExp(String.raw`^[[(]\\?${CLOCK}\\?[\])]:?\s*(?:[-–—]\s+)?`);
const BARE_STAMP = new RegExp(String.raw`^${CLOCK}(?:\s*(?:-->|[-–—])\s*${CLOCK})?(?:\s+(?:[-–—]\s+)?|$)`);
const BRACKET_NAME = /^\[([^[\]]{1,60})\]:?\s*/;
const BOLD_NAME = /^(\*\*|__)([^*_]{1,60})\1\s+/;
const NAME_CLOCK = new RegExp(String.raw`^(.{1,80}?)\s*[[(]${CLOCK}(?:\s?[-–—]\s?[\d:.,]{4,16})?[\])](:?)(?:\s+|$)`);
const NAME_COLON_CLOCK = new RegExp(String.raw`^([^:]{1,60}):\s+${CLOCK}$`);
const NAME_THEN_CLOCK = new RegExp(String.raw`^([^:\d][^:]{0,58}?)\s+[·|-]?\s*${CLOCK}$`);
const NAME_INLINE_CLOCK = new RegExp(String.raw`^([^:：[(]{1,48})\s[[(]${CLOCK}[\])]\s+`);
/** Columns, as in the text of Rev. */
const NAME_COLUMN_CLOCK = new RegExp(String.raw`^([^:：[(]{1,48}?)(?: {2,}|\t)\s*${CLOCK}(?: {2,}|\t)\s*`);
const ITALIC_LABEL = /^([*_])([^*_:：\s][^*_:：]{0,47})(?:[:：]\1|\1[:：])(?:\s+|$)/;
const LABEL = /^([^:：\n]{1,48})[:：](?:\s+|$)/;
const TIGHT_LABEL = /^([^:：\n]{1,48})(?::(?:\s+|$)|：\s*)/;
const BOLD_MARK = /^(?:\*{2,3}|_{2,3})/;
const LONGEST_HEAD = 160;

/** The head of a trimmed line, or null for a line that continues the text. For `isTight` see `hasTightLabels`. */
export function readHead(line: string, isTight: boolean): Head | null {
  const label = isTight ? TIGHT_LABEL : LABEL;
  const start = line.slice(0, LONGEST_HEAD);
  return (
    boldHead(line) ??
    rangeHead(line, start, label) ??
    bracketHead(line, start, label) ??
    clockHead(line, start, label) ??
    italicHead(line, start) ??
    labelHead(line, start, label) ??
    inlineClockHead(line, start)
  );
}

function head(kind: Head['kind'], speaker: string | null, ms: number | null, rest: string): Head {
  return {
    kind,
    speaker: speaker === null ? null : withoutRole(speaker),
    ms,
    endMs: null,
    rest,
    said: rest,
    isBare: false,
  };
}

function boldHead(line: string): Head | null {
  const mark = BOLD_MARK.exec(line)?.[0] ?? '';
  const close = mark === '' ? -1 : line.slice(0, LONGEST_HEAD).indexOf(mark, mark.length);
  if (close <= mark.length || close > 130) return null;
  const rest = withoutRoleInFront(line.slice(close + mark.length));
  const isColonAfter = /^\s?[:：]/.test(rest);
  const inner = decodeEntities(line.slice(mark.length, close)).trim() + (isColonAfter ? ':' : '');
  const said = (isColonAfter ? rest.replace(/^\s?[:：]/, '') : rest).trim();

  const stamp = BRACKET_STAMP.exec(inner) ?? BARE_STAMP.exec(inner);
  if (stamp !== null) {
    const name = inner
      .slice(stamp[0].length)
      .replace(/[:：]$/, '')
      .trim();
    const ms = clockMs(stamp[1] ?? '');
    if (ms === null) return null;
    return isBoldName(name, /[:：]$/.test(inner))
      ? head('named', name, ms, said)
      : head('stamp', null, ms, `${name} ${said}`.trim());
  }
  const timed = NAME_CLOCK.exec(inner);
  if (timed?.[1] !== undefined && isBoldName(timed[1])) return head('named', timed[1], clockMs(timed[2] ?? ''), said);
  const name = /[:：]$/.test(inner) ? inner.slice(0, -1).trim() : null;
  if (name !== null) return isBoldName(name, true) ? head('named', name, null, said) : null;
  const after = NAME_CLOCK.exec(`${inner} ${said.slice(0, 40)}`);
  if (after?.[1] !== inner || !isBoldName(inner)) return null;
  return head('named', inner, clockMs(after[2] ?? ''), said.slice(after[0].length - inner.length - 1).trim());
}

/** ` (host): text` → `: text`. */
function withoutRoleInFront(rest: string): string {
  const [, remark = ''] = /^(\s?[([][^()[\]]{1,15}[)\]])\s?[:：]/.exec(rest) ?? [];
  return withoutRole(`.${remark}`) === '.' ? rest.slice(remark.length) : rest;
}

/** In bold type even unusual names are accepted: "$STDOUT", "Ogre from Revenge of the Nerds", and with a colon "Airplane!". */
function isBoldName(name: string, isLabel = false): boolean {
  if (name.length === 0 || name.length > 80 || (isCommonLabel(name) && !isRole(name))) return false;
  return !/https?:|\d:\d\d/.test(name) && !(/[?!]$/.test(name) && (!isLabel || name.split(/\s+/).length > 4));
}

function rangeHead(line: string, start: string, label: RegExp): Head | null {
  const match = RANGE.exec(start);
  if (match === null) return null;
  const [whole, from = '', arrow, to = ''] = match;
  const isClock = from.includes(':') || arrow === '-->';
  const ms = isClock ? clockOrSecondsMs(from) : null;
  const endMs = isClock ? clockOrSecondsMs(to) : null;
  return ms === null || endMs === null ? null : { ...labelled(line.slice(whole.length), ms, label), endMs };
}

function bracketHead(line: string, start: string, label: RegExp): Head | null {
  const stamp = BRACKET_STAMP.exec(start);
  if (stamp !== null) {
    const ms = clockMs(stamp[1] ?? '');
    return ms === null ? null : labelled(line.slice(stamp[0].length), ms, label);
  }
  const name = BRACKET_NAME.exec(start);
  if (name === null) return null;
  const speaker = nameIn(name[1]);
  const rest = line.slice(name[0].length);
  const after = BRACKET_STAMP.exec(rest.slice(0, LONGEST_HEAD));
  const ms = after === null ? null : clockMs(after[1] ?? '');
  if (after !== null && ms !== null) return head('named', speaker, ms, rest.slice(after[0].length));
  const range = rangeHead(rest, rest.slice(0, LONGEST_HEAD), label);
  if (range?.speaker === null) return { ...range, kind: 'named', speaker };
  return /\]:/.test(name[0]) && looksLikeName(speaker) ? head('label', speaker, null, rest) : null;
}

function nameIn(written: string | undefined): string {
  return withoutRole(decodeEntities(written ?? '').trim());
}

/** A stamp and what follows it: `**Name:** text`, `Name: text`, `[Name] text`, or text. */
function labelled(rest: string, ms: number, pattern: RegExp): Head {
  const bold = boldHead(rest);
  if (bold?.kind === 'named' && bold.ms === null) return { ...bold, ms };
  const bracketed = BRACKET_NAME.exec(rest.slice(0, LONGEST_HEAD));
  if (bracketed?.[1] !== undefined && (isGenericLabel(bracketed[1]) || /\]:/.test(bracketed[0]))) {
    return { ...head('stamp', nameIn(bracketed[1]), ms, rest.slice(bracketed[0].length)), said: rest };
  }
  const start = rest.slice(0, LONGEST_HEAD);
  const label = pattern.exec(start) ?? BOLD_NAME.exec(start);
  const name = nameIn(label?.[2] ?? label?.[1]);
  if (label === null || !looksLikeName(name)) return head('stamp', null, ms, rest);
  return { ...head('stamp', name, ms, rest.slice(label[0].length)), said: rest };
}

function clockHead(line: string, start: string, label: RegExp): Head | null {
  const bare = BARE_STAMP.exec(start);
  if (bare !== null) {
    const ms = clockMs(bare[1] ?? '');
    if (ms === null) return null;
    return {
      ...labelled(line.slice(bare[0].length), ms, label),
      endMs: bare[2] === undefined ? null : clockMs(bare[2]),
      isBare: true,
    };
  }
  const named = NAME_CLOCK.exec(start);
  const speaker = nameIn(named?.[1]);
  const isAlone = named !== null && (named[3] === ':' || named[0].length === line.length);
  if (isAlone && (looksLikeName(speaker, 6) || isCommonLabel(speaker))) {
    return head('named', speaker, clockMs(named[2] ?? ''), line.slice(named[0].length));
  }
  const colon = NAME_COLON_CLOCK.exec(line.length > 90 ? '' : line);
  if (colon !== null && looksLikeName(nameIn(colon[1]), 6)) {
    return head('named', nameIn(colon[1]), clockMs(colon[2] ?? ''), '');
  }
  const then = NAME_THEN_CLOCK.exec(line.length > 80 ? '' : line);
  const name = nameIn(then?.[1]);
  return then !== null && looksLikeName(name) ? head('label', name, clockMs(then[2] ?? ''), '') : null;
}

function labelHead(line: string, start: string, pattern: RegExp): Head | null {
  const label = pattern.exec(start);
  const name = nameIn(label?.[1]);
  const isAbbreviated = /^\p{Lu}[^()]{2,40} \(\p{Lu}{1,4}\)$/u.test(name);
  if (label === null || !(looksLikeName(name) || isAbbreviated)) return null;
  return head('label', name, null, line.slice(label[0].length));
}

/** `*Name:* text`. */
function italicHead(line: string, start: string): Head | null {
  const label = ITALIC_LABEL.exec(start);
  const name = nameIn(label?.[2]);
  return label !== null && looksLikeName(name) ? head('label', name, null, line.slice(label[0].length)) : null;
}

/** `Name (00:01) text`, or in columns `Name    00:01    text`. */
function inlineClockHead(line: string, start: string): Head | null {
  const timed = NAME_INLINE_CLOCK.exec(start) ?? NAME_COLUMN_CLOCK.exec(start);
  const name = nameIn(timed?.[1]);
  if (timed === null || !looksLikeName(name)) return null;
  return head('label', name, clockMs(timed[2] ?? ''), line.slice(timed[0].length));
}
