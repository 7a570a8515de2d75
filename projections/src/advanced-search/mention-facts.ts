import type { EpisodeFacts, Small } from './library.ts';

export type MentionFacts = Pick<
  EpisodeFacts,
  | 'entities'
  | 'counts'
  | 'mentions'
  | 'speakerEnds'
  | 'mentioning'
  | 'mentioned'
  | 'mentioners'
  | 'ends'
  | 'places'
  | 'entitiesAt'
  | 'endsAt'
>;

export interface MentionsOfEntity {
  readonly entity: number;
  /** Of the segments, ascending. */
  readonly places: ArrayLike<number>;
}

/** `mentions`: by number of the entity, ascending. `speakers`: of each segment. */
export function mentionFacts(mentions: readonly MentionsOfEntity[], speakers: Small): MentionFacts {
  const total = mentions.reduce((sum, { places }) => sum + places.length, 0);
  const entities = new Int32Array(mentions.length);
  const [counts, ends, speakerEnds] = Array.from({ length: 3 }, () => smallNumbers(mentions.length, total));
  const places = smallNumbers(total, speakers.length - 1);
  const endsAt = smallNumbers(speakers.length, total);
  const [mentioning, mentioned]: [number[], number[]] = [[], []];
  let end = 0;
  for (let index = 0; index < mentions.length; index += 1) {
    const own = mentions[index]!;
    const first = mentioning.length;
    for (let at = 0; at < own.places.length; at += 1) {
      const place = own.places[at]!;
      places[end++] = place;
      endsAt[place]! += 1;
      const speaker = speakers[place]!;
      let known = first;
      while (known < mentioning.length && mentioning[known] !== speaker) known += 1;
      if (known === mentioning.length) {
        mentioning.push(speaker);
        mentioned.push(0);
      }
      mentioned[known]! += 1;
    }
    entities[index] = own.entity;
    counts![index] = own.places.length;
    ends![index] = end;
    speakerEnds![index] = mentioning.length;
  }
  for (let place = 1; place < endsAt.length; place += 1) endsAt[place]! += endsAt[place - 1]!;
  const entitiesAt = smallNumbers(total, mentions.length - 1);
  const next = endsAt.slice();
  for (let index = 0, at = 0; index < mentions.length; index += 1)
    for (; at < ends![index]!; at += 1) entitiesAt[(next[places[at]!]! -= 1)] = index;

  return {
    mentions: total,
    entities,
    counts: counts!,
    ends: ends!,
    places,
    speakerEnds: speakerEnds!,
    mentioning: small(mentioning),
    mentioned: small(mentioned),
    mentioners: [...new Set(mentioning)],
    entitiesAt,
    endsAt,
  };
}

const smallNumbers = (length: number, most: number): Small =>
  most < 65_536 ? new Uint16Array(length) : new Int32Array(length);

/** The same numbers, in two bytes each where they fit. */
export function small(numbers: ArrayLike<number>): Small {
  let most = 0;
  for (let at = 0; at < numbers.length; at += 1) most = Math.max(most, numbers[at]!);
  const array = smallNumbers(numbers.length, most);
  array.set(numbers);

  return array;
}

/** -1: it has no mention. */
export function indexOf(entities: Int32Array, entity: number): number {
  let [low, high] = [0, entities.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const one = entities[middle]!;
    if (one === entity) return middle;
    if (one < entity) low = middle + 1;
    else high = middle - 1;
  }

  return -1;
}

/** Mentions of an entity by one speaker. */
export function mentionsBy(
  { speakerEnds, mentioning, mentioned }: Pick<MentionFacts, 'speakerEnds' | 'mentioning' | 'mentioned'>,
  index: number,
  speaker: number,
): number {
  for (let at = index === 0 ? 0 : speakerEnds[index - 1]!; at < speakerEnds[index]!; at += 1)
    if (mentioning[at] === speaker) return mentioned[at]!;

  return 0;
}
