import { RefreshEntities, SaveEntities, type SavedEntities } from '@earmark/contracts/entities';
import type { Outcome } from '@earmark/contracts/kit';
import { CommandHandler } from '@nestjs/cqrs';
import { episode } from '../episodes/episode.decider.ts';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import type { Handles } from '../kit/commands.ts';
import { metadataBytesOf } from '../kit/context.ts';
import { inAppends } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { headPin, pinInForce } from '../vocabulary/pins.ts';
import { vocabulary, VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';
import { meantCategory } from '../vocabulary/vocabulary.entities.ts';
import { entities } from './entities.decider.ts';
import { followMerges } from './follow-merges.ts';
import { assertShown, mergeEntities } from './merge-entities.ts';
import { nameEntities, saveEntities } from './save-entities.ts';

@CommandHandler(RefreshEntities)
export class RefreshEntitiesHandler implements Handles<RefreshEntities> {
  constructor(private readonly streams: Streams) {}

  async execute({ command: { episodeUuid }, context }: RefreshEntities): Promise<Outcome> {
    const { log } = this.streams;
    await getPresentEpisode(this.streams, episodeUuid);
    // Another refresh may have moved the pin meanwhile, and the same move recorded twice could be undone only once.
    const { outcome } = await this.streams.changeWith(
      entities,
      episodeUuid,
      async () => {
        const from = await pinInForce(log, episodeUuid);
        if (!from) throw noTranscript();

        return { episodeUuid, from, pin: await headPin(log) };
      },
      (latest, command) => ({ events: entities.decide(latest, command), result: null }),
      context,
    );

    return outcome;
  }
}

@CommandHandler(SaveEntities)
export class SaveEntitiesHandler implements Handles<SaveEntities> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, context }: SaveEntities): Promise<SavedEntities | null> {
    const { episodeUuid, base, unsure, listed, revision, learns } = command;
    const metadataBytes = metadataBytesOf(context);
    const { state: known } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const { seriesUuid } = (await this.streams.read(episode, episodeUuid)).state;
    const place = { seriesUuid: seriesUuid ?? '', segmentId: null };
    const written = followMerges(known, place, command.written, listed).map((line) => ({
      ...line,
      type: meantCategory(known, line.type),
    }));
    const { state } = await this.streams.read(entities, episodeUuid);
    if (state.revision !== revision) return null;
    const changes = mergeEntities(base, written, listed, state.shownAs);
    assertShown(changes.removed, unsure);

    const names = await this.streams.change(
      vocabulary,
      VOCABULARY_ID,
      (vocabularyState) => {
        const { events, result } = nameEntities(vocabularyState, changes, state, { listed, place, learns });
        return { events: inAppends(events, metadataBytes), result };
      },
      context,
    );
    const saved = await this.streams.change(
      entities,
      episodeUuid,
      (latest) => {
        if (latest.revision !== revision) return { events: [], result: false };
        const events = saveEntities(latest, episodeUuid, changes, names.result, known, place);
        return { events: inAppends(events, metadataBytes), result: true };
      },
      { ...context, causationId: names.outcome.eventIds.at(-1) ?? context.causationId },
    );

    if (!saved.result) return null;

    return {
      outcome: both(names.outcome, saved.outcome),
      revision: saved.outcome.eventIds.length === 0 ? revision : saved.outcome.revision + saved.outcome.eventIds.length,
    };
  }
}

const noTranscript = (): Rejected =>
  new Rejected('invalid', 'This episode has no transcript yet, so there is nothing to find entities in.');

/** One outcome for both writes: that of the entities stream, which comes later in the log, if it recorded anything. */
const both = (names: Outcome, saved: Outcome): Outcome => ({
  position: saved.position ?? names.position,
  types: [...names.types, ...saved.types],
  eventIds: [...names.eventIds, ...saved.eventIds],
  revision: saved.revision,
});
