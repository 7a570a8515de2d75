import { CorrectionId, type CorrectionRef } from '@earmark/contracts/carry-over';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import type { SegmentId, SpeakerId, VersionId } from '@earmark/contracts/transcripts';
import { inOrder, type Version } from '../transcripts/transcript.decider.ts';
import { Alignment } from './alignment.ts';
import type { CorrectedVersion } from './corrected-version.ts';
import { correctionsOf, labelIn, type Correction } from './corrections.ts';
import { Draft, type Change } from './draft.ts';
import { additionOf, cutsOf, timesOf } from './placing-segments.ts';
import { reassigned, renamed, Voices } from './placing-speakers.ts';
import { Places, segmentsDuring } from './placing.ts';
import { WordList } from './words.ts';

export interface Planned {
  readonly outcome: 'placed' | 'asked' | 'obsolete';
  readonly ref: CorrectionRef;
}

export interface CarryOverPlan {
  readonly corrections: readonly Planned[];
  /** What the new version records, in order. */
  readonly changes: readonly Change[];
}

/**
 * What becomes of the corrections of one version in another one. The same versions give the same plan. What is not sure is
 * asked.
 */
export async function planCarryOver(
  where: { readonly episodeUuid: EpisodeUuid; readonly versionId: VersionId },
  version: CorrectedVersion,
  target: Version,
): Promise<CarryOverPlan> {
  const alignment = await Alignment.of(new WordList(inOrder(version.base)), new WordList(inOrder(target)));
  const plan = new Plan(where, version, target, alignment);

  return {
    corrections: correctionsOf(version).map((correction) => plan.take(correction)),
    changes: plan.draft.changes,
  };
}

class Plan {
  readonly draft: Draft;
  private readonly places: Places;
  private readonly voices: Voices;
  /** Segments that were added, by those of the corrected version that they take over. */
  private readonly added = new Map<SegmentId, SegmentId>();
  /** The ids of the corrected version in order. */
  private readonly order: readonly SegmentId[];

  constructor(
    private readonly where: { readonly episodeUuid: EpisodeUuid; readonly versionId: VersionId },
    private readonly version: CorrectedVersion,
    target: Version,
    alignment: Alignment,
  ) {
    this.draft = new Draft(where, target, alignment.now);
    this.places = new Places(alignment);
    this.voices = new Voices(this.places, version);
    this.order = inOrder(version.corrected).map(({ segmentId }) => segmentId);
  }

  take(correction: Correction): Planned {
    const ref = this.refOf(correction);
    const count = this.draft.changes.length;
    const isFound = this.place(correction, ref.correctionId);
    if (!isFound) return { outcome: 'asked', ref };

    return { outcome: this.draft.changes.length > count ? 'placed' : 'obsolete', ref };
  }

  /** False: a person has to decide. */
  private place(correction: Correction, id: CorrectionId): boolean {
    const { draft, places, voices, version } = this;
    const { kind, cause } = correction;
    switch (kind) {
      case 'name': {
        const speakers = renamed(voices, draft, version, correction.speakerId!);
        for (const speakerId of speakers ?? [])
          draft.rename(speakerId, labelIn(version.corrected, correction.speakerId)!, cause);
        return speakers !== null;
      }
      case 'text':
      case 'deleted': {
        const hunks = places.textOf(correction);
        return hunks !== null && draft.replace(hunks, cause);
      }
      case 'added': {
        const [segment] = correction.after;
        const neighbours = this.neighboursOf(segment!.segmentId);
        const found = neighbours && additionOf(places, draft, segment!, neighbours);
        if (found === null || found === 'obsolete') return found !== null;
        const { after, ...times } = found;
        const label = labelIn(version.corrected, segment!.speakerId);
        const added = draft.add(after, { ...times, text: segment!.text.trim(), label }, `added ${id}`, cause);
        this.added.set(segment!.segmentId, added);
        return true;
      }
      case 'split':
      case 'joined': {
        const cuts = cutsOf(places, draft, correction);
        for (const { word, timeMs } of cuts?.split ?? []) draft.split(word, timeMs, `split ${id} ${word}`, cause);
        for (const word of cuts?.joined ?? []) draft.merge(draft.holderOf(word - 1)!, draft.holderOf(word)!, cause);
        return cuts !== null;
      }
      case 'speaker': {
        const found = reassigned(places, voices, draft, version, correction);
        if (found) draft.reassign(found.segmentIds, found.to, cause);
        return found !== null;
      }
      case 'times': {
        const times = timesOf(places, draft, correction);
        for (const { segmentId, ...to } of times ?? []) draft.retime(segmentId, to, cause);
        return times !== null;
      }
      case 'version':
        return false;
    }
  }

  /**
   * The last old word before an added segment, the first behind it, and the segment that was added before it. Null when it
   * stands within a passage that was cut.
   */
  private neighboursOf(segmentId: SegmentId): { left: number; right: number; added: SegmentId | null } | null {
    const { order } = this;
    const { base, kin } = this.version;
    const place = order.indexOf(segmentId);
    const nearest = (step: 1 | -1) => {
      let index = place + step;
      while (index >= 0 && index < order.length && !base.segments.has(order[index]!)) index += step;
      return order[index] ?? null;
    };
    const boundsOf = (id: SegmentId | null) => (id === null ? null : this.places.wordsOf([base.segments.get(id)!]));
    const [before, behind] = [nearest(-1), nearest(1)];
    if ((before !== null && kin.has(before)) || (behind !== null && kin.has(behind))) return null;
    const [left, right] = [boundsOf(before), boundsOf(behind)];
    if ((before !== null && left === null) || (behind !== null && right === null)) return null;

    return {
      left: (left?.to ?? 0) - 1,
      right: right?.from ?? this.places.alignment.old.words.length,
      added: this.added.get(order[place - 1] as SegmentId) ?? null,
    };
  }

  private refOf({ kind, cause, before, after, speakerId }: Correction): CorrectionRef {
    const subject = speakerId ?? (after[0] ?? before[0]!).segmentId;
    const isName = kind === 'name';
    const ids = (list: readonly { segmentId: SegmentId }[]) => (isName ? [] : list.map(({ segmentId }) => segmentId));
    const likely = speakerId === null ? null : this.voices.likely(speakerId);

    return {
      correctionId: uuidFrom(this.where.versionId, `${kind} ${subject} ${cause}`, CorrectionId),
      kind,
      eventId: cause,
      before: ids(before),
      after: ids(after),
      place: isName ? [] : this.placeOf({ before, after }),
      speakerBefore: speakerId,
      speakerPlace: likely === null ? [] : ([likely] satisfies SpeakerId[]),
    };
  }

  private placeOf({ before, after }: Pick<Correction, 'before' | 'after'>): SegmentId[] {
    const words = this.places.wordsOf(before);
    if (words !== null) return this.places.segmentsAt(this.draft, words);
    const segments = after.length > 0 ? after : before;

    return segmentsDuring(this.draft, segments[0]!.startMs, segments.at(-1)!.endMs);
  }
}
