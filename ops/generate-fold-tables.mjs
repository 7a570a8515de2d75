// Writes contracts/src/mentions/fold-tables.generated.ts from the Unicode data of the Node that runs it.
// Run it for a new matcher version only: a released table never changes, or old counts would change with it.
import { writeFileSync } from 'node:fs';

const target = new URL('../contracts/src/mentions/fold-tables.generated.ts', import.meta.url);
const LAST = 0x10ffff;
const MARK_STRIPPING = ['Latin', 'Greek', 'Cyrillic', 'Hebrew', 'Arabic'];
const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];

const every = (includes) => Array.from({ length: LAST + 1 }, (_, codePoint) => codePoint).filter(includes);
const isSurrogate = (codePoint) => codePoint >= 0xd800 && codePoint <= 0xdfff;
const matches = (pattern) =>
  every((codePoint) => !isSurrogate(codePoint) && pattern.test(String.fromCodePoint(codePoint)));
const codePointsOf = (text) => Array.from(text, (character) => character.codePointAt(0));
const isHangul = (codePoint) => codePoint >= 0xac00 && codePoint <= 0xd7a3;
const number = (value) => value.toString(36);

/** Per range, in base 36: the gap since the end of the previous range, and the length. */
function ranges(codePoints) {
  const parts = [];
  let end = 0;
  for (let i = 0; i < codePoints.length;) {
    let next = i + 1;
    while (next < codePoints.length && codePoints[next] === codePoints[next - 1] + 1) next += 1;
    parts.push(number(codePoints[i] - end), number(next - i));
    end = codePoints[next - 1] + 1;
    i = next;
  }
  return parts.join(' ');
}

/** Per run of evenly spaced code points that map by the same distance: gap, length, step, distance. */
function moves(pairs) {
  const parts = [];
  let last = 0;
  for (let i = 0; i < pairs.length;) {
    const [from, to] = pairs[i];
    const step = (pairs[i + 1]?.[0] ?? from + 1) - from;
    let next = i + 1;
    while (
      next < pairs.length &&
      pairs[next][0] === from + step * (next - i) &&
      pairs[next][1] - pairs[next][0] === to - from
    ) {
      next += 1;
    }
    parts.push(number(from - last), number(next - i), number(step), number(to - from));
    last = pairs[next - 1][0];
    i = next;
  }
  return parts.join(' ');
}

/** Per code point: gap, then its full canonical decomposition, with `!` when it is never composed again. */
function decompositions() {
  const parts = [];
  let last = 0;
  for (const codePoint of every((value) => !isSurrogate(value) && !isHangul(value))) {
    const character = String.fromCodePoint(codePoint);
    const decomposed = character.normalize('NFD');
    if (decomposed === character) continue;
    const final = character.normalize('NFC') === character ? '' : '!';
    parts.push(`${number(codePoint - last)} ${codePointsOf(decomposed).map(number).join(' ')}${final}`);
    last = codePoint;
  }
  return parts.join(',');
}

// JavaScript does not expose the classes, only the order they produce, so compare marks pairwise.
function combiningClasses() {
  const isNonStarter = (codePoint) => {
    const character = String.fromCodePoint(codePoint);
    // 0x334 has class 1, 0x345 class 240: lower and higher than all others.
    return [0x334, 0x345].some((other) => {
      const mark = String.fromCodePoint(other);
      return (
        (mark + character).normalize('NFD') !== mark.normalize('NFD') + character.normalize('NFD') ||
        (character + mark).normalize('NFD') !== character.normalize('NFD') + mark.normalize('NFD')
      );
    });
  };
  const marks = every((codePoint) => /\p{M}/u.test(String.fromCodePoint(codePoint)) && !isSurrogate(codePoint))
    .filter((codePoint) => String.fromCodePoint(codePoint).normalize('NFD') === String.fromCodePoint(codePoint))
    .filter((codePoint) => isNonStarter(codePoint) || codePoint === 0x334 || codePoint === 0x345);
  const before = (a, b) => {
    const [one, other] = [String.fromCodePoint(a), String.fromCodePoint(b)];
    return (other + one).normalize('NFD') === one + other && (one + other).normalize('NFD') === one + other;
  };
  const groups = [];
  for (const mark of marks) {
    const group = groups.find(([first]) => !before(mark, first) && !before(first, mark));
    if (group) group.push(mark);
    else groups.push([mark]);
  }
  groups.sort(([a], [b]) => (before(a, b) ? -1 : 1));
  return groups.map(ranges).join(',');
}

function lowerCase() {
  const pairs = [];
  for (const codePoint of every((value) => !isSurrogate(value))) {
    const lower = codePointsOf(String.fromCodePoint(codePoint).toLowerCase());
    // Only İ becomes longer; its dot is a mark and already removed.
    if (lower.length === 1 && lower[0] !== codePoint) pairs.push([codePoint, lower[0]]);
  }
  return moves(pairs);
}

const anyOf = (property, scripts) => scripts.map((script) => `\\p{${property}=${script}}`).join('');
const tables = {
  WORD: ranges(matches(/[\p{L}\p{M}\p{N}_]/u)),
  LETTER: ranges(matches(/\p{L}/u)),
  MARK: ranges(matches(/\p{M}/u)),
  STRIPS_MARKS: ranges(matches(new RegExp(`(?=\\p{L})[${anyOf('Script', MARK_STRIPPING)}]`, 'u'))),
  SPACELESS: ranges(matches(new RegExp(`(?=\\p{L})[${anyOf('Script_Extensions', SPACELESS)}]`, 'u'))),
  SPACE: ranges(matches(/[\p{White_Space}\p{Pd}\u2212]/u)),
  COMBINING_CLASSES: combiningClasses(),
  DECOMPOSITIONS: decompositions(),
  LOWER_CASE: lowerCase(),
};

const lines = [
  '// Generated by ops/generate-fold-tables.mjs. Numbers are in base 36; fold-tables.ts reads them.',
  `export const UNICODE_VERSION = '${process.versions.unicode}';`,
];
for (const [name, value] of Object.entries(tables)) {
  const line = `export const ${name} = '${value}';`;
  lines.push(line.length > 120 ? `export const ${name} =\n  '${value}';` : line);
}
writeFileSync(target, `${lines.join('\n')}\n`);
