import { countNames, findTextsState, type NameCount } from '@earmark/projections/queries';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { giveWay } from '../kit/in-turns.ts';

/** Names that are remembered. */
const MOST_NAMES = 20_000;

/**
 * In how many segments of the whole site names stand, by the matching rule. Counts are remembered until a text changes,
 * so that decisions do not discard them.
 */
@Injectable()
export class SiteCounts {
  private state = '';
  private known = new Map<string, NameCount>();

  /** By name. */
  async of(db: PoolClient, names: readonly string[]): Promise<ReadonlyMap<string, NameCount>> {
    const state = await findTextsState(db);
    if (state !== this.state || this.known.size > MOST_NAMES) {
      this.state = state;
      this.known = new Map();
    }
    const { known } = this;
    const missing = [...new Set(names)].filter((name) => !known.has(name));
    for await (const [name, count] of countNames(db, missing)) {
      known.set(name, count);
      await giveWay();
    }

    return known;
  }
}
