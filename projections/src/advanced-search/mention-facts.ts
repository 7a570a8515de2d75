import type { EpisodeFacts } from './episode-facts.ts';

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

/** `mentions`: by number of the entity, ascending, each with its places, ascending. */
export function mentionFacts(
  mentions: readonly { entity: number; places: readonly number[] }[],
  speakers: Int32Array,
): MentionFacts {
  let end = 0;
  const endsAt = new Int32Array(speakers.length);
  for (const { places } of mentions) for (const place of places) endsAt[place]! += 1;
  let total = 0;
  for (let place = 0; place < endsAt.length; place += 1) total = endsAt[place] = total + endsAt[place]!;
  const entitiesAt = new Int32Array(total);
  const next = endsAt.slice();
  for (const [index, { places }] of mentions.entries())
    for (const place of places) entitiesAt[(next[place]! -= 1)] = index;
  const bySpeaker = mentions.map(({ places }) => {
    const counts = new Map<number, number>();
    for (const place of places) counts.set(speakers[place]!, (counts.get(speakers[place]!) ?? 0) + 1);

    return [...counts];
  });
  let speakerEnd = 0;

  return {
    mentions: total,
    speakerEnds: Int32Array.from(bySpeaker, ({ length }) => (speakerEnd += length)),
    mentioning: Int32Array.from(bySpeaker.flat(), ([speaker]) => speaker),
    mentioned: Int32Array.from(bySpeaker.flat(), ([, count]) => count),
    entitiesAt,
    endsAt,
    entities: Int32Array.from(mentions, ({ entity }) => entity),
    counts: Int32Array.from(mentions, ({ places }) => places.length),
    mentioners: [...new Set(mentions.flatMap(({ places }) => places.map((place) => speakers[place]!)))],
    ends: Int32Array.from(mentions, ({ places }) => (end += places.length)),
    places: Int32Array.from(mentions.flatMap(({ places }) => places)),
  };
}
