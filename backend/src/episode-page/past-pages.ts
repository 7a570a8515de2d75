import { type EpisodePage, EpisodeUuid, type EpisodeView } from '@earmark/contracts/episodes';
import { type PodcastView, SeriesUuid } from '@earmark/contracts/series';
import type { EventLog } from '@earmark/projections/event-log';
import { byCount, countEpisodesAsOf, listFirstAppearances } from '@earmark/projections/queries';
import type { Pool } from 'pg';
import { withCleanDescription } from '../feeds/clean-html.ts';
import { callerLeft } from '../kit/call.ts';
import { Rejected } from '../kit/rejected.ts';
import { StateCache } from '../kit/state-cache.ts';
import { SharedJobs } from '../kit/process/shared-jobs.ts';
import { WorkerPool } from '../kit/process/worker-pool.ts';
import { asOfPlace, type AsOfPlace } from '../kit/as-of-place.ts';
import type { AsOfJob } from './as-of.worker.ts';
import { cutAsOf, type PageCut, type PageThen } from './episode-as-of.ts';
import { wasUploaded } from './past-upload.ts';
import { formatVersion } from './version.ts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PG_POOL } from '../kit/pg.ts';
import { EVENT_LOG, REPORT, STORE_URLS, type Report, type StoreUrls } from '../kit/core.ts';

const WORKER = new URL('../../../backend/dist/episode-page/as-of.worker.js', import.meta.url);
const CACHE_BYTES = 32 * 1024 * 1024;
/** Rough size of a segment, and of a mention with its marks. */
const BYTES_PER_LINE = 700;

/** Past pages of episodes: folded in a thread, and cached by the streams that they are folded from. */
@Injectable()
export class PastPages implements OnApplicationShutdown {
  private readonly threads: WorkerPool<AsOfJob, PageThen>;
  private readonly cache = new StateCache(CACHE_BYTES);
  private readonly folding = new SharedJobs<PageThen>();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(STORE_URLS) urls: StoreUrls,
    @Inject(REPORT) report: Report,
  ) {
    this.threads = new WorkerPool({
      file: WORKER,
      settings: urls,
      busy: 'Too many people are viewing past versions right now. Try again in a moment.',
      report,
    });
  }

  /** The place that `asOf` names. Throws Rejected for an unknown moment. */
  async place(asOf: string): Promise<AsOfPlace> {
    return asOfPlace(this.log, asOf);
  }

  /**
   * The page of an episode as of `place`. `podcast` and `episode` are the current ones, for what never changes: ids and
   * slugs. Throws Rejected: episode-unknown, episode-removed, busy,
   * too-many-calls.
   */
  async page(podcast: PodcastView, episode: EpisodeView, place: AsOfPlace): Promise<EpisodePage> {
    const episodeUuid = EpisodeUuid.parse(episode.uuid);
    const ids = { episodeUuid, seriesUuid: SeriesUuid.parse(podcast.uuid) };
    const { cut, position, last } = await cutAsOf(this.log, ids, place.position);
    if (!last) throw new Rejected('episode-unknown', `"${episode.title}" had not been added yet at that time.`);
    const then = await this.folded(episodeUuid, cut);
    if (then.episode.isRemoved || then.series.isRemoved)
      throw new Rejected('episode-removed', `"${episode.title}" was removed at that time.`);
    const totalEpisodes = await countEpisodesAsOf(this.pool, podcast.uuid, position);
    const podcastThen = podcastView(podcast, then, totalEpisodes);
    const uploadedToOpenai = await wasUploaded(this.log, episodeUuid, position);
    const episodeThen = { ...episodeView(episode, then, podcastThen.name), uploadedToOpenai };

    return {
      podcast: podcastThen,
      episode: episodeThen,
      transcript: then.transcript,
      corrections: then.corrections,
      entityMentions: await this.entityMentions(then),
      description: episodeThen.description,
      version: formatVersion(cut),
      asOf: {
        position: position.toString(),
        eventId: place.eventId ?? last.id,
        at: place.at ?? last.metadata.at,
      },
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.stop();
  }

  private async folded(episodeUuid: EpisodeUuid, cut: PageCut): Promise<PageThen> {
    const key = `${episodeUuid} ${formatVersion(cut)} ${cut.seriesRevision} ${cut.namedAt}`;
    const cached = this.cache.get<PageThen>(key);
    if (cached) return cached.state;
    const state = await this.folding.get(key, callerLeft(), async (abandoned) =>
      this.threads.run({ episodeUuid, cut }, abandoned),
    );
    const lines = state.transcript.length + state.entityMentions.reduce((sum, { count }) => sum + count + 6, 0);
    this.cache.put(key, { state, revision: cut.episodeRevision }, BYTES_PER_LINE * lines);

    return state;
  }

  /**
   * A slug never changes, so the current one was valid then, too; so were facts that only their first author had typed.
   */
  private async entityMentions({ entityMentions, unsaid }: PageThen): Promise<EpisodePage['entityMentions']> {
    const ids = entityMentions.flatMap(({ entity }) => [entity.id, ...entity.merged.map(({ id }) => id)]);
    const firstHeard = await listFirstAppearances(this.pool, ids);

    return entityMentions
      .map(({ entity, ...mention }) => {
        const first = firstHeard.get(entity.id) ?? entity;
        const name = unsaid.names.includes(entity.id) ? first.name : entity.name;
        const url = unsaid.links.includes(entity.id) ? first.url : entity.url;
        const merged = entity.merged.map((one) => ({ ...one, slug: firstHeard.get(one.id)?.slug ?? one.id }));

        return { entity: { ...entity, name, url, slug: first.slug, merged }, ...mention };
      })
      .sort(byCount);
  }
}

function podcastView(now: PodcastView, { series }: PageThen, totalEpisodes: number): PodcastView {
  const { name, host, imageUrl, description, categories } = series.facts ?? now;

  return withCleanDescription({ ...now, name, host, imageUrl, description, categories, totalEpisodes });
}

function episodeView(now: EpisodeView, then: PageThen, podcastName: string): EpisodeView {
  const { title, description, audioUrl, imageUrl, publishedAt, durationSeconds } = then.episode.facts!;
  const published = publishedAt === null ? null : new Date(publishedAt);

  return withCleanDescription({
    ...now,
    name: title,
    title,
    description,
    audioUrl,
    datePublished: published && Math.floor(published.getTime() / 1000),
    publishedAt: published && published.toISOString(),
    duration: durationSeconds,
    imageUrl,
    hasWhisperTranscript: then.transcript.length > 0,
    transcriptSource: then.transcriptSource,
    podcastName,
  });
}
