import { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import {
  type RecordedSegment,
  SegmentId,
  SpeakerId,
  type TranscriptEvent,
  VersionId,
} from '@earmark/contracts/transcripts';
import { orderKeysBetween } from '../transcripts/order-keys.ts';
import { saveTranscript } from '../transcripts/save-transcript.ts';
import { labelOf } from '../transcripts/speaker-changes.ts';
import {
  inOrder,
  shownVersion,
  transcript,
  type TranscriptState,
  type Version,
  type VersionEvent,
} from '../transcripts/transcript.decider.ts';
import type { WrittenSegment } from '@earmark/contracts/transcripts';
import type { Recorded } from '../kit/decider.ts';
import { correctedVersion, type CorrectedVersion } from './corrected-version.ts';
import { planCarryOver, type CarryOverPlan } from './plan.ts';

export const episodeUuid = EpisodeUuid.parse('11111111-1111-4111-8111-111111111111');
const pin = { vocabularyRevision: 3, matcherVersion: 1 };

export interface Line {
  readonly text: string;
  readonly speaker?: string | null;
  readonly startMs: number;
  readonly endMs: number;
}

/** Lines as `Ada: Hello there.`, each as long as it has words, half a second a word. */
export function lines(...texts: readonly string[]): Line[] {
  let startMs = 0;

  return texts.map((line) => {
    const [, speaker = null, text = ''] = /^(?:(\w[\w ]*): )?(.*)$/s.exec(line) ?? [];
    const endMs = startMs + 500 * text.split(' ').length;
    const one = { speaker, text, startMs, endMs };
    startMs = endMs;
    return one;
  });
}

/** A transcript of an episode, as its events and what people made of it. */
export class Story {
  readonly events: (TranscriptEvent & Recorded)[] = [];
  state: TranscriptState = transcript.initial();

  constructor(readonly name: string) {}

  get versionId(): VersionId {
    return uuidFrom(episodeUuid, this.name, VersionId);
  }

  get shown(): Version {
    return shownVersion(this.state)!;
  }

  record(given: readonly Line[]): this {
    const { versionId } = this;
    const keys = orderKeysBetween(null, null, given.length);
    const speakerId = (name: string) => uuidFrom(versionId, name, SpeakerId);
    const names = [...new Set(given.flatMap(({ speaker }) => speaker ?? []))];
    const segments = given.map(({ text, speaker = null, startMs, endMs }, index): RecordedSegment => ({
      segmentId: uuidFrom(versionId, String(index), SegmentId),
      orderKey: keys[index]!,
      speakerId: speaker === null ? null : speakerId(speaker),
      startMs,
      endMs,
      text,
    }));
    const facts = { source: 'model' as const, form: 'vtt', warnings: [], chunks: 1, segments: segments.length };
    const speakers = names.map((name) => ({ speakerId: speakerId(name), name }));

    return this.take(
      { type: 'SegmentsRecorded', data: { episodeUuid, versionId, chunk: 0, segments } },
      { type: 'TranscriptRecorded', data: { episodeUuid, versionId, speakers, ...facts } },
      { type: 'TranscriptActivated', data: { episodeUuid, versionId, replaced: null, pin } },
    );
  }

  take(...events: readonly TranscriptEvent[]): this {
    for (const event of events) this.put(event, null);

    return this;
  }

  /** Undoes a text edit; `place`: in `events`, from the end. */
  undo(place: number): this {
    const edited = this.events.at(place)!;
    if (edited.type !== 'SegmentEdited') throw new Error(`${edited.type} is no text edit`);
    const { from, to, ...where } = edited.data;
    this.put({ type: 'SegmentEdited', data: { ...where, from: to, to: from } }, edited.id);

    return this;
  }

  private put(event: TranscriptEvent, reverts: string | null): void {
    const revision = this.events.length;
    const recorded = { ...event, revision, id: uuidFrom(this.versionId, `event ${revision}`), reverts };
    this.events.push(recorded);
    this.state = transcript.evolve(this.state, recorded);
  }

  /** As somebody saves the transcript in the editor. */
  save(change: (segments: WrittenSegment[]) => readonly WrittenSegment[]): this {
    const { events } = saveTranscript(this.state, {
      episodeUuid,
      written: change(writtenOf(this.shown)),
      base: this.state,
      pin,
      metadataBytes: 0,
    });

    return this.take(...(events as readonly TranscriptEvent[]));
  }

  get corrected(): CorrectedVersion {
    const own = this.events.filter(({ type }) => type !== 'TranscriptActivated');

    return correctedVersion(this.versionId, this.shown, own as (VersionEvent & Recorded)[]);
  }

  /** Takes over the corrections of another story, and is changed by what is placed. */
  async carry(from: Story): Promise<CarryOverPlan> {
    const plan = await planCarryOver({ episodeUuid, versionId: this.versionId }, from.corrected, this.shown);
    this.take(...plan.changes.map(({ event }) => event));

    return plan;
  }
}

export const writtenOf = (version: Version): WrittenSegment[] =>
  inOrder(version).map((segment) => {
    const { segmentId, text, startMs, endMs } = segment;
    return { segmentId, text, startMs, endMs, speaker: labelOf(version, segment) };
  });

/** The transcript as `Ada: Hello there.` */
export const textOf = (version: Version): string[] =>
  inOrder(version).map((segment) => {
    const label = labelOf(version, segment);
    return label === null ? segment.text : `${label}: ${segment.text}`;
  });

export const outcomes = ({ corrections }: CarryOverPlan): string[] =>
  corrections.map(({ outcome, ref }) => `${ref.kind} ${outcome}`);
