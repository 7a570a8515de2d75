import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { REPORT, type Report } from '../../kit/core.ts';
import { PG_POOL } from '../../kit/pg.ts';
import { JobExceeded, WorkerPool } from '../../kit/process/worker-pool.ts';
import { Rejected } from '../../kit/rejected.ts';
import { Streams } from '../../kit/streams.ts';
import { isGenericLabel } from '../../transcripts/formats/speaker-names.ts';
import { speakerCandidates } from '../../transcripts/speakers/speaker-candidates.ts';
import type { VocabularyState } from '../../vocabulary/vocabulary-state.ts';
import { vocabulary, VOCABULARY_ID } from '../../vocabulary/vocabulary.decider.ts';
import type { FinderSegment, FoundName } from './found-name.ts';
import { gazetteerNames, gazetteerOf, type Gazetteer } from './offline/gazetteer.ts';
import { isLowerCase, turnsOf } from './offline/text-runs.ts';
import type { OfflineJob } from './offline-finder.ts';

// Not beside the finder, whose library only threads load: it takes half a second and 25 MB.
export const OFFLINE_MODEL = 'built-in finder (compromise 14.17.0)';
/** Raised with every change of what the finder finds. */
export const OFFLINE_VERSION = '3';
const LIMITS = { heapMb: 1024, ms: 120_000 };
const WORKER = new URL('../../../../backend/dist/discovery/finding/offline.worker.js', import.meta.url);

/** Finds names without a service: in a thread, with what the vocabulary, the feed and the transcript itself know. */
@Injectable()
export class BuiltInFinder implements OnApplicationShutdown {
  private readonly threads: WorkerPool<OfflineJob, FoundName[]>;
  /** Of one revision of the vocabulary. */
  private gazetteer: { readonly revision: number; readonly names: Promise<Gazetteer> } | null = null;

  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(REPORT) report: Report,
  ) {
    this.threads = new WorkerPool({
      file: WORKER,
      settings: null,
      limits: LIMITS,
      busy: 'Too many transcripts are being searched for entities right now. Try again in a moment.',
      report,
    });
  }

  async find(episodeUuid: EpisodeUuid, segments: readonly FinderSegment[], signal: AbortSignal): Promise<FoundName[]> {
    const turns = turnsOf(segments);
    const known = await gazetteerNames(turns, await this.knownNames(), isLowerCase(turns));
    const fed = await speakerCandidates(this.streams, this.pool, { episodeUuid });
    const speakers = segments.flatMap(({ speaker }) => (speaker === null || isGenericLabel(speaker) ? [] : [speaker]));
    // A first name by itself is of no use as an entity.
    const persons = [...new Set([...fed.map(({ name }) => name), ...speakers])].filter((name) => /\s/u.test(name));

    try {
      return await this.threads.run({ segments, known, persons }, signal);
    } catch (error) {
      if (error instanceof JobExceeded)
        throw new Rejected('too-large', 'The transcript takes too much time or memory to search.');
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.stop();
  }

  private async knownNames(): Promise<Gazetteer> {
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const { revision } = state;
    if (this.gazetteer?.revision !== revision) this.gazetteer = { revision, names: gazetteerOf(namesOf(state)) };

    return this.gazetteer.names;
  }
}

function namesOf({ entities, patterns, types }: VocabularyState): { name: string; type: string }[] {
  const named = [...entities.values()].map(({ name, entityTypeId }) => ({ name, entityTypeId }));
  const also = [...patterns.values()].flatMap(({ name, entityId }) => {
    const entityTypeId = entities.get(entityId)?.entityTypeId;
    return entityTypeId === undefined ? [] : [{ name, entityTypeId }];
  });

  return [...named, ...also].flatMap(({ name, entityTypeId }) => {
    const type = types.get(entityTypeId);
    return type === undefined ? [] : [{ name, type }];
  });
}
