import type { RecountDifference, RecountId } from '@earmark/contracts/recounts';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';

export interface Totals {
  readonly before: { mentions: number; episodes: number };
  readonly after: { mentions: number; episodes: number };
}

/** Without episodes that were removed since. */
export async function sumRecount(db: Db, recountId: RecountId): Promise<Totals> {
  const { rows } = await db.query<{ bm: number; be: number; am: number; ae: number }>(
    `select coalesce(sum(r.before), 0)::integer as bm, (count(*) filter (where r.before > 0))::integer as be,
       coalesce(sum(r.after), 0)::integer as am, (count(*) filter (where r.after > 0))::integer as ae
     from recount.episode r join read.mentions_episode e on e.episode_uuid = r.episode_uuid where r.recount_id = $1`,
    [recountId],
  );
  const { bm, be, am, ae } = rows[0]!;

  return { before: { mentions: bm, episodes: be }, after: { mentions: am, episodes: ae } };
}

const PAGE = 50;
/** The columns of a difference, besides the entity. */
const PLACE = {
  entity: [],
  podcast: ['d.series_uuid'],
  episode: ['d.series_uuid', 'd.episode_uuid'],
} as const;
const THEN_BY_NAME = 'x.name, x.entity_id, x.podcast, x.episode';
const ORDER = {
  absolute: 'abs(x.after - x.before) desc',
  // A count that was 0 has no percentage, so it sorts first.
  relative:
    'x.before = 0 desc, abs(x.after - x.before)::float8 / greatest(x.before, 1) desc, abs(x.after - x.before) desc',
} as const;

/** A page of differences from `offset` on, largest first, without episodes that were removed since. */
export async function listDifferences(
  db: Db,
  recountId: RecountId,
  by: keyof typeof PLACE,
  sort: keyof typeof ORDER,
  offset: number,
  text: string | null = null,
): Promise<{ differences: RecountDifference[]; more: boolean }> {
  const [podcast, episode] = PLACE[by];
  const NONE = sql.raw('null::uuid');
  const lines = sql('recount.difference as d')
    .join('read.vocabulary_entity as o', 'o.entity_id', 'd.entity_id')
    .join('read.vocabulary_entity as n', 'n.entity_id', 'o.shown_id')
    .join('read.mentions_episode as e', 'e.episode_uuid', 'd.episode_uuid')
    .select('n.entity_id', 'n.name', 'n.slug', 'n.entity_type_id')
    .select({ podcast: podcast ?? NONE, episode: episode ?? NONE })
    .select(sql.raw('sum(d.before)::integer as before, sum(d.after)::integer as after'))
    .where('d.recount_id', recountId)
    .groupBy('n.entity_id', ...PLACE[by], 'n.name', 'n.slug', 'n.entity_type_id');
  const query = sql(lines.as('x'))
    .join('read.vocabulary_type as t', 't.entity_type_id', 'x.entity_type_id')
    .leftJoin('read.catalogue_series as cs', 'cs.series_uuid', 'x.podcast')
    .leftJoin('read.catalogue_episode as ce', 'ce.episode_uuid', 'x.episode')
    .select({
      entity: 'x.name',
      entityType: 't.name',
      entityId: 'x.entity_id',
      entitySlug: 'x.slug',
      place: sql.raw('coalesce(ce.title, cs.name)'),
      podcastUuid: 'x.podcast',
      episodeUuid: 'x.episode',
      before: 'x.before',
      after: 'x.after',
    })
    .whereRaw('x.before <> x.after')
    .orderByRaw(`${ORDER[sort]}, ${THEN_BY_NAME}`)
    .limit(PAGE + 1)
    .offset(offset);
  if (text !== null) {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    query.whereRaw('(x.name ilike ? or coalesce(ce.title, cs.name) ilike ?)', [pattern, pattern]);
  }
  const { rows } = await db.query<RecountDifference>(...native(query));

  return { differences: rows.slice(0, PAGE), more: rows.length > PAGE };
}

export const DIFFERENCES_A_PAGE = PAGE;
