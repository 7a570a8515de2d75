import type { CorrectionRef } from '@earmark/contracts/carry-over';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { VersionId } from '@earmark/contracts/transcripts';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { transcript } from '../transcripts/transcript.decider.ts';
import { carryOver, countsOf, isOpen, waiting, type InCarryOver } from './carry-over.decider.ts';

/** A new version that readers see once somebody has decided about some corrections. */
export interface OpenCarryOver {
  readonly where: InCarryOver;
  readonly from: VersionId;
  /** Of the transcript's stream: the corrected version as of then is taken over. */
  readonly upTo: number;
  readonly waiting: readonly CorrectionRef[];
  readonly counts: ReturnType<typeof countsOf>;
}

/** The newest one; null: nothing waits for a person. */
export async function findOpen(streams: Streams, episodeUuid: EpisodeUuid): Promise<OpenCarryOver | null> {
  const { state } = await streams.read(transcript, episodeUuid);
  const { active } = state;
  const recorded = [...state.versions].filter(([, version]) => version.recorded).map(([versionId]) => versionId);
  for (const versionId of recorded.reverse()) {
    const { state: known } = await streams.read(carryOver, versionId);
    if (!isOpen(known) || !known.isPlaced) continue;
    const [counts, refs] = [countsOf(known), waiting(known)];
    // Shown already, when only its end was not recorded.
    const isLeft = known.from === active || (versionId === active && refs.length === 0);
    if (counts.asked > 0 && isLeft)
      return { where: { episodeUuid, versionId }, from: known.from!, upTo: known.revision, waiting: refs, counts };
  }

  return null;
}

/** Throws Rejected `carry-over-unknown`. */
export async function getOpen(streams: Streams, episodeUuid: EpisodeUuid): Promise<OpenCarryOver> {
  const open = await findOpen(streams, episodeUuid);
  if (open === null)
    throw new Rejected('carry-over-unknown', 'No new transcript of this episode waits for a decision.');

  return open;
}
