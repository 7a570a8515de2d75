import { ChangeEpisode, type OfferedTranscript } from '@earmark/contracts/episodes';
import { ChangeSeries } from '@earmark/contracts/series';
import { RecordTranscriptFile } from '@earmark/contracts/transcripts';
import { findKnownSeries } from '@earmark/projections/queries';
import { FetchError } from '../feeds/fetch-error.ts';
import { loadFeed } from '../feeds/load-feed.ts';
import type { Feed, FeedEpisode } from '../feeds/read-feed.ts';
import { MAX_BODY_BYTES } from '../config.ts';
import { Rejected } from '../kit/rejected.ts';
import { transcript } from '../transcripts/transcript.decider.ts';
import { emptyReport, type Importing, type ImportReport } from './import-report.ts';

/** Transcripts fetched at once; a publisher's host is not to be flooded. */
const AT_ONCE = 4;

/** The feed at an address, with its episodes and the transcripts they offer. Unchanged since the last whole import: nothing is read. */
export async function importFeedAt(url: string, importing: Importing): Promise<ImportReport> {
  const { pool, fetcher } = importing;
  const known = await pool.query<{ etag: string | null; last_modified: string | null }>(
    'select etag, last_modified from app.feed_state where feed_url = $1',
    [url],
  );
  const series = await findSeriesByFeed(importing, url);
  const state = known.rows[0];
  importing.progress(`Reading ${url}`);
  const loaded = await loadFeed(fetcher, url, {
    etag: state?.etag ?? null,
    lastModified: state?.last_modified ?? null,
    seriesUuid: series,
  });
  if (loaded.notModified) return { ...emptyReport(url), unchanged: 1 };

  const report = await importFeed(
    url,
    { ...loaded.feed, series: { ...loaded.feed.series, feedUrl: loaded.permanentUrl } },
    importing,
  );
  // Only after a whole import is "not modified" an answer: otherwise what failed would never be tried again.
  if (report.failed === 0)
    await pool.query(
      `insert into app.feed_state (feed_url, etag, last_modified) values ($1, $2, $3)
       on conflict (feed_url) do update set etag = $2, last_modified = $3`,
      [loaded.permanentUrl, loaded.etag, loaded.lastModified],
    );

  return report;
}

async function findSeriesByFeed({ pool }: Importing, url: string): Promise<string | null> {
  const NO_SERIES = '00000000-0000-0000-0000-000000000000';

  return (await findKnownSeries(pool, NO_SERIES, url))?.seriesUuid ?? null;
}

/** A feed that was read, with the transcripts that it offers. */
export async function importFeed(source: string, feed: Feed, importing: Importing): Promise<ImportReport> {
  const { commands, context, progress } = importing;
  const { uuid: seriesUuid, feedUrl, itunesId, facts } = feed.series;
  const report = {
    ...emptyReport(source),
    skipped: [] as { what: string; reason: string }[],
    warnings: [...feed.warnings],
  };
  if (feed.skippedWithoutEnclosure > 0)
    report.skipped.push({
      what: `${feed.skippedWithoutEnclosure} items`,
      reason: 'They have no enclosure, so there is nothing to hear.',
    });
  if (feed.duplicates > 0)
    report.skipped.push({ what: `${feed.duplicates} items`, reason: 'A newer item has the same guid.' });

  const put = await commands.send(new ChangeSeries({ seriesUuid, feedUrl, itunesId, facts }, context));
  if (put.types.includes('SeriesAdded')) report.series++;
  const offered: FeedEpisode[] = [];
  for (const [index, episode] of feed.episodes.entries()) {
    progress(`${facts.name}: ${index} of ${feed.episodes.length} episodes`);
    const { uuid: episodeUuid, guid } = episode;
    const { types } = await commands.send(
      new ChangeEpisode({ type: 'PutEpisode', episodeUuid, seriesUuid, guid, facts: episode.facts }, context),
    );
    if (types.length === 0) report.unchanged++;
    else if (types.includes('EpisodeAdded')) report.episodes++;
    else report.episodesChanged++;
    if (episode.facts.transcripts.length > 0) offered.push(episode);
  }

  // By reason: a host that is down keeps every transcript away for the same one.
  const unreadable = new Map<string, string[]>();
  let next = 0;
  let done = 0;
  const worker = async () => {
    for (let episode = offered[next++]; episode; episode = offered[next++]) {
      progress(`${facts.name}: ${done} of ${offered.length} transcripts`);
      const reason = await importOffered(episode, facts.language, importing, report);
      if (reason !== null) unreadable.set(reason, [...(unreadable.get(reason) ?? []), episode.facts.title]);
      done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const [reason, [title, ...others]] of unreadable) {
    report.failed += 1 + others.length;
    const more = others.length > 0 ? ` and of ${others.length} more` : '';
    report.warnings.push(`The transcript of "${title}"${more} could not be read: ${reason}`);
  }

  return report;
}

/** The best of the transcripts that the publisher offers; another one when that cannot be had. An episode that has one keeps it. Answers why none could be had, else null. */
async function importOffered(
  episode: FeedEpisode,
  language: string | null,
  { commands, streams, fetcher, context }: Importing,
  report: { transcripts: number; segments: number; unchanged: number; warnings: string[] },
): Promise<string | null> {
  const { state } = await streams.read(transcript, episode.uuid);
  if (state.active !== null) {
    report.unchanged++;
    return null;
  }
  const reasons = new Set<string>();
  for (const { url } of byPreference(episode.facts.transcripts, language))
    try {
      const { body } = await fetcher.get(url, { maxBytes: MAX_BODY_BYTES });
      const { outcome, answer } = await commands.send(
        new RecordTranscriptFile(
          { episodeUuid: episode.uuid, bytes: body, source: 'publisher', replacesEdits: false },
          context,
        ),
      );
      if (outcome.position !== null) {
        report.transcripts++;
        report.segments += answer.segments;
      }
      for (const warning of answer.warnings) report.warnings.push(`${episode.facts.title}: ${warning}`);
      return null;
    } catch (error) {
      if (!(error instanceof FetchError) && !(error instanceof Rejected)) throw error;
      reasons.add(error.message);
    }

  return [...reasons].join(' ');
}

const PREFERENCE = [/vtt/i, /json/i, /srt|subrip/i, /html/i, /plain|text/i];

/** The language of the feed first, then captions before text without times: vtt, json, srt, html, plain. */
function byPreference(offered: readonly OfferedTranscript[], feedLanguage: string | null): OfferedTranscript[] {
  const isForeign = ({ language }: OfferedTranscript): boolean =>
    feedLanguage !== null && language !== null && language !== feedLanguage;
  const form = ({ type, url }: OfferedTranscript): number => {
    const found = PREFERENCE.findIndex((one) => one.test(type ?? url));
    return found < 0 ? PREFERENCE.length : found;
  };

  return [...offered].sort((a, b) => Number(isForeign(a)) - Number(isForeign(b)) || form(a) - form(b));
}
