import type { Library } from './library.ts';
import { wordsOf } from '../search/search-text.ts';

/** The counts of a library are made once. */
const mentions = new WeakMap<Library, ReadonlyMap<string, number>>();
const speakers = new WeakMap<Library, readonly CountedSpeaker[]>();

export interface CountedSpeaker {
  readonly name: string;
  readonly segments: number;
  readonly words: readonly string[];
}

/** Mentions by id of the entity. */
export function mentionsOf(library: Library): ReadonlyMap<string, number> {
  const known = mentions.get(library);
  if (known) return known;
  const { texts } = library.names.entities;
  const byNumber = new Int32Array(texts.length);
  for (const { entities, counts } of library.episodes)
    for (let index = 0; index < entities.length; index += 1) byNumber[entities[index]!]! += counts[index]!;
  const byId = new Map<string, number>();
  for (const [entity, count] of byNumber.entries()) if (count > 0) byId.set(texts[entity]!, count);
  mentions.set(library, byId);

  return byId;
}

/** By the number of their segments, descending. */
export function countSegmentsBySpeaker(library: Library): readonly CountedSpeaker[] {
  const known = speakers.get(library);
  if (known) return known;
  const counts: number[] = [];
  for (const episode of library.episodes)
    for (const speaker of episode.speakers) counts[speaker] = (counts[speaker] ?? 0) + 1;
  const counted = counts
    .map((segments, speaker) => ({ segments, name: library.names.speakers.texts[speaker]! }))
    .filter(({ segments }) => segments > 0)
    .sort((a, b) => b.segments - a.segments || (a.name < b.name ? -1 : 1))
    .map((one) => ({ ...one, words: wordsOf(one.name) }));
  speakers.set(library, counted);

  return counted;
}
