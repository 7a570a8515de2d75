import type { Tables } from '../kit/tables.ts';

/** The merges in force, followed to their ends. */
export class MergedEntities {
  private constructor(private readonly shown: ReadonlyMap<string, string>) {}

  /** `db` has the tables of the projector in its search path. */
  static async load(db: Pick<Tables, 'query'>): Promise<MergedEntities> {
    const rows = await db.query<{ entity_id: string; shown_id: string }>(
      'select entity_id, shown_id from mentions_merged order by entity_id',
    );

    return new MergedEntities(new Map(rows.map((row) => [row.entity_id, row.shown_id])));
  }

  /** The entity that this one counts for: itself, or where its merges lead. */
  shownIdOf(entityId: string): string {
    return this.shown.get(entityId) ?? entityId;
  }

  /** The shown entity first, then those that count for it. */
  countingFor(entityId: string): string[] {
    const others = [...this.shown].filter(([id, shownId]) => shownId === entityId && id !== entityId);

    return [entityId, ...others.map(([id]) => id)];
  }
}
