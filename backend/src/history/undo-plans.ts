import type { EventId } from '@earmark/contracts/kit';
import type { Pool } from 'pg';

export interface UndoPlan {
  readonly eventIds: EventId[];
  /** The account that made the plan. */
  readonly accountId: string;
}

/** The plans of dry runs, in `app.undo_plan`. */
export class UndoPlans {
  constructor(private readonly pool: Pool) {}

  async keep(undoId: string, eventIds: readonly EventId[], accountId: string): Promise<void> {
    await this.pool.query('insert into app.undo_plan (undo_id, event_ids, account_id) values ($1, $2, $3)', [
      undoId,
      eventIds,
      accountId,
    ]);
  }

  async find(undoId: string): Promise<UndoPlan | null> {
    const { rows } = await this.pool.query<UndoPlan>(
      'select p.event_ids as "eventIds", p.account_id as "accountId" from app.undo_plan p where p.undo_id = $1',
      [undoId],
    );

    return rows[0] ?? null;
  }
}
