import { formatClock } from '@earmark/contracts/kit';
import { parseQuery, type SegmentsAnswer } from '@earmark/contracts/search';
import type { Db } from '../kit/db.ts';
import { searchedText } from '../vocabulary/searched-names.ts';
import { findNamedEntity, findSpeakers } from './search-criteria.ts';
import { searchEpisode } from './search-evaluation.ts';
import type { LibraryAt } from './search-library.ts';
import { listSegmentsAt, listSpans, mergeMarks } from './passages.queries.ts';
import { SearchRefused } from './search-refused.ts';
import { eachSegment } from './segment-set.ts';
import type { NamedEntity } from './shown-names.ts';
import { marker } from './word-places.ts';
import { planWords } from './word-plan.ts';
import { findWords } from './word-search.ts';

/** Null: does not restrict. Slug, name or id of the entity. */
export interface AskedSegments {
  readonly episodeUuid: string;
  readonly entity: string | null;
  readonly speaker: string | null;
  readonly q: string;
}

/** Of several with this name, the one that the episode mentions most. */
async function findEntity(db: Db, value: string, episodeUuid: string): Promise<NamedEntity | null> {
  const { rows } = await db.query<NamedEntity>(
    `select n.entity_id as id, n.name, n.slug
     from read.mentions_entity_episode m join read.vocabulary_entity n on n.entity_id = m.entity_id
     where m.episode_uuid = $1 and m.count > 0 and (n.slug = $2 or $3 = any(string_to_array(n.searched, E'\\n')))
     order by n.slug = $2 desc, m.count desc, n.entity_id limit 1`,
    [episodeUuid, value, searchedText(value)],
  );

  return rows[0] ?? (await findNamedEntity(db, value, null));
}

/** More than anybody reads through in a dialog. */
const MOST_SEGMENTS = 500;

/** The segments behind a result, in the order of the transcript. `db` is a transaction. Throws SearchRefused. */
export async function listFoundSegments(db: Db, libraries: LibraryAt, asked: AskedSegments): Promise<SegmentsAnswer> {
  const { library } = await libraries.at(db);
  const { asked: words, refusal } = parseQuery(asked.q);
  if (refusal !== null) throw new SearchRefused(refusal);
  const planned = words && (await planWords(db, words, library));
  if (planned && planned.refusal !== null) throw new SearchRefused(planned.refusal);
  const plan = planned?.plan ?? null;
  const entity = asked.entity === null ? null : await findEntity(db, asked.entity, asked.episodeUuid);
  const speaker = asked.speaker === null ? null : findSpeakers(library, asked.speaker);
  const none = {
    segments: [],
    totalSegments: 0,
    speaker: asked.speaker ?? '',
    entity: entity?.name ?? asked.entity ?? '',
  };
  const episode = library.byUuid.get(asked.episodeUuid);
  const isKnown = (asked.entity === null || entity !== null) && (asked.speaker === null || speaker !== null);
  // Without an entity or words, every segment of the episode would be behind it.
  if (!episode || !isKnown || (plan === null && entity === null)) return none;
  const found = plan && (await findWords(db, library, plan, episode));
  const hits = searchEpisode(
    library,
    episode,
    {
      entity: entity && (library.names.entities.find(entity.id) ?? -1),
      category: null,
      speakers: speaker?.numbers ?? null,
    },
    { minMentions: 1, words: found?.found ?? null },
  );
  if (!hits) return none;
  const places: number[] = [];
  eachSegment(hits.passages, (place) => void places.push(place));
  const shown = places.slice(0, MOST_SEGMENTS);
  const around = new Set(shown.flatMap((place) => [place - 1, place, place + 1]));
  const rows = await listSegmentsAt(
    db,
    library,
    [...around].map((place) => ({ episodeUuid: episode.uuid, place })),
  );
  const at = new Map(rows.map((row) => [row.place, row]));
  const spans = entity === null ? new Map<string, number[]>() : await listSpans(db, entity.id, rows);
  const marks = marker(plan);
  const beside = (place: number) => {
    const row = at.get(place);

    return row === undefined ? null : { speaker: row.speaker, text: row.text };
  };

  return {
    ...none,
    totalSegments: places.length,
    segments: shown.flatMap((place) => {
      const row = at.get(place);

      return row === undefined
        ? []
        : [
            {
              id: row.segmentId,
              speaker: row.speaker,
              text: row.text,
              startTime: row.startMs,
              endTime: row.endMs,
              timeFormatted: formatClock(row.startMs),
              marks: mergeMarks(marks(row.text, episode.stemmer), spans.get(row.segmentId) ?? []),
              before: beside(place - 1),
              after: beside(place + 1),
            },
          ];
    }),
  };
}
