import type { Context } from '../kit/context.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Outcome, Streams } from '../kit/streams.ts';
import { headPin, pinInForce } from '../vocabulary/pins.ts';
import { entities } from './entities.decider.ts';

export class EntitiesHandler {
  constructor(private readonly streams: Streams) {}

  /** Throws Rejected `invalid` for an episode without a transcript: there is nothing to find entities in. */
  async extract(episodeUuid: string, context: Context): Promise<Outcome> {
    const { log } = this.streams;
    const from = await pinInForce(log, episodeUuid);
    if (!from)
      throw new Rejected('invalid', 'This episode has no transcript yet, so there is nothing to find entities in.');

    return this.streams.decide(entities, episodeUuid, { episodeUuid, from, pin: await headPin(log) }, context);
  }
}
