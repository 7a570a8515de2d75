import type { EpisodePage } from '@earmark/contracts/episodes';
import { formatClock } from '@earmark/contracts/kit';
import { UNKNOWN_SPEAKER, type SegmentView, type TranscriptSource } from '@earmark/contracts/transcripts';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import { entities } from '../entities/entities.decider.ts';
import { stateAt } from '../kit/recorded-events.ts';
import { transcript, type TranscriptState } from '../transcripts/transcript.decider.ts';
import { VocabularyHistory } from '../vocabulary/vocabulary-history.ts';
import { episode, type EpisodeState } from './episode.decider.ts';
import { shownMentions } from './shown-mentions.ts';

/** Which state of an episode: revisions of its streams (-1: not begun) and the pin (null: no transcript yet). */
export interface EpisodeCut {
  readonly transcriptRevision: number;
  readonly entitiesRevision: number;
  readonly episodeRevision: number;
  readonly pin: Pin | null;
  /** Of the vocabulary, whose names are shown; left out: of now. */
  readonly namedAt?: number;
}

export interface EpisodeThen extends Pick<EpisodePage, 'transcript' | 'entityMentions' | 'description'> {
  readonly episode: EpisodeState;
  readonly transcriptSource: TranscriptSource | null;
}

/** An episode as it was, folded from its own streams. The slugs of its entities are bases: without a number. */
export async function episodeAt(log: EventLog, episodeUuid: string, cut: EpisodeCut): Promise<EpisodeThen> {
  const history = VocabularyHistory.of(log);
  const sources = new Map<string, TranscriptSource>();
  const addedAs = new Map<string, string>();
  const [known, shown, decided, head] = await Promise.all([
    stateAt(log, episode, episodeUuid, cut.episodeRevision),
    stateAt(log, transcript, episodeUuid, cut.transcriptRevision, (event) => {
      if (event.type === 'TranscriptRecorded') sources.set(event.data.versionId, event.data.source);
    }),
    stateAt(log, entities, episodeUuid, cut.entitiesRevision, (event) => {
      if (event.type === 'EntityAdded') addedAs.set(event.data.entityId, event.data.facts.name);
    }),
    history.readOn(),
  ]);
  const segments = segmentViews(shown);
  const { pin, namedAt = head } = cut;

  return {
    episode: known,
    transcript: segments,
    entityMentions:
      segments.length === 0 || pin === null ? [] : shownMentions(segments, decided, history, { addedAs, pin, namedAt }),
    description: known.facts?.description ?? null,
    transcriptSource: shown.active === null ? null : (sources.get(shown.active) ?? null),
  };
}

/** The shown version, in its order. */
function segmentViews({ active, versions }: TranscriptState): SegmentView[] {
  const version = active === null ? undefined : versions.get(active);
  if (!version) return [];

  return [...version.segments.values()]
    .sort((a, b) => compare(a.orderKey, b.orderKey) || compare(a.segmentId, b.segmentId))
    .map(({ segmentId, startMs, endMs, speakerId, text }) => ({
      id: segmentId,
      startTime: startMs,
      endTime: endMs,
      speaker: (speakerId === null ? undefined : version.speakers.get(speakerId)) ?? UNKNOWN_SPEAKER,
      text,
      timeFormatted: formatClock(startMs),
    }));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
