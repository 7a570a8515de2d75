import { reachedFrom, type Redirects } from '@earmark/contracts/vocabulary';
import { isAnyOf, native, sql, type Condition } from '../kit/query-builder.ts';
import type { Tables } from '../kit/tables.ts';
import { redirectOf } from './merged.queries.ts';
import { joined } from './pinned-vocabulary.ts';
import { loadRedirects, writeShown } from './redirect-rows.ts';

/** What is split off an entity. */
interface Split {
  readonly splitId: string;
  readonly from: string;
  readonly into: string;
  readonly scope: {
    readonly podcastUuids: readonly string[];
    readonly segments: readonly { readonly episodeUuid: string; readonly segmentId: string }[];
  };
}

/**
 * Merged entities count for another one, and split ones do in some places. Their mentions are kept by the entity that they
 * were found for, so that undoing a merge or split brings back exactly what would be there without it.
 */
export class Merges {
  /** As the rows of mentions are joined now; null: not loaded yet. */
  private redirects: Redirects<string> | null = null;
  /** Entities that were merged or split, or are no more, since the last `join`, and those that others count for since. */
  private readonly changed = new Set<string>();

  async merge(tables: Tables, entityId: string, intoId: string): Promise<void> {
    await this.change(tables, entityId, intoId);
    tables.insert('mentions_merge', { entity_id: entityId, into_id: intoId });
  }

  async unmerge(tables: Tables, entityId: string): Promise<void> {
    await this.change(tables, entityId);
    await tables.exactlyOne('delete from mentions_merge where entity_id = $1', [entityId]);
  }

  async split(tables: Tables, { splitId, from, into, scope }: Split): Promise<void> {
    await this.change(tables, from, into);
    const row = { split_id: splitId, entity_id: from, into_id: into };
    for (const podcast of scope.podcastUuids)
      tables.insert('mentions_split', { ...row, series_uuid: podcast, episode_uuid: null, segment_id: null });
    for (const { episodeUuid, segmentId } of scope.segments)
      tables.insert('mentions_split', { ...row, series_uuid: null, episode_uuid: episodeUuid, segment_id: segmentId });
  }

  async unsplit(tables: Tables, { splitId, from }: Split): Promise<void> {
    await this.change(tables, from);
    await tables.query('delete from mentions_split where split_id = $1', [splitId]);
  }

  /** Episodes whose mentions have to be joined in another way because of changes since the last `join`. */
  async affected(tables: Tables): Promise<string[]> {
    if (this.changed.size === 0) return [];
    const redirects = await this.load(tables);
    const entityIds = new Set([...this.changed].flatMap((entityId) => [...reachedFrom(redirects, entityId)]));
    const rows = await tables.query<{ episode_uuid: string }>(
      `select episode_uuid from mentions_entity_episode where entity_id = any($1)
       union select episode_uuid from mentions_all_episode where is_removed or is_series_removed`,
      [[...entityIds]],
    );

    return rows.map((row) => row.episode_uuid);
  }

  /** Takes the episodes' rows apart, so that each is by the entity it was found for. */
  async part(tables: Tables, episodes: readonly string[]): Promise<void> {
    if (episodes.length === 0 || isEmpty(await this.load(tables))) return;
    await tables.query(
      `delete from mentions_mention
       where episode_uuid = any($1) and entity_id in (select r.entity_id from mentions_merged r)`,
      [episodes],
    );
    await tables.query(
      `with parted as (delete from mentions_found where episode_uuid = any($1) returning ${COLUMNS})
       insert into mentions_mention (${COLUMNS}) select ${COLUMNS} from parted`,
      [episodes],
    );
  }

  /** Joins the episodes' rows (null: all) as merges and splits say: a segment in which several were found counts once. */
  async join(tables: Tables, episodes: readonly string[] | null): Promise<void> {
    const before = await this.load(tables);
    if (this.changed.size > 0) {
      this.redirects = await loadRedirects(tables);
      await writeShown(tables, this.redirects);
      this.changed.clear();
    }
    if (episodes?.length === 0 || (isEmpty(before) && isEmpty(await this.load(tables)))) return;
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

  private async change(tables: Tables, ...entityIds: readonly string[]): Promise<void> {
    await this.load(tables);
    for (const entityId of entityIds) this.changed.add(entityId);
  }

  private async load(tables: Tables): Promise<Redirects<string>> {
    this.redirects ??= await loadRedirects(tables);

    return this.redirects;
  }
}

const isEmpty = ({ mergedInto, splitInto }: Redirects<string>): boolean => mergedInto.size + splitInto.size === 0;

const COLUMNS = 'episode_uuid, entity_id, segment_id, speaker_id, spans';

/** Changes whenever other entities found in the episode `m`, or in other segments of it, count for others. */
const MERGED_HERE = `coalesce((
    select md5(string_agg(distinct concat(f.entity_id, x.shown_id, x.segment_id), ' '
      order by concat(f.entity_id, x.shown_id, x.segment_id)))
    from mentions_found f
    cross join lateral ${redirectOf('f.entity_id', 'm.series_uuid', 'f.segment_id')} x
    where f.episode_uuid = m.episode_uuid and f.entity_id <> x.shown_id
  ), '') as merged`;

interface FoundRow {
  readonly episode_uuid: string;
  readonly shown_id: string;
  readonly segment_id: string;
  readonly speaker_id: string | null;
  readonly spans: number[];
}

async function joinFound(tables: Tables, some: Condition): Promise<void> {
  const rows = await tables.query<FoundRow>(
    ...native(
      sql('mentions_found as m')
        .join('mentions_all_episode as e', 'e.episode_uuid', 'm.episode_uuid')
        .joinRaw(`cross join lateral ${redirectOf('m.entity_id', 'e.series_uuid', 'm.segment_id')} x`)
        .select('m.episode_uuid', 'x.shown_id', 'm.segment_id', 'm.speaker_id', 'm.spans')
        .modify(some)
        .orderBy(['m.episode_uuid', 'x.shown_id', 'm.segment_id']),
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
