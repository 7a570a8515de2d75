import { SearchLibrary, SearchRefused } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';

/** Of a statement, so that no search keeps a connection for longer. */
const LONGEST_STATEMENT_MS = 1000;
const CANCELLED = z.object({ code: z.literal('57014') });

/** Runs searches: each at one moment of the tables, none for long. */
@Injectable()
export class Searches {
  private readonly library = new SearchLibrary();

  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** Throws Rejected: search-too-costly. */
  async run<Answer>(
    search: (db: PoolClient, library: SearchLibrary, lost: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    return atOneMoment(this.pool, async (db, lost) => {
      // What has changed in the library is read without that limit: it need not be read again.
      await this.library.at(db);
      await db.query(`set local statement_timeout = ${LONGEST_STATEMENT_MS}`);
      try {
        return await search(db, this.library, lost);
      } catch (error) {
        if (error instanceof SearchRefused) throw new Rejected('search-too-costly', error.message);
        if (CANCELLED.safeParse(error).success)
          throw new Rejected(
            'search-too-costly',
            'This search takes too long. Add a word, or choose a podcast or an entity.',
          );
        throw error;
      }
    });
  }
}
