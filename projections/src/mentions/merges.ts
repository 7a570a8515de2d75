import { isAnyOf, native, sql, type Condition } from '../kit/query-builder.ts';
import type { Tables } from '../kit/tables.ts';
import { joined } from './pinned-vocabulary.ts';

/** By entity, the one that it counts for: of all that take part in a merge, the targets included. */
export type Merged = ReadonlyMap<string, string>;

/**
 * Merged entities count for another one. Their mentions are kept by the entity that they were found for, so that undoing a
 * merge brings back exactly what would be there without it.
 */
export class Merges {
  /** As the rows of mentions are joined now; null: not loaded yet. */
  private merged: Merged | null = null;
  private isChanged = false;

  merge(tables: Tables, entityId: string, intoId: string): void {
    tables.insert('mentions_merge', { entity_id: entityId, into_id: intoId });
    this.isChanged = true;
  }

  async unmerge(tables: Tables, entityId: string): Promise<void> {
    await tables.exactlyOne('delete from mentions_merge where entity_id = $1', [entityId]);
    this.isChanged = true;
  }

  /** Episodes whose mentions have to be joined in another way because of merges since the last `join`. */
  async affected(tables: Tables): Promise<string[]> {
    if (!this.isChanged) return [];
    const entityIds = differing(await this.load(tables), await inForce(tables));
    const rows = await tables.query<{ episode_uuid: string }>(
      `select episode_uuid from mentions_entity_episode where entity_id = any($1)
       union select episode_uuid from mentions_all_episode where is_removed or is_series_removed`,
      [entityIds],
    );

    return rows.map((row) => row.episode_uuid);
  }

  /** Takes the episodes' rows apart, so that each is by the entity it was found for. */
  async part(tables: Tables, episodes: readonly string[]): Promise<void> {
    if (episodes.length === 0 || (await this.load(tables)).size === 0) return;
    const found = sql('mentions_found as f')
      .join('mentions_merged as r', 'r.entity_id', 'f.entity_id')
      .distinct('f.episode_uuid', 'r.shown_id')
      .modify(isAnyOf('f.episode_uuid', episodes));
    await tables.query(
      ...native(
        sql.raw(
          `delete from mentions_mention m using ? x
           where m.episode_uuid = x.episode_uuid and m.entity_id = x.shown_id`,
          [found],
        ),
      ),
    );
    await tables.query(
      `with parted as (delete from mentions_found where episode_uuid = any($1) returning ${COLUMNS})
       insert into mentions_mention (${COLUMNS}) select ${COLUMNS} from parted`,
      [episodes],
    );
  }

  /** Joins the episodes' rows (null: all) by the merges in force: a segment in which several were found counts once. */
  async join(tables: Tables, episodes: readonly string[] | null): Promise<void> {
    const before = await this.load(tables);
    if (this.isChanged) await this.write(tables);
    const { merged } = this;
    if (episodes?.length === 0 || (before.size === 0 && merged?.size === 0)) return;
    const some = isAnyOf('m.episode_uuid', episodes);
    await tables.query(
      ...native(
        sql.raw(
          `with moved as (
             delete from mentions_mention d using ? x
             where d.episode_uuid = x.episode_uuid and d.entity_id = x.entity_id
             returning d.episode_uuid, d.entity_id, d.segment_id, d.speaker_id, d.spans
           )
           insert into mentions_found (${COLUMNS}) select ${COLUMNS} from moved`,
          [
            sql('mentions_mention as m')
              .join('mentions_merged as r', 'r.entity_id', 'm.entity_id')
              .distinct('m.episode_uuid', 'm.entity_id')
              .modify(some),
          ],
        ),
      ),
    );
    await joinFound(tables, some);
    await tables.query(
      ...native(
        sql.raw(
          `update mentions_all_episode e set merged = c.merged
           from ? c where c.episode_uuid = e.episode_uuid and c.merged <> e.merged`,
          [sql('mentions_all_episode as m').select('m.episode_uuid', sql.raw(MERGED_HERE)).modify(some)],
        ),
      ),
    );
  }

  private async load(tables: Tables): Promise<Merged> {
    this.merged ??= new Map(
      (await tables.query<MergedRow>('select entity_id, shown_id from mentions_merged')).map((row) => [
        row.entity_id,
        row.shown_id,
      ]),
    );

    return this.merged;
  }

  private async write(tables: Tables): Promise<void> {
    this.merged = await inForce(tables);
    this.isChanged = false;
    await tables.query('delete from mentions_merged');
    for (const [entityId, shownId] of this.merged)
      tables.insert('mentions_merged', { entity_id: entityId, shown_id: shownId });
    await tables.flush();
  }
}

const COLUMNS = 'episode_uuid, entity_id, segment_id, speaker_id, spans';

/** Changes whenever other entities found in the episode `m` count for others. */
const MERGED_HERE = `coalesce((
    select md5(string_agg(distinct concat(f.entity_id, r.shown_id), ' ' order by concat(f.entity_id, r.shown_id)))
    from mentions_found f join mentions_merged r on r.entity_id = f.entity_id
    where f.episode_uuid = m.episode_uuid and f.entity_id <> r.shown_id
  ), '') as merged`;

interface MergedRow {
  readonly entity_id: string;
  readonly shown_id: string;
}
interface FoundRow extends MergedRow {
  readonly episode_uuid: string;
  readonly segment_id: string;
  readonly speaker_id: string | null;
  readonly spans: number[];
}

async function joinFound(tables: Tables, some: Condition): Promise<void> {
  const rows = await tables.query<FoundRow>(
    ...native(
      sql('mentions_found as m')
        .join('mentions_merged as r', 'r.entity_id', 'm.entity_id')
        .select('m.episode_uuid', 'r.shown_id', 'm.segment_id', 'm.speaker_id', 'm.spans')
        .modify(some)
        .orderBy(['m.episode_uuid', 'r.shown_id', 'm.segment_id']),
    ),
  );
  for (let at = 0; at < rows.length;) {
    const { episode_uuid, shown_id, segment_id, speaker_id, spans } = rows[at]!;
    const all = [...spans];
    for (at += 1; at < rows.length; at += 1) {
      const next = rows[at]!;
      if (next.segment_id !== segment_id || next.shown_id !== shown_id || next.episode_uuid !== episode_uuid) break;
      all.push(...next.spans);
    }
    const row = { episode_uuid, entity_id: shown_id, segment_id, speaker_id };
    tables.insert('mentions_mention', { ...row, spans: all.length > spans.length ? joined(all) : spans });
  }
}

/** The merges in force, followed to their ends. */
async function inForce(tables: Tables): Promise<Merged> {
  const rows = await tables.query<{ entity_id: string; into_id: string }>(
    'select entity_id, into_id from mentions_merge order by entity_id',
  );
  const into = new Map(rows.map((row) => [row.entity_id, row.into_id]));
  const merged = new Map<string, string>();
  for (const entityId of into.keys()) {
    let shown = entityId;
    for (let next = into.get(shown); next !== undefined; next = into.get(shown)) shown = next;
    merged.set(entityId, shown).set(shown, shown);
  }

  return merged;
}

/** The entities that count for another one than before, and those that they count for. */
function differing(before: Merged, now: Merged): string[] {
  const changed = new Set<string>();
  for (const entityId of [...before.keys(), ...now.keys()]) {
    const shown = [before.get(entityId) ?? entityId, now.get(entityId) ?? entityId] as const;
    if (shown[0] !== shown[1]) changed.add(entityId).add(shown[0]).add(shown[1]);
  }

  return [...changed];
}
