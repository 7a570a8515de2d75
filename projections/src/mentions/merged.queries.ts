import type { Place } from '@earmark/contracts/vocabulary';
import type { Tables } from '../kit/tables.ts';

/** SQL: the row of `mentions_merged` that says what an entity found in a place counts for; none when it is itself. */
export const redirectOf = (entity: string, series: string, segment: string, schema: '' | 'read.' = ''): string =>
  `(select r.shown_id, r.segment_id from ${schema}mentions_merged r
    where r.entity_id = ${entity} and (r.segment_id = ${segment}
      or r.segment_id is null and (r.series_uuid is null or r.series_uuid = ${series}))
    order by r.segment_id nulls last, r.series_uuid nulls last limit 1)`;

interface MergedRow {
  readonly entity_id: string;
  readonly series_uuid: string | null;
  readonly segment_id: string | null;
  readonly shown_id: string;
}

/** The merges and splits in force, followed to their ends. */
export class MergedEntities {
  private readonly shown: ReadonlyMap<string, string>;

  private constructor(private readonly rows: readonly MergedRow[]) {
    this.shown = new Map(rows.map((row) => [keyOf(row.entity_id, row.segment_id ?? row.series_uuid), row.shown_id]));
  }

  /** `db` has the tables of the projector in its search path. */
  static async load(db: Pick<Tables, 'query'>): Promise<MergedEntities> {
    return new MergedEntities(
      await db.query<MergedRow>(
        `select entity_id, series_uuid, segment_id, shown_id from mentions_merged
         order by entity_id, series_uuid, segment_id`,
      ),
    );
  }

  /** The entity that this one counts for there: itself, or where its splits and merges lead. */
  shownIdOf(entityId: string, { segmentId, seriesUuid }: Place): string {
    const shownAt = (place: string | null) => this.shown.get(keyOf(entityId, place));

    return (segmentId === null ? undefined : shownAt(segmentId)) ?? shownAt(seriesUuid) ?? shownAt(null) ?? entityId;
  }

  /** The shown entity first, then those that count for it, be it only in some places. */
  countingFor(entityId: string): string[] {
    const others = this.rows.filter((row) => row.shown_id === entityId && row.entity_id !== entityId);

    return [...new Set([entityId, ...others.map((row) => row.entity_id)])];
  }

  /** All entities that share mentions with one of these. */
  related(entityIds: readonly string[]): string[] {
    const known = new Set(entityIds);
    for (let size = 0; size < known.size;) {
      size = known.size;
      for (const row of this.rows)
        if (known.has(row.entity_id) || known.has(row.shown_id)) known.add(row.entity_id).add(row.shown_id);
    }

    return [...known];
  }
}

const keyOf = (entityId: string, place: string | null): string => `${entityId} ${place ?? ''}`;
