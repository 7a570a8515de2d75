import type { VersionId } from '@earmark/contracts/transcripts';
import type { EventLog } from '@earmark/projections/event-log';
import type { Recorded } from '../kit/decider.ts';
import { stateAt } from '../kit/recorded-events.ts';
import {
  emptyVersion,
  isHandwork,
  transcript,
  type Version,
  type VersionEvent,
} from '../transcripts/transcript.decider.ts';
import type { InCarryOver } from './carry-over.decider.ts';
import type { OpenCarryOver } from './open-carry-over.ts';
import type { Streams } from '../kit/streams.ts';
import { correctedVersion, type CorrectedVersion } from './corrected-version.ts';

/** Both versions of a carry-over, which belong to the caller. */
export interface CarriedVersions {
  readonly version: CorrectedVersion;
  readonly target: Version;
}

/** As of a revision of the transcript's stream. */
export async function versionsAt(
  log: EventLog,
  { episodeUuid, versionId }: InCarryOver,
  from: VersionId,
  revision: number,
): Promise<CarriedVersions> {
  const events: (VersionEvent & Recorded)[] = [];
  const state = await stateAt(log, transcript, episodeUuid, revision, (event) => {
    // The stream of a transcript has only its events.
    if ('versionId' in event.data && event.data.versionId === from && event.type !== 'TranscriptActivated')
      events.push(event as VersionEvent & Recorded);
  });

  return {
    version: correctedVersion(from, state.versions.get(from) ?? emptyVersion(), events),
    target: state.versions.get(versionId) ?? emptyVersion(),
  };
}

/** The corrected version as it is taken over, and the new one as it is now. */
export async function carriedNow(streams: Streams, { where, from, upTo }: OpenCarryOver): Promise<CarriedVersions> {
  const { version } = await versionsAt(streams.log, where, from, upTo);
  const { target } = await versionsAt(streams.log, where, from, Infinity);

  return { version, target };
}

/** How many changes of a version by people or for them were recorded after a revision; undoing one is none. */
export async function changesSince(
  log: EventLog,
  { episodeUuid, versionId }: InCarryOver,
  revision: number,
): Promise<number> {
  let count = 0;
  for await (const { type, data, metadata } of log.readStream(`${transcript.category}-${episodeUuid}`, {
    from: revision + 1,
  })) {
    const isOwn = (data as { versionId?: unknown }).versionId === versionId && type !== 'TranscriptActivated';
    if (isOwn && metadata.reverts === null && isHandwork({ type } as VersionEvent)) count++;
  }

  return count;
}
