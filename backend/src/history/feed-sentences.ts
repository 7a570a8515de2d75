import type { FeedItem } from '@earmark/contracts/history';
import type { RecordedEvent } from '@earmark/projections/event-log';
import { titled } from '../kit/history/wording.ts';
import { decodeStored } from '../kit/recorded-events.ts';
import { isCarriedOver } from '../transcripts/carried-over.ts';
import { historyOf } from './histories.ts';
import type { Narrator } from './narrator.ts';

/** The content of a line, without actor and time. */
export type Fact = Pick<FeedItem, 'sentence' | 'link' | 'podcastUuid' | 'episodeUuid' | 'entityIds' | 'diff'>;

/** Omits events that only accompany another one, and what readers do not see yet. */
export const isNews = (recorded: RecordedEvent): boolean =>
  !isCarriedOver(recorded) &&
  (historyOf(recorded).isNews?.(decodeStored(recorded).data, recorded.metadata.append.last === 0) ?? true);

export async function factOf(narrator: Narrator, recorded: RecordedEvent): Promise<Fact> {
  const { sentence, place, entityIds, diff } = await narrator.narrate(recorded);
  const { link, podcastUuid, episodeUuid } = place;

  return { sentence, link, podcastUuid, episodeUuid, entityIds, diff };
}

/** Many events of one kind from one call, as one line; of one episode, when they all are. */
export async function bulkFact(narrator: Narrator, events: readonly RecordedEvent[]): Promise<Fact> {
  const last = events.at(-1)!;
  const { bulk, size } = historyOf(last);
  const count = events.reduce((sum, event) => sum + (size?.(decodeStored(event).data) ?? 1), 0);
  const words = bulk?.(count.toLocaleString('en')) ?? `${count.toLocaleString('en')} changes were made`;
  const bare: Fact = {
    sentence: `${words}.`,
    link: null,
    podcastUuid: null,
    episodeUuid: null,
    entityIds: [],
    diff: [],
  };
  if (events.some(({ stream }) => stream !== last.stream)) return bare;
  const { place } = await narrator.narrate(last);
  const { link, podcastUuid, episodeUuid, episode } = place;
  if (episodeUuid === null || episode === null) return bare;

  return { ...bare, sentence: `${words} in ${titled(episode)}.`, link, podcastUuid, episodeUuid };
}
