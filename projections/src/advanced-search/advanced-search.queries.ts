import {
  writeQuery,
  type AdvancedSearchAnswer,
  type SearchedEpisode,
  type WordsAsked,
} from '@earmark/contracts/search';
import type { Db } from '../kit/db.ts';
import { grouped } from '../kit/grouped.ts';
import { understand, type AskedSearch, type UnderstoodSearch } from './search-criteria.ts';
import type { Criteria } from './criteria.ts';
import type { Scan } from './episode-scanner.ts';
import {
  countPassages,
  countSpeakers,
  searchEpisode,
  searchLibrary,
  type EpisodeHits,
  type Need,
} from './search-evaluation.ts';
import { facetsOf } from './search-facets.ts';
import type { LibraryAt } from './search-library.ts';
import type { Library } from './library.ts';
import type { EntityName } from './search-names.queries.ts';
import { Ranking, type Ranked, type ResultPlace } from './search-order.ts';
import { SearchRefused } from './search-refused.ts';
import { eachSegment, hasSegment, segmentsOf, spread } from './segment-set.ts';
import type { ShownNames } from './shown-names.ts';
import { listSegmentsAt, listSpans, mergeMarks, passageView, type SegmentPlace } from './passages.queries.ts';
import { marker } from './word-places.ts';
import { TimeBudget } from './time-budget.ts';
import { planWords, type WordPlan } from './word-plan.ts';
import { findWords, type WordsFound } from './word-search.ts';

/** Half of the answer for a common word is names: the page shows three until somebody asks for more. */
const MENTIONS_SHOWN = 8;
const PASSAGES_SHOWN = 3;
/** More do not fit beside each other in the strip of a result. */
const MOST_TICKS = 120;
/** Of more words, none is left out to see what would be found: each takes a search. */
const MOST_LEFT_OUT = 8;

/** A search with its words and episodes found. */
export interface RunSearch {
  readonly library: Library;
  readonly shown: ShownNames;
  readonly understood: UnderstoodSearch;
  readonly criteria: Criteria;
  readonly plan: WordPlan | null;
  readonly words: WordsFound | null;
  readonly notes: readonly string[];
  readonly need: Need;
  readonly scan: Scan;
  /** The episodes in the order asked for. */
  readonly ranking: Ranking;
  readonly budget: TimeBudget;
}

/** `db` is a transaction. Throws SearchRefused. */
export async function runSearch(db: Db, libraries: LibraryAt, search: AskedSearch, need: Need): Promise<RunSearch> {
  const { library, shown } = await libraries.at(db);
  const understood = await understand(db, { library, shown }, search);
  if (understood.refusal !== null) throw new SearchRefused(understood.refusal);
  const planned = understood.asked && (await planWords(db, understood.asked, library));
  if (planned && planned.refusal !== null) throw new SearchRefused(planned.refusal);
  const plan = planned?.plan ?? null;
  const budget = new TimeBudget();
  const words = plan && (await findWords(db, library, plan, null, budget));
  const criteria: Criteria = { ...understood.criteria, words: words?.found ?? null };
  const scan = searchLibrary(library, criteria, need, budget);
  const ranking = new Ranking(library, scan, understood.view.sortBy, words);
  budget.check();
  const notes = [...understood.notes, ...(planned?.notes ?? [])];

  return { library, shown, understood, criteria, plan, words, notes, need, scan, ranking, budget };
}

/** Where the time of a search went. */
export interface SearchTimes {
  /** Its words, the episodes with them, and their order. */
  readonly findMs: number;
  /** Facets; 0 on later pages, which have none. */
  readonly countMs: number;
  /** Names, speakers and passages of the results. */
  readonly readMs: number;
}

/** The results after `after` (null: the first), `limit` of them; `last` is where the page ends, null on the last page. */
export async function searchAdvanced(
  db: Db,
  libraries: LibraryAt,
  search: AskedSearch,
  { after, limit }: { after: ResultPlace | null; limit: number },
): Promise<{ answer: Omit<AdvancedSearchAnswer, 'next'>; last: ResultPlace | null; times: SearchTimes }> {
  const begun = performance.now();
  const run = await runSearch(db, libraries, search, after === null ? 'facets' : 'mentions');
  const { ranking } = run;
  const from = after === null ? 0 : ranking.after(after);
  const page = ranking.slice(from, from + limit);
  const found = performance.now();
  const facets = after === null ? await facetsOf(db, run) : null;
  const counted = performance.now();
  const results = await resultsOf(db, run, page);
  const read = performance.now();

  return {
    times: { findMs: found - begun, countMs: counted - found, readMs: read - counted },
    answer: {
      totalResults: ranking.length,
      summary: summaryOf(run.scan),
      results,
      facets,
      criteria: run.understood.view,
      relaxations: ranking.length === 0 ? await relaxationsOf(db, run) : [],
      notes: [...run.notes],
    },
    last: from + limit >= ranking.length ? null : page.at(-1)!.place,
  };
}

const sum = (counts: Int32Array): number => counts.reduce((all, count) => all + count, 0);

const summaryOf = ({ mentions, passages, entities }: Scan): AdvancedSearchAnswer['summary'] => ({
  totalMentions: sum(mentions),
  uniqueEntities: entities.reduce((all, count) => all + (count > 0 ? 1 : 0), 0),
  totalPassages: sum(passages),
});

/** Episodes in their order, as the page shows them; without mentions where the search needs only passages. */
export async function resultsOf(db: Db, run: RunSearch, page: readonly Ranked[]): Promise<SearchedEpisode[]> {
  const { library, shown, criteria } = run;
  const { entities, speakers } = library.names;
  const hits = page.map(({ episode }) => searchEpisode(library, episode, criteria, criteria)!);
  const most = hits.map((one) => (run.need === 'passages' ? [] : mostMentioned(one, library)));
  const names = await shown.entities(
    db,
    most.flat().map(({ entity }) => entities.texts[entity]!),
  );
  const episodes = await shown.episodes(
    db,
    hits.map(({ episode }) => episode.uuid),
  );
  const podcasts = await shown.podcasts(
    db,
    hits.map(({ episode }) => episode.seriesUuid),
  );
  const passages = await passagesOf(
    db,
    run,
    hits.flatMap((one) => bestPlaces(run, one).map((place) => ({ episodeUuid: one.episode.uuid, place }))),
  );

  return hits.map((one, index): SearchedEpisode => {
    const { episode } = one;
    const { seriesUuid, publishedAt, ...own } = episodes.get(episode.uuid)!;
    const mentions = most[index]!.map(({ entity, count }) => ({
      entity,
      count,
      name: names.get(entities.texts[entity]!),
    }))
      .filter((mention): mention is { entity: number; count: number; name: EntityName } => mention.name !== undefined)
      .sort((a, b) => b.count - a.count || (a.name.name < b.name.name ? -1 : 1));

    return {
      episode: { ...own, publishedAt: publishedAt?.toISOString() ?? null },
      podcast: podcasts.get(seriesUuid)!,
      mentions: mentions.map(({ entity, count, name }) => {
        const bySpeaker = [...countSpeakers(episode, entity, criteria.speakers)]
          .map(([speaker, said]): [string, number] => [speakers.texts[speaker]!, said])
          .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

        return {
          entity: name.name,
          entityId: name.id,
          entitySlug: name.slug,
          entityType: name.type,
          iconName: name.iconName,
          colorClass: name.colorClass,
          count,
          url: name.url,
          primarySpeaker: bySpeaker[0]?.[0] ?? '',
          speakerBreakdown: Object.fromEntries(bySpeaker),
        };
      }),
      mentionsLeft: one.entities.length - mentions.length,
      passages: { total: countPassages(one), shown: passages.get(episode.uuid) ?? [] },
      strip: Array.from(spread(one.passages, MOST_TICKS), (place) => episode.startsMs[place]!),
    };
  });
}

interface EntityCount {
  readonly entity: number;
  readonly count: number;
}

/** Of equal counts, those with the lower ids. */
function mostMentioned({ entities, counts }: EpisodeHits, { names }: Library): EntityCount[] {
  const least = counts.toSorted().at(-MENTIONS_SHOWN) ?? 0;
  const most: EntityCount[] = [];
  for (let at = 0; at < entities.length; at += 1)
    if (counts[at]! >= least) most.push({ entity: entities[at]!, count: counts[at]! });
  const idOf = ({ entity }: EntityCount) => names.entities.texts[entity]!;

  return most.sort((a, b) => b.count - a.count || (idOf(a) < idOf(b) ? -1 : 1)).slice(0, MENTIONS_SHOWN);
}

/** Places of the passages with the most different words of the query, then the first ones; in the order of the transcript. */
function bestPlaces({ words }: RunSearch, { episode, passages }: EpisodeHits): number[] {
  const leaves = [...(words?.byLeaf.values() ?? [])].map((leaf) => segmentsOf(leaf, episode));
  const best: { place: number; score: number }[] = [];
  eachSegment(passages, (place) => {
    const score = leaves.reduce((sum, leaf) => sum + (hasSegment(leaf, place) ? 1 : 0), 0);
    if (best.length === PASSAGES_SHOWN && score <= best.at(-1)!.score) return leaves.length > 1;
    const index = best.findIndex((one) => one.score < score);
    best.splice(index === -1 ? best.length : index, 0, { place, score });
    best.length = Math.min(best.length, PASSAGES_SHOWN);

    return true;
  });

  return best.map(({ place }) => place).sort((a, b) => a - b);
}

/** By episode, in the order of the transcript. */
async function passagesOf(
  db: Db,
  run: Pick<RunSearch, 'library' | 'plan' | 'criteria'>,
  places: readonly SegmentPlace[],
): Promise<Map<string, SearchedEpisode['passages']['shown']>> {
  const { library, plan, criteria } = run;
  const rows = await listSegmentsAt(db, library, places);
  rows.sort((a, b) => a.place - b.place);
  const marks = marker(plan);
  const entityId = criteria.entity === null ? undefined : library.names.entities.texts[criteria.entity];
  const spans = entityId === undefined ? new Map<string, number[]>() : await listSpans(db, entityId, rows);

  return new Map(
    [...grouped(rows, ({ episodeUuid }) => episodeUuid)].map(([uuid, own]) => [
      uuid,
      own.map((row) =>
        passageView(
          row,
          mergeMarks(marks(row.text, library.byUuid.get(uuid)?.stemmer ?? null), spans.get(row.segmentId) ?? []),
        ),
      ),
    ]),
  );
}

/** What would be found without one of the criteria or words, the most promising first, and without any words last. */
async function relaxationsOf(
  db: Db,
  { library, criteria, understood, plan, budget }: RunSearch,
): Promise<AdvancedSearchAnswer['relaxations']> {
  const { labels, asked } = understood;
  const without: AdvancedSearchAnswer['relaxations'] = [];
  const tryOut = (name: string, label: string, some: Partial<Criteria>, words?: string) => {
    const { length: total } = searchLibrary(library, { ...criteria, ...some }, 'passages', budget).found;
    if (total > 0) without.push({ without: name, label, total, ...(words !== undefined && { words }) });
  };
  if (criteria.entity !== null) tryOut('entity', `without the entity ${labels.entity}`, { entity: null });
  if (criteria.category !== null) tryOut('category', `without the category ${labels.category}`, { category: null });
  if (criteria.speakers !== null) tryOut('speaker', `without the speaker ${labels.speaker}`, { speakers: null });
  if (criteria.seriesUuid !== null) tryOut('podcast', `without the podcast ${labels.podcast}`, { seriesUuid: null });
  if (criteria.episodeUuid !== null) tryOut('episode', `without the episode ${labels.episode}`, { episodeUuid: null });
  if (criteria.fromMs !== null) tryOut('from', `without the first day, ${labels.from}`, { fromMs: null });
  if (criteria.toMs !== null) tryOut('to', `without the last day, ${labels.to}`, { toMs: null });
  if (criteria.minMentions > 1)
    tryOut('minMentions', `with fewer than ${criteria.minMentions} mentions`, { minMentions: 1 });
  for (const { left, others } of asked === null ? [] : leavingOutOne(asked)) {
    const { plan: fewer } = await planWords(db, others, library);
    if (fewer === null) continue;
    const { found } = await findWords(db, library, fewer, null, budget);
    tryOut('word', `without “${left}”`, { words: found }, writeQuery(others));
  }
  without.sort((a, b) => b.total - a.total);
  if (plan !== null) tryOut('words', 'without the words', { words: null });

  return without;
}

/** A query that asks for several things, without each of them. */
function leavingOutOne(asked: WordsAsked): { left: string; others: WordsAsked }[] {
  if (asked.kind !== 'and' || asked.of.length > MOST_LEFT_OUT) return [];

  return [...new Set(asked.of.map(writeQuery))].flatMap((left) => {
    const [first, ...rest] = asked.of.filter((one) => writeQuery(one) !== left);
    if (first === undefined) return [];

    return { left, others: rest.length === 0 ? first : { kind: 'and', of: [first, ...rest] } };
  });
}
