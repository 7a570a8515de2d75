import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldQuickly } from '@earmark/contracts/mentions';
import { listSegmentsAt, type SegmentRow } from '../advanced-search/passages.queries.ts';
import { eachPlace } from '../advanced-search/search-evaluation.ts';
import type { LibraryAt } from '../advanced-search/search-library.ts';
import type { Library } from '../advanced-search/library.ts';
import { addSegment, emptySet, unite, type SegmentSet } from '../advanced-search/segment-set.ts';
import { listForms } from '../advanced-search/word-forms.ts';
import { TimeBudget } from '../advanced-search/time-budget.ts';
import type { WordLeaf } from '../advanced-search/word-plan.ts';
import { findWords } from '../advanced-search/word-search.ts';
import type { Db } from '../kit/db.ts';
import { irregularForms } from './irregular-forms.ts';
import { listCandidates, weigh, type Candidate, type Wanted } from './passage-candidates.ts';
import { overlap, type Sentence } from './passage-sentences.ts';
import {
  listEntitiesNamed,
  listStopWords,
  speakersByWord,
  titlesByWord,
  type NamedInQuestion,
} from './question-names.queries.ts';
import { readQuestion, wordsAsked, type QuestionParts, type QuestionWord } from './question.ts';
import { rankSentences, saySame, type RankedPassage, type SoughtWord } from './ranked-passages.ts';

/** What may be answered from. An episode counts when either list names it; both null: all do. */
export interface ScopeOfAnswer {
  readonly seriesUuids: ReadonlySet<string> | null;
  readonly episodeUuids: ReadonlySet<string> | null;
  /** Episodes outside are never answered from; null: none are. */
  readonly indexed: ReadonlySet<string> | null;
}

export const inScope =
  ({ seriesUuids, episodeUuids, indexed }: ScopeOfAnswer) =>
  ({ seriesUuid, uuid }: { readonly seriesUuid: string; readonly uuid: string }): boolean =>
    (indexed?.has(uuid) ?? true) &&
    ((seriesUuids === null && episodeUuids === null) ||
      (seriesUuids?.has(seriesUuid) ?? false) ||
      (episodeUuids?.has(uuid) ?? false));

export interface AnswerPassage extends RankedPassage {
  readonly episodeUuid: string;
  /** Elsewhere in the same words. */
  readonly also: readonly { readonly episodeUuid: string; readonly sentence: Sentence }[];
}

export interface UnderstoodQuestion extends QuestionParts {
  readonly library: Library;
  readonly entities: readonly NamedInQuestion[];
  /** In the order of the question. */
  readonly wanted: readonly WantedWord[];
}

export interface WantedWord extends Wanted {
  readonly text: string;
  readonly place: number;
  readonly entity: NamedInQuestion | null;
  readonly forms: ReadonlySet<string>;
  readonly isName: boolean;
}

const ENGLISH = 'english_stem';
const MOST_WORDS = 16;
const NAME_WEIGHT = 1.4;
const WINDOWS = 30;
const WINDOWS_PER_EPISODE = 8;
/** Of a window; segments can be as long as that alone. */
const WINDOW_CHARACTERS = 6000;

/** Reads a question and finds where its words stand. `db` is a transaction. Throws SearchRefused. */
export async function understandQuestion(
  db: Db,
  libraries: LibraryAt,
  question: string,
  earlier: readonly string[],
  budget = new TimeBudget(),
): Promise<UnderstoodQuestion> {
  const { library } = await libraries.at(db);
  const { stemmer, stopWords } = await listStopWords(db, [question, ...earlier].flatMap(wordsAsked), library.stemmers);
  const parts = readQuestion(question, earlier, { stemmer, isStopWord: (word) => stopWords.has(word) });
  const entities = await listEntitiesNamed(
    db,
    question,
    parts.asked.kind === 'count' ? (word) => stopWords.has(word) : null,
  );
  const isNamed = ({ place }: QuestionWord) => entities.some(({ from, to }) => place >= from && place <= to);
  const words = parts.words.filter((word) => !isNamed(word)).slice(0, MOST_WORDS);
  const speakers = speakersByWord(library);
  const titles = await titlesByWord(db, library);
  const forms = await formsOf(db, library, words, stemmer);
  const leaves = words.map(({ word }) => leafOf(forms.get(word)!));
  const entityLeaves = entities.map(({ names }) => names.map((name) => leafOfPhrase(name)));
  const all = [...leaves, ...entityLeaves.flat()];
  const { byLeaf } =
    all.length === 0
      ? { byLeaf: new Map<WordLeaf, SegmentSet>() }
      : await findWords(db, library, { kind: 'or', of: all }, null, budget);
  const ofWords = words.map((word, index): WantedWord => {
    const numbers = speakers.get(word.word) ?? [];

    return {
      text: word.text,
      place: word.place,
      entity: null,
      isName: word.isName,
      forms: forms.get(word.word)!,
      found: byLeaf.get(leaves[index]!)!,
      speakers: new Set(numbers),
      titled: titles.get(word.word) ?? new Set(),
      weight: word.weight * (word.isName ? NAME_WEIGHT : 1),
    };
  });
  const ofEntities = entities.map((entity, index): WantedWord => {
    const found = emptySet(library.bits);
    for (const leaf of entityLeaves[index]!) unite(found, byLeaf.get(leaf)!);
    const number = library.names.entities.find(entity.id);
    if (number !== null)
      for (const episode of library.episodes)
        eachPlace(episode, number, (place) => addSegment(found, episode.firstBit + place));
    const ownWords = foldQuickly(entity.name).trim().split(/\s+/);
    const sets = ownWords.map((word) => new Set(speakers.get(word) ?? []));
    const titled = ownWords.map((word) => titles.get(word) ?? new Set<string>());

    return {
      text: entity.name,
      place: entity.from,
      entity,
      isName: true,
      forms: new Set(),
      found,
      speakers: new Set([...sets[0]!].filter((one) => sets.every((set) => set.has(one)))),
      titled: new Set([...titled[0]!].filter((one) => titled.every((set) => set.has(one)))),
      weight: NAME_WEIGHT,
    };
  });

  return { ...parts, library, entities, wanted: [...ofWords, ...ofEntities].sort((a, b) => a.place - b.place) };
}

/** The words with the same stem in the question's language; they count in texts of any, as not every podcast says its own. */
async function formsOf(
  db: Db,
  library: Library,
  words: readonly QuestionWord[],
  stemmer: string,
): Promise<Map<string, Set<string>>> {
  const alike = (word: string) => (stemmer === ENGLISH ? [word, ...irregularForms(word)] : [word]);
  const found = await listForms(db, library, [...new Set(words.flatMap(({ word }) => alike(word)))], [stemmer]);

  return new Map(
    words.map(({ word }) => [
      word,
      new Set(alike(word).flatMap((form) => [form, ...(found.get(form)?.get(stemmer) ?? [])])),
    ]),
  );
}

const leafOf = (forms: ReadonlySet<string>): WordLeaf => ({
  kind: 'term',
  term: { length: 1, words: [{ place: 0, words: new Map([...forms].map((form) => [form, null])) }] },
});

function leafOfPhrase(name: string): WordLeaf {
  const words = name.split(/[^\p{L}\p{M}\p{N}_]+/u).filter((word) => word !== '');

  return {
    kind: 'term',
    term: { length: words.length, words: words.map((word, place) => ({ place, words: new Map([[word, null]]) })) },
  };
}

/** The passages that come nearest to the question, best first; passages that say the same are one. Throws SearchRefused. */
export async function findAnswerPassages(
  db: Db,
  understood: UnderstoodQuestion,
  scope: ScopeOfAnswer,
  {
    wanted = understood.wanted,
    budget = new TimeBudget(),
  }: { wanted?: readonly WantedWord[]; budget?: TimeBudget } = {},
): Promise<AnswerPassage[]> {
  const { library } = understood;
  const weighed = weigh(library, wanted);
  const candidates = await listCandidates(
    library,
    weighed,
    inScope(scope),
    { most: WINDOWS, perEpisode: WINDOWS_PER_EPISODE },
    budget,
  );
  const rows = await listWindows(db, library, candidates);
  const total = weighed.reduce((sum, { worth }) => sum + worth, 0);
  const sought = wanted.map(({ forms, entity, isName, speakers, place }, index): SoughtWord => ({
    forms,
    phrases: entity === null ? [] : entity.names.map((name) => name.split(/[^\p{L}\p{M}\p{N}_]+/u)),
    speakers: new Set([...speakers].map((speaker) => library.names.speakers.texts[speaker]!)),
    share: weighed[index]!.worth / total,
    isName,
    place,
  }));
  const ranked: (RankedPassage & { episodeUuid: string })[] = [];
  for (const candidate of candidates) {
    const titled = wanted.map((one) => one.titled.has(candidate.episode.uuid));
    const best = rankSentences(rows(candidate), sought, titled, understood).slice(0, 3);
    ranked.push(...best.map((passage) => ({ ...passage, episodeUuid: candidate.episode.uuid })));
    // Everybody else has a turn in between.
    await nextTurn();
  }

  return folded(ranked.sort((a, b) => b.score - a.score));
}

/** Segments around each candidate, some more after it: answers follow questions. */
async function listWindows(
  db: Db,
  library: Library,
  candidates: readonly Candidate[],
): Promise<(candidate: Candidate) => SegmentRow[]> {
  const placesOf = ({ place, reach, episode }: Candidate) => {
    const from = Math.max(0, place - reach - 1);
    const to = Math.min(episode.segments - 1, place + reach + Math.max(2, reach));

    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  };
  const wanted = new Map<string, { episodeUuid: string; place: number }>();
  for (const candidate of candidates)
    for (const place of placesOf(candidate)) {
      const episodeUuid = candidate.episode.uuid;
      wanted.set(`${episodeUuid} ${place}`, { episodeUuid, place });
    }
  const rows = new Map(
    (await listSegmentsAt(db, library, [...wanted.values()])).map((row) => [`${row.episodeUuid} ${row.place}`, row]),
  );

  return (candidate) => {
    const own = placesOf(candidate).flatMap((place) => {
      const row = rows.get(`${candidate.episode.uuid} ${place}`);

      return row === undefined ? [] : [row];
    });
    let characters = 0;
    const near = new Set(
      own
        .toSorted((a, b) => Math.abs(a.place - candidate.place) - Math.abs(b.place - candidate.place))
        .filter(({ text }) => (characters += text.length) <= WINDOW_CHARACTERS || characters === text.length),
    );

    return own.filter((row) => near.has(row));
  };
}

const MOST_COMPARED = 40;

function folded(ranked: readonly (RankedPassage & { episodeUuid: string })[]): AnswerPassage[] {
  const kept: (AnswerPassage & { also: { episodeUuid: string; sentence: Sentence }[] })[] = [];
  for (const one of ranked) {
    if (kept.length === MOST_COMPARED) break;
    if (kept.some((other) => other.episodeUuid === one.episodeUuid && repeats(other, one))) continue;
    const same = kept.find(({ sentence }) => saySame(sentence, one.sentence));
    if (same === undefined) kept.push({ ...one, also: [] });
    else if (same.also.length < 3) same.also.push({ episodeUuid: one.episodeUuid, sentence: one.sentence });
  }

  return kept;
}

/** Whether one quotes what the other does already. */
const repeats = (kept: AnswerPassage, { sentence, reply }: RankedPassage): boolean =>
  [kept.sentence, ...(kept.reply ? [kept.reply] : [])].some(
    (one) => overlap(one, sentence) || (reply !== null && overlap(one, reply)),
  );
