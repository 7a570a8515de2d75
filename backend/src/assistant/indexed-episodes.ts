import { findIndex, listIndexedIn, type Db } from '@earmark/projections/queries';
import { Injectable } from '@nestjs/common';

const EVERYTHING = { seriesUuids: null, episodeUuids: null };

/** Which episodes the assistant can answer from. */
@Injectable()
export class IndexedEpisodes {
  /** Null: each that has a transcript, since our own index has them all. Else what was uploaded to OpenAI. */
  async list(db: Db): Promise<string[] | null> {
    if ((await findIndex(db)).index === 'own') return null;

    return (await listIndexedIn(db, EVERYTHING)).map(({ episodeUuid }) => episodeUuid);
  }
}
