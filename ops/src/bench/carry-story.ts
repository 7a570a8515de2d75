import { EpisodeUuid } from '@earmark/contracts/episodes';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import type { TranscriptEvent, TranscriptText, VersionId, WrittenSegment } from '@earmark/contracts/transcripts';
import type { Recorded } from '@earmark/backend/kit/decider';
import { correctedVersion, type CorrectedVersion } from '@earmark/backend/carry-over/corrected-version';
import { recordTranscript } from '@earmark/backend/transcripts/record-transcript';
import { saveTranscript } from '@earmark/backend/transcripts/save-transcript';
import { labelOf } from '@earmark/backend/transcripts/speaker-changes';
import {
  inOrder,
  shownVersion,
  transcript,
  type TranscriptState,
  type Version,
  type VersionEvent,
} from '@earmark/backend/transcripts/transcript.decider';

export const episodeUuid = uuidFrom(EARMARK_NAMESPACE, 'carry', EpisodeUuid);
const pin = { vocabularyRevision: 0, matcherVersion: 1 };

/** A transcript with its events, as the log would hold them. */
export class CarryStory {
  private readonly events: (TranscriptEvent & Recorded)[] = [];
  private state: TranscriptState = transcript.initial();

  private constructor(readonly versionId: VersionId) {}

  static async of(bytes: Uint8Array, parsed: TranscriptText): Promise<CarryStory> {
    const command = await recordTranscript({
      ...{ episodeUuid, bytes, parsed, source: 'model', pin, replacesEdits: false },
    });
    const story = new CarryStory(command.versionId);
    const decided = transcript.decide(story.state, command);
    story.take('lists' in decided ? decided.lists.flat() : decided);

    return story;
  }

  get shown(): Version {
    return shownVersion(this.state)!;
  }

  get written(): WrittenSegment[] {
    const { shown } = this;

    return inOrder(shown).map((segment) => {
      const { segmentId, text, startMs, endMs } = segment;
      return { segmentId, text, startMs, endMs, speaker: labelOf(shown, segment) };
    });
  }

  /** Answers the ids of the recorded events. */
  save(written: readonly WrittenSegment[]): string[] {
    const { events } = saveTranscript(this.state, { episodeUuid, written, base: this.state, pin, metadataBytes: 0 });

    return this.take('lists' in events ? events.lists.flat() : events);
  }

  get corrected(): CorrectedVersion {
    const own = this.events.filter(({ type }) => type !== 'TranscriptActivated');

    return correctedVersion(this.versionId, this.shown, own as (VersionEvent & Recorded)[]);
  }

  take(events: readonly TranscriptEvent[]): string[] {
    return events.map((event) => {
      const revision = this.events.length;
      const recorded = { ...event, revision, id: uuidFrom(this.versionId, `event ${revision}`), reverts: null };
      this.events.push(recorded);
      this.state = transcript.evolve(this.state, recorded);
      return recorded.id;
    });
  }
}
