import type { FieldChange } from '@earmark/contracts/history';
import type { RecordedEvent } from '@earmark/projections/event-log';
import type { Pool } from 'pg';
import type { Names, StoredEvent } from '../kit/history/event-history.ts';
import { decodeStored } from '../kit/recorded-events.ts';
import type { Streams } from '../kit/streams.ts';
import { vocabulary } from '../vocabulary/vocabulary.decider.ts';
import { diffOf, featureOf, historyOf } from './histories.ts';
import { placeOf, type Place } from './places.ts';
import { idOf } from './reverting.ts';

export interface Narration {
  readonly sentence: string;
  readonly place: Place;
  readonly diff: FieldChange[];
  readonly entityIds: string[];
}

/** Describes events with current names. Use one instance per page, since it looks each place up only once. */
export class Narrator {
  private readonly places = new Map<string, Promise<Place>>();

  constructor(
    private readonly streams: Streams,
    private readonly pool: Pool,
    /** Whether the reader sees only one episode, which sentences then need not name. */
    private readonly withinEpisode = false,
  ) {}

  async narrate(recorded: RecordedEvent): Promise<Narration> {
    const { stream } = recorded;
    const event = decodeStored(recorded);
    const { sentence, sentenceReadsState, entityIds } = historyOf(event);
    const place = await this.placeOf(stream, event);
    const names = await this.namesAt(place);
    // A whole transcript is read only for sentences that name its segments.
    const state = sentenceReadsState ? await this.stateOf(stream) : null;

    return {
      sentence: sentence(event.data, names, state),
      place,
      diff: diffOf(event).map((change) => readable(change, { stream, event, names, state })),
      entityIds: entityIds?.(event.data) ?? [],
    };
  }

  private async placeOf(stream: string, event: StoredEvent): Promise<Place> {
    const isOfEntity = featureOf(stream)?.subject === 'entity';
    const key = isOfEntity ? JSON.stringify(historyOf(event).entityIds?.(event.data)) : stream;
    const place = this.places.get(key) ?? placeOf(this.pool, stream, event);
    this.places.set(key, place);

    return place;
  }

  private async namesAt({ episode, podcast }: Place): Promise<Names> {
    const { entities, types } = (await this.streams.read(vocabulary, 'main')).state;

    return {
      episode: this.withinEpisode ? null : episode,
      podcast,
      entity: (entityId) => entities.get(entityId)?.name,
      category: (entityTypeId) => types.get(entityTypeId),
    };
  }

  private async stateOf(stream: string): Promise<unknown> {
    const folding = featureOf(stream)?.folding;

    return folding ? (await this.streams.read(folding, idOf(stream))).state : null;
  }
}

/** Replaces ids in the value with names. */
function readable(
  change: FieldChange,
  { stream, event, names, state }: { stream: string; event: StoredEvent; names: Names; state: unknown },
): FieldChange {
  const nameOf = featureOf(stream)?.nameOf?.[change.path.split('/').at(-1)!];
  const read = (value: unknown) =>
    nameOf && typeof value === 'string' ? (nameOf(value, { data: event.data, names, state }) ?? value) : value;

  return { path: change.path, from: read(change.from), to: read(change.to) };
}
