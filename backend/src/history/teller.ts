import type { FieldChange } from '@earmark/contracts/history';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Streams } from '../kit/streams.ts';
import { transcript } from '../transcripts/transcript.decider.ts';
import { vocabulary } from '../vocabulary/vocabulary.decider.ts';
import { descriptionOf, diffOf, fieldsOf, type Names, type StoredEvent } from './descriptions/index.ts';
import { placeOf, type Place } from './places.ts';
import { idOf } from './reverting.ts';

export interface Told {
  readonly sentence: string;
  readonly place: Place;
  readonly diff: FieldChange[];
  readonly entityIds: string[];
}

/** Says what events mean, by the names of now. Use it for one page: it asks for each place once. */
export class Teller {
  private readonly places = new Map<string, Promise<Place>>();

  constructor(
    private readonly streams: Streams,
    private readonly pool: Pool,
    /** Whether the reader sees one episode only, which sentences then need not name. */
    private readonly withinEpisode = false,
  ) {}

  async tell(stream: string, event: StoredEvent): Promise<Told> {
    const { sentence, entityIds } = descriptionOf(event);
    const place = await this.placeOf(stream, event);
    const names = await this.namesOf(stream, event, place);

    return {
      sentence: sentence(event.data, names),
      place,
      diff: diffOf(event).map((change) => readable(change, event, names)),
      entityIds: entityIds?.(event.data) ?? [],
    };
  }

  private async placeOf(stream: string, event: StoredEvent): Promise<Place> {
    const key = stream === 'vocabulary-main' ? JSON.stringify(descriptionOf(event).entityIds?.(event.data)) : stream;
    const place = this.places.get(key) ?? placeOf(this.pool, stream, event);
    this.places.set(key, place);

    return place;
  }

  private async namesOf(stream: string, event: StoredEvent, place: Place): Promise<Names> {
    // A whole transcript is read only for what names its segments.
    const ofVersion =
      stream.startsWith('transcript-') && fieldsOf(event).some(({ path }) => path.startsWith('versions/'));

    return {
      episode: this.withinEpisode ? null : place.episode,
      podcast: place.podcast,
      transcript: ofVersion ? (await this.streams.read(transcript, idOf(stream))).state : null,
      vocabulary: (await this.streams.read(vocabulary, 'main')).state,
    };
  }
}

const OfVersion = z.object({ versionId: z.string() });

/** Ids in it as names. */
function readable(change: FieldChange, event: StoredEvent, names: Names): FieldChange {
  const version = OfVersion.safeParse(event.data).data?.versionId;
  const speakers = version === undefined ? undefined : names.transcript?.versions.get(version)?.speakers;
  const { entities, types } = names.vocabulary;
  const named: Readonly<Record<string, (id: string) => string | undefined>> = {
    speaker: (id) => speakers?.get(id),
    entityId: (id) => entities.get(id)?.name,
    shownAs: (id) => entities.get(id)?.name,
    entityTypeId: (id) => types.get(id),
  };
  const nameOf = named[change.path.split('/').at(-1)!];
  const read = (value: unknown) => (nameOf && typeof value === 'string' ? (nameOf(value) ?? value) : value);

  return { path: change.path, from: read(change.from), to: read(change.to) };
}
