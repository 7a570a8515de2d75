import type { NoiseProposal, PatternNoise } from './noise.ts';
import type { PatternView } from './views.ts';

type Judged = Pick<PatternView, 'name' | 'entity' | 'caseSensitive' | 'wholeWord' | 'near'>;

export interface NoiseSurroundings {
  /** Other patterns of its entity. */
  readonly aliases: readonly string[];
  /** Entities whose patterns find the same words. */
  readonly namesakes: readonly { readonly entity: string; readonly mentions: number }[];
}

/** Fewer occurrences may be slips of the pen. */
const ENOUGH = 10;
/** The full names that may stand near an alias. */
const MAX_NEAR = 5;

/** Whether texts mostly write the name as an ordinary word. One that is case sensitive finds it where sentences begin. */
export function isEverydayWord({ caseSensitive }: Pick<Judged, 'caseSensitive'>, noise: PatternNoise): boolean {
  const { judged, lowerCase, asWritten, beginning } = noise;
  if (judged < ENOUGH) return false;

  return caseSensitive
    ? asWritten > 0 && lowerCase >= asWritten && beginning * 10 >= asWritten * 6
    : lowerCase * 2 >= judged;
}

const isInsideWords = ({ wholeWord }: Judged, { occurrences, insideWords }: PatternNoise): boolean =>
  !wholeWord && occurrences >= ENOUGH && insideWords * 2 >= occurrences;

/** What would make the pattern quieter, best first, each with what the texts say. */
export function proposalsFor(pattern: Judged, noise: PatternNoise, around: NoiseSurroundings): NoiseProposal[] {
  const { caseSensitive } = pattern;
  const { judged, lowerCase, asWritten, beginning } = noise;
  const isEveryday = isEverydayWord(pattern, noise);
  const near = nearName(pattern, noise, around, isEveryday);
  const proposals: NoiseProposal[] = [];
  if (isInsideWords(pattern, noise))
    proposals.push({
      kind: 'whole-word',
      says: `${shown(noise.insideWords)} of ${shown(noise.occurrences)} stand inside longer words: match whole words?`,
      changes: { wholeWord: true },
      keeps: noise.mentionsWhole,
    });
  if (isEveryday && !caseSensitive) {
    const matchCase: NoiseProposal = {
      kind: 'match-case',
      says: `${shown(lowerCase)} of ${shown(judged)} are in lower case: match case?`,
      changes: { caseSensitive: true },
      keeps: noise.mentionsAsWritten,
    };
    // With case alone, the beginnings of sentences would stay.
    proposals.push(
      ...(near !== null && beginning * 2 >= asWritten ? [near, matchCase] : [matchCase, near ?? []].flat()),
    );
  } else if (near !== null) proposals.push(near);
  if (isEveryday)
    proposals.push({
      kind: 'remove',
      says: `Of ${shown(asWritten)} written “${pattern.name}”, ${shown(beginning)} begin a sentence: remove the pattern?`,
      changes: null,
      keeps: 0,
    });

  return proposals;
}

/** An alias counts only near a fuller name of its entity. */
function nearName(
  { name, entity, near }: Judged,
  noise: PatternNoise,
  { aliases, namesakes }: NoiseSurroundings,
  isEveryday: boolean,
): NoiseProposal | null {
  const names = [...new Set([entity, ...aliases])].filter((one) => one.length > name.length).slice(0, MAX_NEAR);
  const [other] = namesakes;
  if (near.length > 0 || names.length === 0 || (!isEveryday && !other)) return null;
  const why = isEveryday
    ? `“${name}” is an everyday word`
    : `Also the name of ${other!.entity}: up to ${shown(Math.min(noise.mentions, other!.mentions))} passages count for both`;

  return {
    kind: 'near-name',
    says: `${why}: count it only near “${names[0]!}”?`,
    changes: { ...(isEveryday ? { caseSensitive: true } : {}), near: names },
    keeps: null,
  };
}

const shown = (number: number): string => number.toLocaleString('en');
