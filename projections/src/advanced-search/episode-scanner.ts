import { indexOf, mentionsBy } from './mention-facts.ts';
import type { Criteria } from './criteria.ts';
import type { Library, SearchedEpisodeFacts } from './library.ts';
import { addSegment, countBits, emptySet, hasSegment, type SegmentSet } from './segment-set.ts';

/** What is counted besides the episodes found: numbers of episodes by number of the entity, category or speaker. */
export interface Counted {
  readonly entities?: boolean;
  readonly categories?: boolean;
  readonly speakers?: boolean;
  /** Mentions in the episodes found. */
  readonly mentions?: boolean;
}

export interface Scan {
  /** Indexes of the episodes found, ascending: the newest first. */
  readonly found: Int32Array;
  /** Of each: mentions of the entities found, by the speakers; 0 unless counted. */
  readonly mentions: Int32Array;
  /** Of each: its passages; 0 where only other things were to be counted. */
  readonly passages: Int32Array;
  /** Segments found; null: no words were asked for. */
  readonly segments: SegmentSet | null;
  /** Empty unless counted. */
  readonly entities: Int32Array;
  readonly categories: Int32Array;
  readonly speakers: Int32Array;
}

const NO_COUNTS = new Int32Array(0);
/** By index of the entity in its episode: the stamp of the look that took it last. */
let takenBy = new Int32Array(1024);
let lastStamp = 0;

/** Of each look at an episode, never 0; the next number is its own, too. */
function nextStamp(): number {
  if (lastStamp > 0x7ffffff0) {
    takenBy.fill(0);
    lastStamp = 0;
  }

  return (lastStamp += 2);
}

/** Counts what is found in one episode after the other. */
export class EpisodeScanner {
  private readonly entities: Int32Array;
  private readonly categories: Int32Array;
  private readonly speakers: Int32Array;
  /** The episode that was counted last, by category and by speaker. */
  private readonly categorySeen: Int32Array;
  private readonly speakerSeen: Int32Array;
  /** By number of the speaker; null: all are asked for. */
  private readonly isAsked: Uint8Array | null;
  /** Segments with the words, by the speakers asked for. */
  private readonly said: SegmentSet | null;
  /** Of these, those with a mention that is asked for; `said` itself where none is. */
  private readonly segments: SegmentSet | null;
  private readonly found: Int32Array;
  private readonly mentions: Int32Array;
  private readonly passages: Int32Array;
  private readonly categoryOf: Int32Array;
  // Of the criteria and of what is counted, as fields: in objects of many shapes, looking them up takes as long as counting.
  private readonly entity: number | null;
  private readonly category: number | null;
  private readonly minMentions: number;
  private readonly countsEntities: boolean;
  private readonly countsCategories: boolean;
  private readonly countsSpeakers: boolean;
  private readonly countsMentions: boolean;
  /** Whether the entities found matter beyond there being one. */
  private readonly needsAll: boolean;
  private length = 0;
  // Of the episode that is looked at.
  private stamp = 0;
  private mentionsFound = 0;
  private passagesFound = 0;
  private speakersLeft = 0;

  constructor(library: Library, { speakers, words, entity, category, minMentions }: Criteria, counted: Counted) {
    const { names, episodes } = library;
    this.entity = entity;
    this.category = category;
    this.minMentions = minMentions;
    this.countsEntities = counted.entities === true;
    this.countsCategories = counted.categories === true;
    this.countsSpeakers = counted.speakers === true;
    this.countsMentions = counted.mentions === true;
    this.entities = counted.entities ? new Int32Array(names.entities.texts.length) : NO_COUNTS;
    this.categories = counted.categories ? new Int32Array(names.categories.texts.length) : NO_COUNTS;
    this.speakers = counted.speakers ? new Int32Array(names.speakers.texts.length) : NO_COUNTS;
    this.categorySeen = new Int32Array(this.categories.length);
    this.speakerSeen = new Int32Array(this.speakers.length);
    this.isAsked = speakers && new Uint8Array(names.speakers.texts.length);
    for (const speaker of speakers ?? []) this.isAsked![speaker] = 1;
    this.said = words && (this.isAsked ? bySpeakers(episodes, words, this.isAsked) : words);
    const hasMention = entity !== null || category !== null || minMentions > 1;
    this.segments = this.said && (hasMention ? emptySet(library.bits) : this.said);
    this.found = new Int32Array(episodes.length);
    this.mentions = new Int32Array(episodes.length);
    this.passages = new Int32Array(episodes.length);
    this.categoryOf = library.categoryOf;
    this.needsAll = this.countsEntities || this.countsCategories || this.countsSpeakers || this.countsMentions;
  }

  look(episode: SearchedEpisodeFacts, index: number): void {
    const { entity, category, minMentions } = this;
    if (this.isAsked !== null && !episode.ownSpeakers.some((speaker) => this.isAsked![speaker] === 1)) return;
    this.stamp = nextStamp();
    this.mentionsFound = 0;
    this.passagesFound = 0;
    // Whoever speaks alone says all that is found.
    this.speakersLeft = this.countsSpeakers && episode.ownSpeakers.length > 1 ? episode.ownSpeakers.length : 0;
    const isFound =
      entity !== null
        ? this.lookForEntity(episode, entity)
        : this.said === null
          ? this.lookAtMentions(episode)
          : category === null && minMentions === 1
            ? this.lookForWords(episode, this.said)
            : this.lookForWordsAndMentions(episode, this.said);
    if (!isFound) return;
    if (this.countsSpeakers && episode.ownSpeakers.length === 1) this.speakers[episode.ownSpeakers[0]!]! += 1;
    this.found[this.length] = index;
    this.mentions[this.length] = this.mentionsFound;
    this.passages[this.length] = this.passagesFound;
    this.length += 1;
  }

  scan(): Scan {
    const { found, mentions, passages, segments, entities, categories, speakers, length } = this;

    return {
      found: found.subarray(0, length),
      mentions: mentions.subarray(0, length),
      passages: passages.subarray(0, length),
      segments,
      entities,
      categories,
      speakers,
    };
  }

  private lookForEntity(episode: SearchedEpisodeFacts, entity: number): boolean {
    const index = indexOf(episode.entities, entity);
    if (index === -1 || !this.fits(episode, index)) return false;
    const { places, ends, speakers, firstBit } = episode;
    const { said, segments, minMentions } = this;
    if (said === null) this.passagesFound = this.mentionsOf(episode, index);
    else
      for (let at = index === 0 ? 0 : ends[index - 1]!; at < ends[index]!; at += 1) {
        const bit = firstBit + places[at]!;
        if (!hasSegment(said, bit)) continue;
        addSegment(segments!, bit);
        this.passagesFound += 1;
        if (this.speakersLeft === 0) continue;
        const speaker = speakers[places[at]!]!;
        if (this.speakerSeen[speaker] === this.stamp) continue;
        if (minMentions === 1 || mentionsBy(episode, index, speaker) >= minMentions) this.seeSpeaker(speaker);
      }
    if (this.passagesFound === 0) return false;
    if (said === null && this.speakersLeft > 0) this.seeSpeakersOf(episode, index);
    this.take(episode, index);

    return true;
  }

  private lookAtMentions(episode: SearchedEpisodeFacts): boolean {
    const { entities, mentions } = episode;
    const { category, minMentions } = this;
    if (category === null && minMentions === 1 && this.isAsked === null) {
      if (entities.length === 0) return false;
      this.mentionsFound = mentions;
      for (const speaker of this.speakersLeft > 0 ? episode.mentioners : []) this.speakers[speaker]! += 1;
      if (this.countsEntities)
        for (let index = 0; index < entities.length; index += 1) this.entities[entities[index]!]! += 1;
      if (this.countsCategories)
        for (let index = 0; index < entities.length; index += 1) this.seeCategory(entities[index]!);

      return true;
    }
    let isFound = false;
    for (let index = 0; index < entities.length; index += 1) {
      if (!this.fits(episode, index)) continue;
      isFound = true;
      if (!this.needsAll) break;
      this.take(episode, index);
      if (this.speakersLeft > 0) this.seeSpeakersOf(episode, index);
    }

    return isFound;
  }

  private lookForWords(episode: SearchedEpisodeFacts, said: SegmentSet): boolean {
    const { firstBit, segments, entities, places, ends } = episode;
    const first = firstBit >> 5;
    const end = (firstBit + segments + 31) >> 5;
    let count = 0;
    for (let at = first; at < end; at += 1) count += countBits(said[at]!);
    if (count === 0) return false;
    this.passagesFound = count;
    if (this.speakersLeft > 0) this.seeSpeakersIn(episode, said);
    if (!this.countsEntities && !this.countsCategories && !this.countsMentions) return true;
    // Looking for a segment of each entity takes fewer steps than looking at the entities of each segment, or more.
    if (count * count * places.length > segments * segments * entities.length) {
      for (let index = 0, at = 0; index < entities.length; index += 1) {
        const ownEnd = ends[index]!;
        for (; at < ownEnd; at += 1)
          if (hasSegment(said, firstBit + places[at]!)) {
            this.take(episode, index);
            break;
          }
        at = ownEnd;
      }

      return true;
    }
    this.takeEntitiesIn(episode, said);

    return true;
  }

  private takeEntitiesIn(episode: SearchedEpisodeFacts, said: SegmentSet): void {
    const { firstBit, segments, entities, entitiesAt, endsAt } = episode;
    const { stamp } = this;
    const first = firstBit >> 5;
    const end = (firstBit + segments + 31) >> 5;
    const taken = takenIn(entities.length);
    // All are marked before the first is counted: without a branch for each, it takes half the time.
    for (let word = first; word < end; word += 1)
      for (let bits = said[word]! | 0; bits !== 0; bits &= bits - 1) {
        const place = ((word - first) << 5) + 31 - Math.clz32(bits & -bits);
        const last = endsAt[place]!;
        for (let at = place === 0 ? 0 : endsAt[place - 1]!; at < last; at += 1) taken[entitiesAt[at]!] = stamp;
      }
    for (let index = 0; index < entities.length; index += 1) if (taken[index] === stamp) this.take(episode, index);
  }

  private lookForWordsAndMentions(episode: SearchedEpisodeFacts, said: SegmentSet): boolean {
    const { firstBit, segments, entities, entitiesAt, endsAt, speakers } = episode;
    const { stamp, minMentions } = this;
    const first = firstBit >> 5;
    const end = (firstBit + segments + 31) >> 5;
    const fitting = takenIn(entities.length);
    let isAnyFitting = false;
    for (let index = 0; index < entities.length; index += 1)
      if (this.fits(episode, index)) {
        fitting[index] = stamp;
        isAnyFitting = true;
      }
    if (!isAnyFitting) return false;
    /** A second stamp, for those that have been counted. */
    const counted = stamp + 1;
    for (let word = first; word < end; word += 1)
      for (let bits = said[word]! | 0; bits !== 0; bits &= bits - 1) {
        const place = ((word - first) << 5) + 31 - Math.clz32(bits & -bits);
        let isPassage = false;
        for (let at = place === 0 ? 0 : endsAt[place - 1]!; at < endsAt[place]!; at += 1) {
          const index = entitiesAt[at]!;
          if (fitting[index] === stamp) {
            fitting[index] = counted;
            this.take(episode, index);
          } else if (fitting[index] !== counted) continue;
          isPassage = true;
          const speaker = speakers[place]!;
          if (this.speakersLeft === 0 || this.speakerSeen[speaker] === this.stamp) continue;
          if (minMentions === 1 || mentionsBy(episode, index, speaker) >= minMentions) this.seeSpeaker(speaker);
        }
        if (!isPassage) continue;
        this.passagesFound += 1;
        addSegment(this.segments!, firstBit + place);
        if (!this.needsAll) return true;
      }

    return this.passagesFound > 0;
  }

  /** Whether the entity is of the category and has enough mentions by the speakers. */
  private fits(episode: SearchedEpisodeFacts, index: number): boolean {
    const { category, minMentions } = this;
    if (episode.counts[index]! < minMentions) return false;
    if (category !== null && this.categoryOf[episode.entities[index]!] !== category) return false;

    return this.isAsked === null || this.mentionsOf(episode, index) >= minMentions;
  }

  /** By the speakers asked for. */
  private mentionsOf({ counts, speakerEnds, mentioning, mentioned }: SearchedEpisodeFacts, index: number): number {
    if (this.isAsked === null) return counts[index]!;
    let count = 0;
    for (let at = index === 0 ? 0 : speakerEnds[index - 1]!; at < speakerEnds[index]!; at += 1)
      if (this.isAsked[mentioning[at]!] === 1) count += mentioned[at]!;

    return count;
  }

  /** Counts an entity that is found in the episode. */
  private take(episode: SearchedEpisodeFacts, index: number): void {
    const entity = episode.entities[index]!;
    this.mentionsFound += this.mentionsOf(episode, index);
    if (this.countsEntities) this.entities[entity]! += 1;
    if (this.countsCategories) this.seeCategory(entity);
  }

  private seeCategory(entity: number): void {
    const category = this.categoryOf[entity]!;
    if (category === -1 || this.categorySeen[category] === this.stamp) return;
    this.categorySeen[category] = this.stamp;
    this.categories[category]! += 1;
  }

  private seeSpeaker(speaker: number): void {
    if (this.speakerSeen[speaker] === this.stamp) return;
    this.speakerSeen[speaker] = this.stamp;
    this.speakers[speaker]! += 1;
    this.speakersLeft -= 1;
  }

  /** Everybody who mentions the entity often enough. */
  private seeSpeakersOf({ speakerEnds, mentioning, mentioned }: SearchedEpisodeFacts, index: number): void {
    for (let at = index === 0 ? 0 : speakerEnds[index - 1]!; at < speakerEnds[index]!; at += 1)
      if (mentioned[at]! >= this.minMentions) this.seeSpeaker(mentioning[at]!);
  }

  private seeSpeakersIn({ firstBit, segments, speakers }: SearchedEpisodeFacts, said: SegmentSet): void {
    const first = firstBit >> 5;
    const end = (firstBit + segments + 31) >> 5;
    for (let word = first; word < end; word += 1)
      for (let bits = said[word]! | 0; bits !== 0; bits &= bits - 1) {
        this.seeSpeaker(speakers[((word - first) << 5) + 31 - Math.clz32(bits & -bits)]!);
        if (this.speakersLeft === 0) return;
      }
  }
}

function takenIn(length: number): Int32Array {
  if (length > takenBy.length) takenBy = new Int32Array(length * 2);

  return takenBy;
}

/** Those of the segments that one of the speakers says. */
function bySpeakers(episodes: readonly SearchedEpisodeFacts[], words: SegmentSet, isAsked: Uint8Array): SegmentSet {
  const said = new Uint32Array(words.length);
  for (const { firstBit, segments, speakers, ownSpeakers } of episodes) {
    if (!ownSpeakers.some((speaker) => isAsked[speaker] === 1)) continue;
    const first = firstBit >> 5;
    const end = (firstBit + segments + 31) >> 5;
    for (let word = first; word < end; word += 1)
      for (let bits = words[word]! | 0; bits !== 0; bits &= bits - 1) {
        const bit = 31 - Math.clz32(bits & -bits);
        if (isAsked[speakers[((word - first) << 5) + bit]!] === 1) said[word]! |= 1 << bit;
      }
  }

  return said;
}
