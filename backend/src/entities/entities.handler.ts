import type { PutEntitiesRequest } from '@earmark/contracts/episodes';
import { findEpisode, listMentions, listSegments } from '@earmark/projections/queries';
import type { Pool } from 'pg';
import { episodeAt } from '../episode-page/episode-as-of.ts';
import { episode } from '../episodes/episode.decider.ts';
import type { Saved } from '../episode-page/saved-answer.ts';
import {
  formatVersion,
  givenVersion,
  opaque,
  versionKnown,
  versionNow,
  type Version,
} from '../episode-page/version.ts';
import { metadataBytesOf, type Context } from '../kit/context.ts';
import { inAppends } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { Streams, type Outcome } from '../kit/streams.ts';
import { headPin, pinInForce } from '../vocabulary/pins.ts';
import { typeId, vocabulary } from '../vocabulary/vocabulary.decider.ts';
import { meantCategory } from '../vocabulary/vocabulary.entities.ts';
import { entities } from './entities.decider.ts';
import { assertSound, mergeEntities, type ListedEntity } from './merge-entities.ts';
import { nameEntities, saveEntities } from './save-entities.ts';
import { Inject, Injectable } from '@nestjs/common';
import { PG_POOL } from '../kit/pg.ts';

const ATTEMPTS = 8;

@Injectable()
export class EntitiesHandler {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Throws Rejected: episode-unknown, and `invalid` for one without a transcript: there is nothing to find entities in. */
  async extract(episodeUuid: string, context: Context): Promise<Outcome> {
    const { log } = this.streams;
    await this.refuseUnknown(episodeUuid);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { revision } = await this.streams.read(entities, episodeUuid);
      const from = await pinInForce(log, episodeUuid);
      if (!from) throw noTranscript();
      const command = { episodeUuid, from, pin: await headPin(log) };
      const { result, outcome } = await this.streams.change(
        entities,
        episodeUuid,
        // Another extraction may have moved the pin meanwhile: the same move twice could be undone once only.
        (latest, now) =>
          now === revision ? { events: entities.decide(latest, command), result: true } : { events: [], result: false },
        context,
      );
      if (result) return outcome;
    }
    throw busy();
  }

  /**
   * The episode's whole list, as the editor has it; `ifMatch` names the one that was loaded, left out: that of now. Throws
   * Rejected: invalid, pattern-without-characters, episode-unknown, entity-exists, edit-conflict.
   */
  async save(
    episodeUuid: string,
    { entityMentions, learnFromManualAdditions }: PutEntitiesRequest,
    ifMatch: string | undefined,
    context: Context,
  ): Promise<Saved> {
    const lines = entityMentions.map(({ entity }) => entity);
    for (const { name, type } of lines) {
      if (name === '') throw new Rejected('invalid', 'Please enter an entity name');
      if (type === '') throw new Rejected('invalid', 'Please specify an entity type');
    }
    const { facts } = (await this.streams.read(episode, episodeUuid)).state;
    // What is wrong with the list itself is said before that there is no such episode.
    if (!facts) assertSound(lines, []);
    const metadataBytes = metadataBytesOf(context);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { base, now, version, revision } = await this.lists(episodeUuid, ifMatch);
      const { state: known } = await this.streams.read(vocabulary, 'main');
      const written = lines.map((line) => ({ ...line, type: meantCategory(known, line.type) }));
      const { state } = await this.streams.read(entities, episodeUuid);
      if (state.revision !== revision) continue;
      const changes = mergeEntities(base, written, now, state.shownAs);

      const names = await this.streams.change(
        vocabulary,
        'main',
        (vocabularyState) => {
          const { events, result } = nameEntities(vocabularyState, changes, state, learnFromManualAdditions);
          return { events: inAppends(events, metadataBytes), result };
        },
        context,
      );
      const typeIdOf = (category: string) => known.typeIdByName.get(category) ?? typeId(category);
      const saved = await this.streams.change(
        entities,
        episodeUuid,
        (latest) => {
          if (latest.revision !== revision) return { events: [], result: false };
          const events = saveEntities(latest, episodeUuid, changes, names.result, typeIdOf);
          return { events: inAppends(events, metadataBytes), result: true };
        },
        { ...context, causationId: names.outcome.eventIds.at(-1) ?? context.causationId },
      );
      if (!saved.result) continue;
      const outcome = both(names.outcome, saved.outcome);
      const after = revision + saved.outcome.eventIds.length;

      return {
        outcome,
        changes: outcome.types.length,
        version: versionKnown(version, { part: 'entitiesRevision', before: revision, after }),
      };
    }
    throw busy();
  }

  /** How many are listed, by the log: a projection may lag. */
  async count(episodeUuid: string): Promise<number> {
    return (await this.listedAt(episodeUuid, await versionNow(this.streams.log, episodeUuid))).length;
  }

  private async refuseUnknown(episodeUuid: string): Promise<void> {
    const { state } = await this.streams.read(episode, episodeUuid);
    if (!state.facts) throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
  }

  /** What the editor loaded, and what is listed now, at that revision of the entities' stream. */
  private async lists(
    episodeUuid: string,
    ifMatch: string | undefined,
  ): Promise<{
    base: readonly ListedEntity[];
    now: readonly ListedEntity[];
    version: Version;
    revision: number;
  }> {
    const { log } = this.streams;
    const now = await versionNow(log, episodeUuid);
    const base = ifMatch === undefined ? now : await givenVersion(log, episodeUuid, ifMatch);
    await this.refuseUnknown(episodeUuid);
    if (!now.pin) throw noTranscript();
    const listed = await this.listedAt(episodeUuid, now);
    const isOld = formatVersion(base) !== formatVersion(now);

    return {
      base: isOld ? await this.listedAt(episodeUuid, base) : listed,
      now: listed,
      version: base,
      revision: now.entitiesRevision,
    };
  }

  /** From the tables when they show just that, else folded from the log. */
  private async listedAt(episodeUuid: string, version: Version): Promise<ListedEntity[]> {
    const shown = await atOneMoment(this.pool, async (db) => {
      const found = await findEpisode(db, null, episodeUuid);
      if (!found?.versionId || opaque(found.version) !== formatVersion(version)) return null;

      return listMentions(db, episodeUuid, await listSegments(db, episodeUuid, found.versionId));
    });
    const mentions = shown ?? (await episodeAt(this.streams.log, episodeUuid, version)).entityMentions;

    return mentions.map(({ entity: { id, name, type, url } }) => ({ id, name, type, url }));
  }
}

const noTranscript = (): Rejected =>
  new Rejected('invalid', 'This episode has no transcript yet, so there is nothing to find entities in.');

const busy = (): Rejected =>
  new Rejected('stream-busy', 'Others are changing the same thing right now. Please try again.');

/** The second comes later in the log, when there is one. */
const both = (first: Outcome, second: Outcome): Outcome => ({
  position: second.position ?? first.position,
  types: [...first.types, ...second.types],
  eventIds: [...first.eventIds, ...second.eventIds],
});
