import type { HistoryEntry } from '@earmark/contracts/history';
import { SegmentEdited } from '@earmark/contracts/transcripts';
import { quoted, titled } from '../kit/history/wording.ts';
import type { StoredEvent } from '../kit/history/event-history.ts';
import { changedWords } from '../transcripts/changed-words.ts';
import { historyOf } from './histories.ts';

/** What is known of an entry: how many of each type, in order, and the events themselves, as far as they were read. */
export interface EntryFacts {
  readonly counts: ReadonlyMap<string, number>;
  readonly events: readonly StoredEvent[];
  readonly isUndo: boolean;
  /** The episode that all of it is about, where the reader sees others, too. */
  readonly episode: string | null;
}

/** The kinds of changes that a sentence names; more are only counted. */
const NAMED = 3;
const IMPORTS = ['PatternsImported', 'TranscriptActivated', 'SeriesAdded', 'EpisodeAdded'];

export function kindOf({ counts, isUndo }: EntryFacts): HistoryEntry['kind'] {
  if (isUndo) return 'undo';

  return IMPORTS.some((type) => counts.has(type)) ? 'import' : 'save';
}

/** One sentence for several changes of one request. `sentenceOf`: of the only event of its type. */
export function entrySentence(facts: EntryFacts, sentenceOf: (type: string) => string | null): string {
  const { counts, isUndo, episode } = facts;
  const count = sum(counts.values());
  const where = episode === null ? '' : ` in ${titled(episode)}`;
  const words = replacement(facts) ?? enumeration(facts, sentenceOf);
  if (isUndo) return `Undid ${count.toLocaleString('en')} changes${where}: ${lowerFirst(words)}.`;

  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${where}.`;
}

/** When the same words were replaced everywhere. */
function replacement({ counts, events }: EntryFacts): string | null {
  const count = counts.get(SegmentEdited.type) ?? 0;
  if (counts.size !== 1 || count < 2 || events.length !== count) return null;
  const texts = events.map(({ data }) => SegmentEdited.schema.parse(data));
  const pairs = texts.map(({ from, to }) => changedWords(from, to));
  const [before, after] = pairs.reduce((shortest, pair) => (pair[0].length < shortest[0].length ? pair : shortest));
  const [word, other] = withoutEdges(before, after);
  if (word === '' || !texts.every(({ from, to }) => isReplaced(from, to, word, other))) return null;
  const segments = new Set(texts.map(({ segmentId }) => segmentId)).size;

  return other === ''
    ? `Removed ${quoted(word)} from ${segments} segments`
    : `Replaced ${quoted(word)} with ${quoted(other)} in ${segments} segments`;
}

/** Punctuation that both words share belongs to their places, not to them. */
function withoutEdges(before: string, after: string): [string, string] {
  const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
  const bare: [string, string] = [before.replace(EDGES, ''), after.replace(EDGES, '')];

  return bare[0] !== '' && bare[0] !== bare[1] && before.replace(bare[0], () => bare[1]) === after
    ? bare
    : [before, after];
}

function isReplaced(from: string, to: string, word: string, other: string): boolean {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const patterns = [literal, `(?<![\\p{L}\\p{M}\\p{N}_])${literal}(?![\\p{L}\\p{M}\\p{N}_])`];

  return patterns.some((pattern) =>
    ['gu', 'giu'].some((flags) => from.replace(new RegExp(pattern, flags), () => other).trim() === to.trim()),
  );
}

function enumeration({ counts, events }: EntryFacts, sentenceOf: (type: string) => string | null): string {
  const parts: string[] = [];
  let left = 0;
  // An import is about what it brought, not about the names and categories that it made for that.
  const inOrder = [...counts].toSorted(
    ([one], [other]) => Number(IMPORTS.includes(other)) - Number(IMPORTS.includes(one)),
  );
  for (const [type, count] of inOrder) {
    const history = historyOf({ type });
    const ofType = events.filter((event) => event.type === type);
    const size = history.size && ofType.length === count ? sum(ofType.map(({ data }) => history.size!(data))) : count;
    const bulk = size > 1 ? history.bulk?.(size.toLocaleString('en')) : undefined;
    const words = size === 1 ? sentenceOf(type)?.replace(/\.$/, '') : bulk;
    if (words === undefined || parts.length === NAMED) left += count;
    else parts.push(parts.length === 0 ? words : lowerFirst(words));
  }
  const others = left.toLocaleString('en');
  if (left > 0)
    parts.push(parts.length === 0 ? `${others} changes` : left === 1 ? '1 more change' : `${others} more changes`);

  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const lowerFirst = (words: string): string => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
