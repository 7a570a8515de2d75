import type { FeedItem } from '@earmark/contracts/history';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { z } from 'zod';
import { titled } from './descriptions/description.ts';
import { descriptionOf } from './descriptions/index.ts';
import { entryOf } from './stream-tail.ts';
import type { Teller } from './teller.ts';

/** What a line says, without who and when. */
export type Fact = Pick<FeedItem, 'sentence' | 'link' | 'podcastUuid' | 'episodeUuid' | 'entityIds' | 'diff'>;

const Named = z.object({ from: z.string().nullable() });

/** What comes along with a new search pattern is no line of its own. */
export function isNews({ type, data, metadata }: RecordedEvent): boolean {
  if (type === 'EntityNamed') return Named.parse(data).from !== null;

  return type !== 'EntityLinked' || metadata.append.last === 0;
}

export async function factOf(teller: Teller, recorded: RecordedEvent): Promise<Fact> {
  const { sentence, place, entityIds, diff } = await teller.tell(recorded.stream, entryOf(recorded).event);
  const { link, podcastUuid, episodeUuid } = place;

  return { sentence, link, podcastUuid, episodeUuid, entityIds, diff };
}

/** Many events of one kind from one call, as one line; of one episode, when they all are. */
export async function bulkFact(teller: Teller, events: readonly RecordedEvent[]): Promise<Fact> {
  const last = events.at(-1)!;
  const { bulk, size } = descriptionOf(last);
  const count = size === undefined ? events.length : events.reduce((sum, { data }) => sum + size(data), 0);
  const words = bulk?.(count) ?? `${count} changes were made`;
  const bare: Fact = {
    sentence: `${words}.`,
    link: null,
    podcastUuid: null,
    episodeUuid: null,
    entityIds: [],
    diff: [],
  };
  if (events.some(({ stream }) => stream !== last.stream)) return bare;
  const { place } = await teller.tell(last.stream, entryOf(last).event);
  const { link, podcastUuid, episodeUuid, episode } = place;
  if (episodeUuid === null || episode === null) return bare;

  return { ...bare, sentence: `${words} in ${titled(episode)}.`, link, podcastUuid, episodeUuid };
}
