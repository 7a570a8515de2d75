import type { ListedEntity } from '@earmark/contracts/entities';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { EntityId } from '@earmark/contracts/vocabulary';
import { findEpisode, listMentions, listSegments } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { streamAsOf } from '../kit/log-moment.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { Streams } from '../kit/streams.ts';
import { VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';
import { VocabularyThroughTime } from '../vocabulary/vocabulary-through-time.ts';
import { episodeAt } from './episode-as-of.ts';
import { formatVersion, givenVersion, opaque, versionNow, type Version } from './version.ts';

/** The entities that the page of an episode lists, taken from the log because a projection may lag. */
@Injectable()
export class EntityLists {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async listNow(episodeUuid: EpisodeUuid): Promise<ListedEntity[]> {
    return this.listedAt(episodeUuid, await versionNow(this.streams.log, episodeUuid));
  }

  /**
   * The list that the editor loaded, and the current one at that revision of the entities stream. Throws Rejected:
   * `episode-unknown`, `episode-removed`, `series-removed`; `invalid` for an unknown version or an episode without a transcript.
   */
  async loadedAndNow(
    episodeUuid: EpisodeUuid,
    ifMatch: string | undefined,
  ): Promise<{
    base: readonly ListedEntity[];
    listed: readonly ListedEntity[];
    version: Version;
    revision: number;
  }> {
    const { log } = this.streams;
    const now = await versionNow(log, episodeUuid);
    const base = ifMatch === undefined ? now : await givenVersion(log, episodeUuid, ifMatch);
    await getPresentEpisode(this.streams, episodeUuid);
    if (!now.pin)
      throw new Rejected('invalid', 'This episode has no transcript yet, so there is nothing to find entities in.');
    const listed = await this.listedAt(episodeUuid, now);
    const isOld = formatVersion(base) !== formatVersion(now);

    return {
      base: isOld ? await this.listedAt(episodeUuid, base) : listed,
      listed,
      version: base,
      revision: now.entitiesRevision,
    };
  }

  /** Entities whose merges and splits have changed since a page could have this version for the first time. */
  async movedSince(episodeUuid: EpisodeUuid, version: Version): Promise<ReadonlySet<string>> {
    const { log } = this.streams;
    const positions = await Promise.all(
      [
        ['episode', version.episodeRevision] as const,
        ['transcript', version.transcriptRevision] as const,
        ['entities', version.entitiesRevision] as const,
      ].map(async ([category, from]) => {
        for await (const { position } of log.readStream(`${category}-${episodeUuid}`, {
          from: Math.max(0, from),
          limit: 1,
        }))
          return from < 0 ? 0n : position;

        return 0n;
      }),
    );
    const since = positions.reduce((latest, position) => (position > latest ? position : latest));
    const { revision } = await streamAsOf(log, `vocabulary-${VOCABULARY_ID}`, since);
    const history = VocabularyThroughTime.of(log);
    await history.readOn();

    return history.movedSince(Math.max(revision, version.pin?.vocabularyRevision ?? -1));
  }

  /** From the tables when they show exactly that version, else folded from the log. */
  private async listedAt(episodeUuid: EpisodeUuid, version: Version): Promise<ListedEntity[]> {
    const shown = await atOneMoment(this.pool, async (db) => {
      const found = await findEpisode(db, null, episodeUuid);
      if (found === null || opaque(found.version) !== formatVersion(version)) return null;
      const { versionId } = found;

      return listMentions(db, episodeUuid, versionId === null ? [] : await listSegments(db, episodeUuid, versionId));
    });
    const mentions = shown ?? (await episodeAt(this.streams.log, episodeUuid, version)).entityMentions;

    return mentions.map(({ entity: { id, name, type, url } }) => ({ id: EntityId.parse(id), name, type, url }));
  }
}
