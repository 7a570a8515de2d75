import { ChangeEpisode, type EpisodeUuid, type PutEpisode } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import { ChangeSeries, type PutSeries } from '@earmark/contracts/series';
import { RecordTranscriptFile, RecordTranscriptText, type TranscriptSource } from '@earmark/contracts/transcripts';
import {
  ChangeVocabulary,
  ImportPatterns,
  type PatternRow,
  type VocabularyCommand,
} from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import type { INestApplicationContext } from '@nestjs/common';
import type { Pool } from 'pg';
import { Accounts } from '../accounts/accounts.store.ts';
import type { Config } from '../config.ts';
import { BatchProcess } from '../discovery/batch.process.ts';
import { FinishDecisions } from '../discovery/finish-decisions.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import { HistoryHandler } from '../history/history.handler.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { CONFIG, EVENT_LOG, FETCHER, STORE_URLS, type StoreUrls } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Streams } from '../kit/streams.ts';
import { SampleLibrary } from '../library/sample-library.ts';
import { PipelineProcess } from '../pipeline/pipeline.process.ts';
import { RecountsProcess } from '../recounts/recounts.process.ts';
import { UploadsProcess } from '../uploads/uploads.process.ts';
import { RemovedEpisodes } from '../uploads/removed-episodes.ts';
import type { ParsedTranscript } from '../transcripts/formats/parse-transcript.ts';

export type Services = ReturnType<typeof servicesOf>;

/** The services that specs use. */
export const servicesOf = (app: INestApplicationContext) => {
  const commands = app.get(Commands);

  return {
    config: app.get<Config>(CONFIG),
    databaseUrl: app.get<StoreUrls>(STORE_URLS).databaseUrl,
    pool: app.get<Pool>(PG_POOL),
    log: app.get<EventLog>(EVENT_LOG),
    streams: app.get(Streams),
    checkpoints: app.get(Checkpoints),
    fetcher: app.get<Fetcher>(FETCHER),
    accounts: app.get(Accounts),
    commands,
    series: {
      putSeries: async (command: Omit<PutSeries, 'type'>, context: Context) =>
        commands.send(new ChangeSeries({ type: 'PutSeries', ...command }, context)),
      putEpisode: async (command: Omit<PutEpisode, 'type'>, context: Context) =>
        commands.send(new ChangeEpisode({ type: 'PutEpisode', ...command }, context)),
    },
    transcripts: {
      recordFile: async (
        episodeUuid: EpisodeUuid,
        bytes: Uint8Array,
        source: TranscriptSource,
        context: Context,
        replacesEdits = false,
      ) => commands.send(new RecordTranscriptFile({ episodeUuid, bytes, source, replacesEdits }, context)),
      recordParsed: async (
        episodeUuid: EpisodeUuid,
        bytes: Uint8Array,
        parsed: ParsedTranscript,
        source: TranscriptSource,
        context: Context,
      ) =>
        commands.send(new RecordTranscriptText({ episodeUuid, bytes, parsed, source, replacesEdits: false }, context)),
    },
    vocabulary: {
      run: async (command: VocabularyCommand, context: Context) =>
        commands.send(new ChangeVocabulary(command, context)),
      import: async (rows: readonly PatternRow[], context: Context, onProgress?: (done: number) => void) =>
        commands.send(new ImportPatterns({ rows, ...(onProgress ? { onProgress } : {}) }, context)),
    },
    sampleLibrary: app.get(SampleLibrary),
    recountsProcess: app.get(RecountsProcess),
    pipelineProcess: app.get(PipelineProcess),
    uploadsProcess: app.get(UploadsProcess),
    removedEpisodes: app.get(RemovedEpisodes),
    finishDecisions: app.get(FinishDecisions),
    discoveryBatches: app.get(BatchProcess),
    history: app.get(HistoryHandler),
  };
};
