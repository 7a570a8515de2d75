import type { CorrectionRef, WaitingCorrection } from '@earmark/contracts/carry-over';
import { type RecordedSegment, type SegmentId, UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import { inOrder, type Version } from '../transcripts/transcript.decider.ts';
import type { InCarryOver } from './carry-over.decider.ts';
import type { CorrectedVersion } from './corrected-version.ts';
import { labelIn } from './corrections.ts';
import { Draft, type Change } from './draft.ts';
import { partsFor, proposalFor } from './proposal.ts';
import { WordList } from './words.ts';

interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** A correction that waits, with what both versions have in its place. */
export class Waiting {
  private readonly before: readonly RecordedSegment[];
  private readonly after: readonly RecordedSegment[];
  private readonly place: readonly RecordedSegment[];

  constructor(
    private readonly ref: CorrectionRef,
    private readonly version: CorrectedVersion,
    private readonly target: Version,
  ) {
    const { base, corrected } = version;
    const isName = ref.kind === 'name';
    const spoken = (of: Version, speakerId: string | null | undefined) =>
      inOrder(of).filter((segment) => segment.speakerId === speakerId);
    this.before = isName ? spoken(base, ref.speakerBefore) : those(base, ref.before);
    this.after = isName ? spoken(corrected, ref.speakerBefore) : those(corrected, ref.after);
    this.place = isName ? spoken(target, ref.speakerPlace[0] ?? undefined) : those(target, ref.place);
  }

  view(): WaitingCorrection {
    const { ref, version, target } = this;
    const { base, corrected } = version;
    const heard = this.after[0] ?? this.before[0];
    const name = (of: Version, segment: RecordedSegment | undefined) =>
      labelIn(of, segment?.speakerId ?? null) ?? UNKNOWN_SPEAKER;
    const isAboutSpeaker = ref.kind === 'name' || ref.kind === 'speaker';
    const speaker = heard === this.after[0] ? name(corrected, heard) : name(base, heard);
    const texts = isAboutSpeaker
      ? {
          before: name(base, this.before[0]),
          corrected: name(corrected, this.after[0]),
          now: name(target, this.place[0]),
        }
      : { before: textOf(this.before), corrected: textOf(this.after), now: textOf(this.place) };
    const oldTime = stretchOf(this.after.length > 0 ? this.after : this.before);

    return {
      id: ref.correctionId,
      kind: ref.kind,
      speaker,
      ...texts,
      proposal: this.proposal(),
      oldTime: timeView(ref.kind === 'name' ? (this.after[0] ?? null) : oldTime) ?? { startTime: 0, endTime: 0 },
      newTime: timeView(ref.kind === 'name' ? (this.place[0] ?? null) : stretchOf(this.place)),
      canAccept: this.canAccept(),
    };
  }

  canAccept(): boolean {
    switch (this.ref.kind) {
      case 'text':
      case 'added':
        return true;
      case 'deleted':
      case 'speaker':
      case 'name':
        return this.place.length > 0;
      case 'times': {
        const retimed = this.retimed();
        return retimed.length > 0 && retimed.every(({ to }) => to.startMs <= to.endMs);
      }
      case 'split':
      case 'joined':
      case 'version':
        return false;
    }
  }

  /** What the new version has to record; `text`: the words that were chosen instead of the proposal. */
  changes(where: InCarryOver, text: string | null): readonly Change[] {
    const { ref, version, target, after, place } = this;
    const draft = new Draft(where, target, new WordList(inOrder(target)));
    const words = text ?? this.proposal();
    const ids = place.map(({ segmentId }) => segmentId);
    const label = labelIn(version.corrected, after[0]?.speakerId ?? null);
    switch (ref.kind) {
      case 'text':
      case 'deleted':
      case 'added':
        if (ids.length === 0 || ref.kind === 'added') {
          const { startMs, endMs } = after[0]!;
          const before = inOrder(target).findLast((segment) => segment.startMs <= startMs) ?? null;
          const name = `accepted ${ref.correctionId}`;
          draft.add(before && before.segmentId, { text: words ?? '', label, startMs, endMs }, name, ref.eventId);
          break;
        }
        for (const [index, part] of partsFor(
          place.map((one) => one.text),
          words ?? '',
        ).entries())
          draft.setText(ids[index]!, part, ref.eventId);
        break;
      case 'speaker':
        draft.reassign(ids, { label }, ref.eventId);
        break;
      case 'name':
        for (const speakerId of ref.speakerPlace)
          draft.rename(speakerId, labelIn(version.corrected, ref.speakerBefore) ?? UNKNOWN_SPEAKER, ref.eventId);
        break;
      case 'times':
        for (const { segmentId, to } of this.retimed()) draft.retime(segmentId, to, ref.eventId);
        break;
      case 'split':
      case 'joined':
      case 'version':
        break;
    }

    return draft.changes;
  }

  private proposal(): string | null {
    const { before, after, place } = this;
    switch (this.ref.kind) {
      case 'text':
        return place.length === 0 ? textOf(after) : proposalFor({ before, after }, textOf(place));
      case 'deleted':
        return proposalFor({ before, after }, textOf(place));
      case 'added':
        return textOf(after);
      default:
        return null;
    }
  }

  /** The first segment of the place gets the corrected start, the last one the corrected end. */
  private retimed(): { segmentId: SegmentId; to: Stretch }[] {
    const [first, last, was, is] = [this.place[0], this.place.at(-1), stretchOf(this.before), stretchOf(this.after)];
    if (!first || !last || !was || !is) return [];
    const startMs = was.startMs === is.startMs ? first.startMs : is.startMs;
    const endMs = was.endMs === is.endMs ? last.endMs : is.endMs;
    if (first === last) return [{ segmentId: first.segmentId, to: { startMs, endMs } }];

    return [
      { segmentId: first.segmentId, to: { startMs, endMs: first.endMs } },
      { segmentId: last.segmentId, to: { startMs: last.startMs, endMs } },
    ];
  }
}

const those = ({ segments }: Version, ids: readonly SegmentId[]): RecordedSegment[] =>
  ids
    .flatMap((segmentId) => segments.get(segmentId) ?? [])
    .sort((one, other) => (one.orderKey < other.orderKey ? -1 : 1));

const textOf = (segments: readonly RecordedSegment[]): string => segments.map(({ text }) => text.trim()).join(' ');

const stretchOf = (segments: readonly RecordedSegment[]): Stretch | null =>
  segments.length === 0 ? null : { startMs: segments[0]!.startMs, endMs: segments.at(-1)!.endMs };

const timeView = (stretch: Stretch | null) => stretch && { startTime: stretch.startMs, endTime: stretch.endMs };
