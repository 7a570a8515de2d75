import type { AdvancedSearchAnswer } from '@earmark/contracts/search';
import type { Db } from '../kit/db.ts';
import { runSearch, type RunSearch } from './advanced-search.queries.ts';
import { listSegmentsAt, listSpans, mergeMarks, type SegmentPlace } from './passages.queries.ts';
import type { AskedSearch } from './search-criteria.ts';
import { eachPlace, searchEpisode, type EpisodeHits } from './search-evaluation.ts';
import type { LibraryAt } from './search-library.ts';
import { eachSegment } from './segment-set.ts';
import { marker } from './word-places.ts';

const PASSAGES_AT_ONCE = 1000;

/** A passage that was found, or a mention where neither words nor an entity was asked for. */
export interface FoundPassage {
  /** Null: only words were asked for. */
  readonly entity: { readonly id: string; readonly name: string; readonly type: string } | null;
  readonly podcast: { readonly uuid: string; readonly name: string; readonly slug: string };
  readonly episode: { readonly uuid: string; readonly name: string; readonly slug: string };
  readonly publishedAt: Date | null;
  readonly segmentId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly speaker: string;
  readonly text: string;
  /** Flat [start, end, …] in UTF-16 units. */
  readonly marks: readonly number[];
}

interface Place extends SegmentPlace {
  readonly entity: number | null;
}

/** All passages of a search, by episode in the order asked for, then as in the transcript. Throws SearchRefused. */
export async function findPassages(
  db: Db,
  libraries: LibraryAt,
  search: AskedSearch,
): Promise<{
  criteria: AdvancedSearchAnswer['criteria'];
  /** Of the criteria that were left out: see `UnderstoodSearch`. */
  unknown: readonly string[];
  passages: () => AsyncGenerator<FoundPassage[]>;
}> {
  const run = await runSearch(db, libraries, search, 'mentions');

  const { view, unknown } = run.understood;

  return { criteria: view, unknown, passages: () => passagesOf(db, run) };
}

async function* passagesOf(db: Db, run: RunSearch): AsyncGenerator<FoundPassage[]> {
  let places: Place[] = [];
  for (let index = 0; index < run.ranking.length; index += 1) {
    const { episode } = run.ranking.at(index);
    places.push(...placesOf(run, searchEpisode(run.library, episode, run.criteria, run.criteria)!));
    if (places.length < PASSAGES_AT_ONCE) continue;
    for (let at = 0; at < places.length; at += PASSAGES_AT_ONCE)
      yield await rowsOf(db, run, places.slice(at, at + PASSAGES_AT_ONCE));
    places = [];
  }
  if (places.length > 0) yield await rowsOf(db, run, places);
}

function placesOf({ criteria }: RunSearch, { episode, entities, passages }: EpisodeHits): Place[] {
  const places: Place[] = [];
  const add = (entity: number | null, place: number) => void places.push({ episodeUuid: episode.uuid, place, entity });
  if (criteria.words !== null || criteria.entity !== null)
    eachSegment(passages, (place) => add(criteria.entity, place));
  else
    for (const entity of entities)
      eachPlace(episode, entity, (place) => {
        if (criteria.speakers === null || criteria.speakers.has(episode.speakers[place]!)) add(entity, place);
      });

  return places.sort((a, b) => a.place - b.place);
}

async function rowsOf(db: Db, { library, shown, plan }: RunSearch, places: readonly Place[]): Promise<FoundPassage[]> {
  const { entities } = library.names;
  const segments = new Map(
    (await listSegmentsAt(db, library, places)).map((row) => [`${row.episodeUuid} ${row.place}`, row]),
  );
  const episodes = await shown.episodes(
    db,
    places.map(({ episodeUuid }) => episodeUuid),
  );
  const podcasts = await shown.podcasts(
    db,
    places.map(({ episodeUuid }) => library.byUuid.get(episodeUuid)!.seriesUuid),
  );
  const numbers = [...new Set(places.map(({ entity }) => entity))].filter((entity) => entity !== null);
  const names = await shown.entities(
    db,
    numbers.map((entity) => entities.texts[entity] ?? '').filter((id) => id !== ''),
  );
  const spans = new Map<number, ReadonlyMap<string, number[]>>();
  for (const entity of numbers) {
    const own = places.filter((one) => one.entity === entity);
    const rows = own.map(({ episodeUuid, place }) => segments.get(`${episodeUuid} ${place}`)!);
    spans.set(entity, await listSpans(db, entities.texts[entity]!, rows));
  }
  const marks = marker(plan);

  return places.map(({ episodeUuid, place, entity }): FoundPassage => {
    const { segmentId, startMs, endMs, speaker, text } = segments.get(`${episodeUuid} ${place}`)!;
    const { seriesUuid, publishedAt, ...episode } = episodes.get(episodeUuid)!;
    const stemmer = library.byUuid.get(episodeUuid)!.stemmer;
    const ofEntity = entity === null ? [] : (spans.get(entity)?.get(segmentId) ?? []);

    return {
      entity: (entity !== null && names.get(entities.texts[entity]!)) || null,
      podcast: podcasts.get(seriesUuid)!,
      episode,
      publishedAt,
      segmentId,
      startMs,
      endMs,
      speaker,
      text,
      marks: mergeMarks(marks(text, stemmer), ofEntity),
    };
  });
}
