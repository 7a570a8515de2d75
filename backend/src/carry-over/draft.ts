import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { type EventId, uuidFrom } from '@earmark/contracts/kit';
import { type RecordedSegment, SegmentId, type SpeakerId, type VersionId } from '@earmark/contracts/transcripts';
import { orderKeysBetween } from '../transcripts/order-keys.ts';
import { SpeakerIds } from '../transcripts/speaker-changes.ts';
import { evolveVersion, type Version, type VersionEvent } from '../transcripts/transcript.decider.ts';
import type { Hunk } from './corrections.ts';
import { joined, type Word, type WordList } from './words.ts';

/** An event of the new version, and the correction that it takes over. */
export interface Change {
  readonly event: VersionEvent;
  readonly cause: EventId | null;
}

interface Times {
  readonly startMs: number;
  readonly endMs: number;
}

/** The new version while corrections are put into it, with the events that do so. Words keep their first numbers. */
export class Draft {
  readonly changes: Change[] = [];
  readonly version: Version;
  /** By word: the segment that holds it; null: none does any more. */
  private readonly holders: (SegmentId | null)[];
  private readonly isGone = new Set<number>();
  private readonly before = new Map<number, readonly Word[]>();
  private readonly behind = new Map<number, readonly Word[]>();

  constructor(
    private readonly where: { readonly episodeUuid: EpisodeUuid; readonly versionId: VersionId },
    version: Version,
    private readonly list: WordList,
  ) {
    this.version = {
      ...version,
      segments: new Map(version.segments),
      deleted: new Map(version.deleted),
      speakers: new Map(version.speakers),
    };
    this.holders = list.segmentOf.map((index) => list.segments[index]!.segmentId);
  }

  holderOf(word: number): SegmentId | null {
    return this.holders[word] ?? null;
  }

  /** The numbers of the first and the last word of a segment. */
  boundsOf(segmentId: SegmentId): { first: number; last: number } {
    return { first: this.holders.indexOf(segmentId), last: this.holders.lastIndexOf(segmentId) };
  }

  /**
   * Puts `words` in the place of `[from, to)`; an insertion goes to the segment of the word before it, unless `isAtStart`.
   * False, and nothing is changed, when no segment holds that place any more.
   */
  replace(hunks: readonly Hunk[], cause: EventId | null): boolean {
    const anchors = hunks.map(({ from, to, isAtStart }) => (to > from || isAtStart || from === 0 ? from : from - 1));
    if (anchors.some((word) => this.holderOf(word) === null)) return false;
    const touched = new Set<SegmentId>();
    const touch = (word: number) => {
      const holder = this.holderOf(word);
      if (holder !== null) touched.add(holder);
    };
    for (const { from, to, words, isAtStart } of hunks) {
      for (let word = from; word < to; word++) {
        this.isGone.add(word);
        touch(word);
      }
      if (words.length === 0) continue;
      if (to > from || isAtStart || from === 0) {
        this.before.set(from, words);
        touch(from);
      } else {
        this.behind.set(from - 1, words);
        touch(from - 1);
      }
    }
    for (const segmentId of touched) this.rewrite(segmentId, cause);

    return true;
  }

  split(word: number, timeMs: number, name: string, cause: EventId | null): void {
    const segmentId = this.holderOf(word)!;
    const { last } = this.boundsOf(segmentId);
    const before = this.version.segments.get(segmentId)!;
    const cut = Math.min(Math.max(timeMs, before.startMs), before.endMs);
    const second: RecordedSegment = {
      ...before,
      segmentId: uuidFrom(this.where.versionId, name, SegmentId),
      orderKey: this.keyAfter(before.orderKey),
      startMs: cut,
    };
    for (let index = word; index <= last; index++)
      if (this.holders[index] === segmentId) this.holders[index] = second.segmentId;
    const [head, tail] = [this.textOf(segmentId), this.textOf(second.segmentId)];
    this.record(
      {
        type: 'SegmentSplit',
        data: {
          ...this.where,
          before,
          after: [
            { ...before, endMs: cut, text: head },
            { ...second, text: tail },
          ],
        },
      },
      cause,
    );
  }

  /** The second follows the first. */
  merge(firstId: SegmentId, secondId: SegmentId, cause: EventId | null): void {
    const [first, second] = [this.version.segments.get(firstId)!, this.version.segments.get(secondId)!];
    const { first: from, last: to } = this.boundsOf(secondId);
    for (let index = from; index <= to; index++) if (this.holders[index] === secondId) this.holders[index] = firstId;
    const after = {
      ...first,
      endMs: Math.max(first.endMs, second.endMs),
      text: `${first.text.trim()} ${second.text.trim()}`,
    };
    this.record({ type: 'SegmentsMerged', data: { ...this.where, before: [first, second], after } }, cause);
  }

  retime(segmentId: SegmentId, to: Times, cause: EventId | null): void {
    const { startMs, endMs } = this.version.segments.get(segmentId)!;
    if (startMs === to.startMs && endMs === to.endMs) return;
    this.record({ type: 'SegmentRetimed', data: { ...this.where, segmentId, from: { startMs, endMs }, to } }, cause);
  }

  rename(speakerId: SpeakerId, to: string, cause: EventId | null): void {
    const from = this.version.speakers.get(speakerId) ?? '';
    if (from !== to) this.record({ type: 'SpeakerRenamed', data: { ...this.where, speakerId, from, to } }, cause);
  }

  /** `to`: the speaker, or a name for which one is found or introduced; null: unknown. */
  reassign(segmentIds: readonly SegmentId[], to: { id: SpeakerId } | { label: string | null }, cause: EventId | null) {
    const found = 'id' in to ? { speakerId: to.id, introduced: null } : this.speakerIds().find(to.label);
    const segments = segmentIds
      .map((segmentId) => ({ segmentId, from: this.version.segments.get(segmentId)!.speakerId, to: found.speakerId }))
      .filter((one) => one.from !== one.to);
    if (segments.length === 0) return;
    const speakers = found.introduced ? [found.introduced] : [];
    this.record({ type: 'SegmentsReassigned', data: { ...this.where, segments, speakers } }, cause);
  }

  /** After the given segment; null: before all others. */
  add(
    after: SegmentId | null,
    { text, label, ...times }: Times & { text: string; label: string | null },
    name: string,
    cause: EventId | null,
  ): SegmentId {
    const { speakerId, introduced } = this.speakerIds().find(label);
    const segment: RecordedSegment = {
      segmentId: uuidFrom(this.where.versionId, name, SegmentId),
      orderKey: this.keyAfter(after === null ? null : this.version.segments.get(after)!.orderKey),
      speakerId,
      ...times,
      text,
    };
    if (this.version.segments.has(segment.segmentId)) return segment.segmentId;
    this.record({ type: 'SegmentAdded', data: { ...this.where, segment, speaker: introduced } }, cause);

    return segment.segmentId;
  }

  /** Gives a segment other words, or removes it when there are none. */
  setText(segmentId: SegmentId, text: string, cause: EventId | null): void {
    const segment = this.version.segments.get(segmentId)!;
    if (segment.text.trim() === text) return;
    this.record(
      text === ''
        ? { type: 'SegmentDeleted', data: { ...this.where, segment } }
        : { type: 'SegmentEdited', data: { ...this.where, segmentId, from: segment.text, to: text } },
      cause,
    );
  }

  private rewrite(segmentId: SegmentId, cause: EventId | null): void {
    const text = this.textOf(segmentId);
    this.setText(segmentId, text, cause);
    if (text !== '') return;
    const { first, last } = this.boundsOf(segmentId);
    for (let word = first; word <= last; word++) if (this.holders[word] === segmentId) this.holders[word] = null;
  }

  private textOf(segmentId: SegmentId): string {
    const { first, last } = this.boundsOf(segmentId);
    const words: Word[] = [];
    // A word that takes the place of another one stands as far from its neighbour.
    const put = (added: readonly Word[] | undefined, gap: string) =>
      added?.forEach((word, index) => words.push(index === 0 ? { ...word, gap } : word));
    for (let index = first; index <= last; index++) {
      if (this.holders[index] !== segmentId) continue;
      const word = this.list.words[index]!;
      const gap = word.gap === '' && this.list.starts.includes(index) ? ' ' : word.gap;
      put(this.before.get(index), gap);
      if (!this.isGone.has(index)) words.push({ ...word, gap });
      const behind = this.behind.get(index);
      put(behind, behind?.[0]?.gap === '' ? ' ' : (behind?.[0]?.gap ?? ' '));
    }

    return joined(words);
  }

  private keyAfter(key: string | null): string {
    const keys = [...this.version.segments.values(), ...this.version.deleted.values()].map(({ orderKey }) => orderKey);
    const next = keys.reduce<string | null>(
      (least, other) => ((key === null || other > key) && (least === null || other < least) ? other : least),
      null,
    );

    return orderKeysBetween(key, next, 1)[0]!;
  }

  private speakerIds(): SpeakerIds {
    return new SpeakerIds(this.where.versionId, this.version, new Map());
  }

  private record(event: VersionEvent, cause: EventId | null): void {
    this.changes.push({ event, cause });
    evolveVersion(this.version, event);
  }
}
