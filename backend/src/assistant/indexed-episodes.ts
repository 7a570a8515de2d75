import type { Db } from '@earmark/projections/queries';
import { Injectable } from '@nestjs/common';

/** Which episodes the assistant can answer from. */
@Injectable()
export class IndexedEpisodes {
  /** Null: each that has a transcript. */
  async list(_db: Db): Promise<string[] | null> {
    return null;
  }
}
