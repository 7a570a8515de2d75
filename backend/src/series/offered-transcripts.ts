import type { Outcome } from '@earmark/contracts/kit';
import { RecordTranscriptFile } from '@earmark/contracts/transcripts';
import { Inject, Injectable } from '@nestjs/common';
import { MAX_BODY_BYTES } from '../config.ts';
import { FetchError } from '../feeds/fetch-error.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import type { FeedEpisode, FeedSeries } from '../feeds/read-feed.ts';
import { Commands } from '../kit/commands.ts';
import { FETCHER } from '../kit/core.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { transcript } from '../transcripts/transcript.decider.ts';
import type { Importing } from './feed-report.ts';
import { byPreference } from '../feeds/transcript-preference.ts';

/** Transcripts fetched at the same time, limited so as not to flood the publisher's host. */
const AT_ONCE = 4;

/** Fetches and records the transcripts that a feed offers for its episodes. */
@Injectable()
export class OfferedTranscripts {
  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
    @Inject(FETCHER) private readonly fetcher: Fetcher,
  ) {}

  async import(
    { facts: { name, language } }: FeedSeries,
    episodes: readonly FeedEpisode[],
    importing: Importing,
  ): Promise<void> {
    const offered = episodes.filter(({ facts }) => facts.transcripts.length > 0);
    // Grouped by reason, because a host that is down fails every transcript the same way.
    const unreadable = new Map<string, string[]>();
    let next = 0;
    let done = 0;
    const worker = async () => {
      for (let episode = offered[next++]; episode; episode = offered[next++]) {
        importing.signal?.throwIfAborted();
        importing.onProgress(`${name}: ${done} of ${offered.length} transcripts`);
        const reason = await this.importOne(episode, language, importing);
        if (reason !== null) unreadable.set(reason, [...(unreadable.get(reason) ?? []), episode.facts.title]);
        done++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const { report } = importing;
    for (const [reason, [title, ...others]] of unreadable) {
      report.failed += 1 + others.length;
      const more = others.length > 0 ? ` and of ${others.length} more` : '';
      report.warnings.push(`The transcript of "${title}"${more} could not be read: ${reason}`);
    }
  }

  /**
   * The best of those on offer; where that cannot be fetched, another. An episode keeps the one it has. Answers why
   * none could be fetched, else null.
   */
  private async importOne(
    { uuid: episodeUuid, facts }: FeedEpisode,
    language: string | null,
    { context, report, signal, recorded }: Importing,
  ): Promise<string | null> {
    const { state } = await this.streams.read(transcript, episodeUuid);
    if (state.active !== null) {
      report.unchanged++;
      return null;
    }
    const reasons = new Set<string>();
    for (const { url } of byPreference(facts.transcripts, language))
      try {
        const { body: bytes } = await this.fetcher.get(url, { maxBytes: MAX_BODY_BYTES, signal });
        const { outcome, answer } = await this.commands.send(
          new RecordTranscriptFile({ episodeUuid, bytes, source: 'publisher', replacesEdits: false }, context),
        );
        countTranscript(recorded(outcome), answer.segments, report);
        for (const warning of answer.warnings) report.warnings.push(`${facts.title}: ${warning}`);
        return null;
      } catch (error) {
        if (!(error instanceof FetchError) && !(error instanceof Rejected)) throw error;
        reasons.add(error.message);
      }

    return [...reasons].join(' ');
  }
}

function countTranscript({ position }: Outcome, segments: number, report: Importing['report']): void {
  if (position === null) return;
  report.transcripts++;
  report.segments += segments;
}
