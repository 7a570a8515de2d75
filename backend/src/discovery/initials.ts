import type { EntityId } from '@earmark/contracts/vocabulary';
import { initialsOf } from '@earmark/projections/queries';
import { Injectable } from '@nestjs/common';
import { Streams } from '../kit/streams.ts';
import { shownIdOf } from '../vocabulary/merging.ts';
import { vocabulary, VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';

/** Entities by the initials of their names, for names such as "NYT", which no index of parts of words finds. */
@Injectable()
export class Initials {
  private revision = -2;
  private known = new Map<string, EntityId[]>();

  constructor(private readonly streams: Streams) {}

  /** As of the vocabulary's head. */
  async read(): Promise<ReadonlyMap<string, readonly EntityId[]>> {
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    if (state.revision === this.revision) return this.known;
    this.revision = state.revision;
    this.known = new Map();
    for (const { entityId, key } of state.entities.values()) {
      const initials = initialsOf(key.slice(key.indexOf(' ') + 1));
      if (initials === '') continue;
      const shown = shownIdOf(state, entityId);
      const entities = this.known.get(initials);
      if (!entities) this.known.set(initials, [shown]);
      else if (!entities.includes(shown)) entities.push(shown);
    }

    return this.known;
  }
}
