import type { EpisodePage, EpisodeUuid } from '@earmark/contracts/episodes';
import { formatClock } from '@earmark/contracts/kit';
import type { SeriesUuid } from '@earmark/contracts/series';
import { UNKNOWN_SPEAKER, type SegmentView, type TranscriptSource } from '@earmark/contracts/transcripts';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import { entities } from '../entities/entities.decider.ts';
import { streamAsOf } from '../kit/log-moment.ts';
import { stateAt } from '../kit/recorded-events.ts';
import { series, type SeriesState } from '../series/series.decider.ts';
import { inOrder, shownVersion, transcript, type TranscriptState } from '../transcripts/transcript.decider.ts';
import type { Pin } from '@earmark/contracts/vocabulary';
import { VocabularyThroughTime } from '../vocabulary/vocabulary-through-time.ts';
import { pinInForce } from '../vocabulary/pins.ts';
import { episode, type EpisodeState } from '../episodes/episode.decider.ts';
import { shownMentions, type ShownMentions } from './shown-mentions.ts';
import { Corrections } from './corrections.ts';
import type { Version } from './version.ts';

/** Identifies a state of an episode. */
export interface EpisodeCut extends Version {
  /** The revision of the vocabulary whose names are shown. Default: the current one. */
  readonly namedAt?: number;
}

/** Identifies a state of its page. */
export interface PageCut extends EpisodeCut {
  readonly namedAt: number;
  readonly seriesUuid: SeriesUuid;
  readonly seriesRevision: number;
}

export interface EpisodeThen extends Pick<EpisodePage, 'transcript' | 'corrections' | 'description'>, ShownMentions {
  readonly episode: EpisodeState;
  readonly transcriptSource: TranscriptSource | null;
}

/**
 * A past state of an episode, folded from its own streams. Its entities also need the vocabulary: see `shownMentions`.
 */
export async function episodeAt(log: EventLog, episodeUuid: EpisodeUuid, cut: EpisodeCut): Promise<EpisodeThen> {
  const history = VocabularyThroughTime.of(log);
  const sources = new Map<string, TranscriptSource>();
  const corrections = new Corrections();
  const [known, shown, decided, head] = await Promise.all([
    stateAt(log, episode, episodeUuid, cut.episodeRevision),
    stateAt(log, transcript, episodeUuid, cut.transcriptRevision, (event) => {
      if (event.type === 'TranscriptRecorded') sources.set(event.data.versionId, event.data.source);
      corrections.take(event);
    }),
    stateAt(log, entities, episodeUuid, cut.entitiesRevision),
    history.readOn(),
  ]);
  const segments = segmentViews(shown);
  const { pin, namedAt = head } = cut;
  const { seriesUuid } = known;
  const mentions =
    seriesUuid === null
      ? NO_MENTIONS
      : shownMentions(segments, decided, history, { seriesUuid, pin: pin ?? UNPINNED, namedAt });

  return {
    episode: known,
    transcript: segments,
    corrections: corrections.of(segments),
    ...mentions,
    description: known.facts?.description ?? null,
    transcriptSource: shown.active === null ? null : (sources.get(shown.active) ?? null),
  };
}

/** The past state of an episode and its podcast. */
export async function episodeAsOf(log: EventLog, episodeUuid: EpisodeUuid, cut: PageCut): Promise<PageThen> {
  const then = await episodeAt(log, episodeUuid, cut);

  return { ...then, series: await stateAt(log, series, cut.seriesUuid, cut.seriesRevision) };
}

export interface PageThen extends EpisodeThen {
  readonly series: SeriesState;
}

/**
 * The state at a log position; one inside an append means its end. `last` is the last change of the episode until then;
 * null when there was no episode.
 */
export async function cutAsOf(
  log: EventLog,
  { episodeUuid, seriesUuid }: { episodeUuid: EpisodeUuid; seriesUuid: SeriesUuid },
  position: bigint,
): Promise<{ cut: PageCut; position: bigint; last: RecordedEvent | null }> {
  const [own, heard, decided, podcast, recounts, words] = await Promise.all(
    [
      `episode-${episodeUuid}`,
      `transcript-${episodeUuid}`,
      `entities-${episodeUuid}`,
      `series-${seriesUuid}`,
      'recount-main',
      'vocabulary-main',
    ].map(async (stream) => streamAsOf(log, stream, position)),
  );
  const later = (a: RecordedEvent | null, b: RecordedEvent | null) => (b && (!a || b.position > a.position) ? b : a);
  const last = [heard!.last, decided!.last].reduce(later, own!.last);
  const end = [podcast!.last, recounts!.last, words!.last].reduce(later, last)?.position ?? 0n;
  const upTo = end > position ? end : position;

  return {
    cut: {
      episodeRevision: own!.revision,
      transcriptRevision: heard!.revision,
      entitiesRevision: decided!.revision,
      seriesUuid,
      seriesRevision: podcast!.revision,
      namedAt: words!.revision,
      pin: await pinInForce(log, episodeUuid, upTo),
    },
    position: upTo,
    last: own!.last && last,
  };
}

/** Of an episode that has shown no transcript yet, so that nothing is found by it. */
const UNPINNED: Pin = { vocabularyRevision: -1, matcherVersion: 1 };
const NO_MENTIONS: ShownMentions = { entityMentions: [], unsaid: { names: [], links: [] } };

function segmentViews(state: TranscriptState): SegmentView[] {
  const version = shownVersion(state);
  if (!version) return [];

  return inOrder(version).map(({ segmentId, startMs, endMs, speakerId, text }) => ({
    id: segmentId,
    startTime: startMs,
    endTime: endMs,
    speaker: (speakerId === null ? undefined : version.speakers.get(speakerId)) ?? UNKNOWN_SPEAKER,
    text,
    timeFormatted: formatClock(startMs),
  }));
}
