import {
  MapSpeakers,
  type StepReport,
  type TranscriptEvent,
  type VersionId,
  VerifyTimestamps,
} from '@earmark/contracts/transcripts';
import type { Context } from '@earmark/contracts/kit';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import type { Handles } from '../kit/commands.ts';
import { inAppends } from '../kit/decider.ts';
import { mapInTurns } from '../kit/in-turns.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { identifySpeakers } from './speakers/identify-speakers.ts';
import { speakerCandidates } from './speakers/speaker-candidates.ts';
import { bytesOf, inChunks } from './record-transcript.ts';
import { verifyTimes } from './times/verify-times.ts';
import { inOrder, recordedVersion, transcript, type Version } from './transcript.decider.ts';

const ATTEMPTS = 8;
/** Metadata of one event, roughly. */
const METADATA_BYTES = 1000;

interface Finding {
  readonly events: readonly TranscriptEvent[];
  readonly report: Omit<StepReport, 'outcome'>;
}

@CommandHandler(MapSpeakers)
export class MapSpeakersHandler implements Handles<MapSpeakers> {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async execute({ command, context }: MapSpeakers): Promise<StepReport> {
    const { episodeUuid, versionId } = command;
    const candidates = await speakerCandidates(this.streams, this.pool, command);

    return examine(this.streams, command, context, async (version) => {
      const { mappings, report } = await identifySpeakers(inOrder(version), new Map(version.speakers), candidates);
      const data = { episodeUuid, versionId, mappings: [...mappings] };

      return { events: mappings.length === 0 ? [] : [{ type: 'SpeakersMapped', data }], report };
    });
  }
}

@CommandHandler(VerifyTimestamps)
export class VerifyTimestampsHandler implements Handles<VerifyTimestamps> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, context }: VerifyTimestamps): Promise<StepReport> {
    const { episodeUuid, versionId, durationMs } = command;

    return examine(this.streams, command, context, async (version) => {
      const segments = inOrder(version);
      const deleted = [...version.deleted.values()];
      const { repairs, report } = await verifyTimes({ versionId, segments, deleted, durationMs });
      const chunks = inChunks(repairs, await mapInTurns(repairs, bytesOf));

      return {
        events: chunks.map((chunk) => ({
          type: 'TimestampsVerified',
          data: { episodeUuid, versionId, repairs: chunk },
        })),
        report,
      };
    });
  }
}

/**
 * Records what was found in a version, unless the transcript changed meanwhile; then it is examined again. The work may
 * take turns with other requests, so it must take what it needs of the version before it first waits.
 */
async function examine(
  streams: Streams,
  { episodeUuid, versionId }: { episodeUuid: EpisodeUuid; versionId: VersionId },
  context: Context,
  work: (version: Version) => Promise<Finding>,
): Promise<StepReport> {
  await getPresentEpisode(streams, episodeUuid);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { state, revision } = await streams.read(transcript, episodeUuid);
    const { events, report } = await work(recordedVersion(state, versionId));
    const { outcome, result } = await streams.change(
      transcript,
      episodeUuid,
      (_, head) => {
        const isCurrent = head === revision;
        return { events: inAppends(isCurrent ? events : [], METADATA_BYTES), result: isCurrent };
      },
      context,
    );
    if (result) return { outcome, ...report };
  }
  throw new Rejected('stream-busy', 'Other people are changing the same thing right now. Try again.');
}
