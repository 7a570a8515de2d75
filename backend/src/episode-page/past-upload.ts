import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { INDEX_STREAM } from '@earmark/contracts/uploads';
import type { EventLog } from '@earmark/projections/event-log';
import type { Folding } from '../kit/decider.ts';
import { streamAsOf } from '../kit/log-moment.ts';
import { stateAt } from '../kit/recorded-events.ts';
import { upload } from '../uploads/upload.decider.ts';
import { uploadIndex } from '../uploads/upload-index.decider.ts';

/** Whether the assistant could answer from the episode at a log position. */
export async function wasUploaded(log: EventLog, episodeUuid: EpisodeUuid, position: bigint): Promise<boolean> {
  const at = async <State, Event>(decider: Folding<State, Event>, id: string): Promise<State> => {
    const { revision } = await streamAsOf(log, `${decider.category}-${id}`, position);

    return stateAt(log, decider, id, revision);
  };
  const { uploaded } = await at(upload, episodeUuid);
  if (uploaded.size === 0) return false;
  const { place } = await at(uploadIndex, INDEX_STREAM);

  return uploaded.get(place.index)?.vectorStoreId === place.vectorStoreId;
}
