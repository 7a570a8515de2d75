import { uuidFrom } from '@earmark/contracts/kit';
import { SegmentId, type WrittenSegment } from '@earmark/contracts/transcripts';
import type { CarryStory } from './carry-story.ts';

export type MadeKind =
  'replace' | 'insert' | 'remove' | 'as new' | 'delete' | 'add' | 'split' | 'join' | 'speaker' | 'times' | 'name';

/** A correction that somebody made, and what shows whether it was taken over. */
export interface Made {
  readonly kind: MadeKind;
  readonly eventIds: readonly string[];
  /** Two words before the place and two behind it, as corrected. */
  readonly left: readonly string[];
  readonly right: readonly string[];
  /** New words, or a name, that occur nowhere else; the segment's words for those that concern all of it. */
  readonly words: readonly string[];
  /** Where it is heard, and the corrected times. */
  readonly startMs: number;
  readonly endMs: number;
  /** Where it began before. */
  readonly formerMs: number;
}

const NEIGHBOURLY: readonly MadeKind[] = ['remove', 'delete', 'split', 'join', 'times'];

function besideOf(story: CarryStory, id: SegmentId): SegmentId[] {
  const ids = story.written.map(({ segmentId }) => segmentId);
  const place = ids.indexOf(id);

  return [place - 1, place + 1, place + 2].flatMap((near) => ids[near] ?? []);
}

/** How many of each in 100; the rest replace a word. */
const SHARES: readonly (readonly [MadeKind, number])[] = [
  ['insert', 10],
  ['remove', 10],
  ['as new', 12],
  ['delete', 10],
  ['add', 6],
  ['split', 5],
  ['join', 4],
  ['speaker', 8],
  ['times', 8],
];

export const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Makes corrections one after the other, each of another segment; and names for all speakers. */
export function makeCorrections(story: CarryStory, other: CarryStory, count: number, random: () => number): Made[] {
  const made: Made[] = [];
  const free = new Set(story.written.slice(1, -1).map(({ segmentId }) => segmentId));
  const better = differingWords(story, other);
  const wanted = SHARES.flatMap(([kind, share]) => Array<MadeKind>(Math.round((share * count) / 100)).fill(kind));
  while (wanted.length < count) wanted.push('replace');
  for (const [number, kind] of wanted.entries())
    for (let attempt = 0; attempt < 500; attempt++) {
      const ids = kind === 'as new' ? [...better.keys()].filter((id) => free.has(id)) : [...free];
      const id = ids[Math.floor(random() * ids.length)];
      // What leaves no word of its own is judged by its neighbours, which stay as they are.
      const beside = NEIGHBOURLY.includes(kind) && id !== undefined ? besideOf(story, id) : [];
      if (beside.some((near) => !free.has(near))) continue;
      const one = id === undefined ? null : make(story, kind, id, { number, random, better });
      if (one === null) continue;
      for (const taken of [id!, ...beside]) free.delete(taken);
      made.push(one);
      break;
    }
  const speakers = [...new Set(story.written.map(({ speaker }) => speaker))].filter((name) => typeof name === 'string');
  for (const [index, name] of speakers.filter((one) => !one.startsWith('Zq')).entries()) {
    const to = `Zqname ${index}`;
    const eventIds = story.save(story.written.map((one) => (one.speaker === name ? { ...one, speaker: to } : one)));
    made.push({ kind: 'name', eventIds, left: [], right: [], words: [to], startMs: 0, endMs: 0, formerMs: 0 });
  }

  return made;
}

interface With {
  number: number;
  random: () => number;
  better: ReadonlyMap<string, { at: number; word: string }>;
}

function make(story: CarryStory, kind: MadeKind, id: SegmentId, { number, random, better }: With): Made | null {
  const all = story.written;
  const place = all.findIndex(({ segmentId }) => segmentId === id);
  const segment = all[place]!;
  const [before, behind] = [all[place - 1], all[place + 1]];
  const words = wordsIn(segment.text);
  if (words.length < 3 || !before || !behind) return null;
  const at = Math.floor(random() * words.length);
  const mark = `Zq${number}x`;
  const { startMs = 0, endMs = 0 } = segment;
  const saved = (next: readonly WrittenSegment[], more: Partial<Made> & { around?: [string[], string[]] }): Made => {
    const [left, right] = more.around ?? [wordsIn(before.text), wordsIn(behind.text)];
    return {
      kind,
      eventIds: story.save(next),
      words: [mark],
      startMs,
      endMs,
      formerMs: startMs,
      ...more,
      left: left.slice(-2),
      right: right.slice(0, 2),
    };
  };
  const instead = (...segments: readonly WrittenSegment[]) => [
    ...all.slice(0, place),
    ...segments,
    ...all.slice(place + 1),
  ];
  const withText = (next: readonly string[]) => instead({ ...segment, text: next.join(' ') });
  const around = (from: number, to: number): [string[], string[]] => [
    [...wordsIn(before.text), ...words.slice(0, from)],
    [...words.slice(to), ...wordsIn(behind.text)],
  ];
  switch (kind) {
    case 'replace':
      return saved(withText(words.with(at, mark)), { around: around(at, at + 1) });
    case 'as new': {
      const found = better.get(id)!;
      return saved(withText(words.with(found.at, found.word)), {
        around: around(found.at, found.at + 1),
        words: [found.word],
      });
    }
    case 'insert':
      return saved(withText(words.toSpliced(at, 0, mark)), { around: around(at, at) });
    case 'remove':
      return saved(withText(words.toSpliced(at, 1)), { around: around(at, at + 1), words: [words[at]!] });
    case 'delete':
      return saved(instead(), { words });
    case 'add': {
      const segmentId = uuidFrom(story.versionId, mark, SegmentId);
      const added = {
        segmentId,
        text: `${mark}a ${mark}b`,
        startMs: endMs,
        endMs: endMs + 300,
        speaker: segment.speaker,
      };
      return saved(instead(segment, added), {
        around: [words, wordsIn(behind.text)],
        words: [`${mark}a`, `${mark}b`],
        startMs: endMs,
      });
    }
    case 'split': {
      if (at === 0) return null;
      const cut = Math.round(startMs + ((endMs - startMs) * at) / words.length);
      const rest = {
        ...segment,
        segmentId: uuidFrom(story.versionId, mark, SegmentId),
        text: words.slice(at).join(' '),
        startMs: cut,
      };
      const first = { ...segment, text: words.slice(0, at).join(' '), endMs: cut };
      return saved(instead(first, rest), { around: [words.slice(0, at), words.slice(at)], startMs: cut });
    }
    case 'join': {
      if (behind.speaker !== segment.speaker) return null;
      const whole = { ...segment, text: `${segment.text} ${behind.text}`, endMs: behind.endMs };
      return saved([...all.slice(0, place), whole, ...all.slice(place + 2)], {
        around: [words, wordsIn(behind.text)],
        startMs: endMs,
      });
    }
    case 'speaker':
      return saved(instead({ ...segment, speaker: mark }), { words: [mark, ...words] });
    case 'times': {
      const shift = 400 + Math.floor(random() * 600);
      if (endMs - startMs < 2 * shift) return null;
      return saved(instead({ ...segment, startMs: startMs + shift }), { words, startMs: startMs + shift });
    }
    case 'name':
      return null;
  }
}

/** Single words in which the new version differs between the same neighbours: by segment, the word and what the new one has. */
function differingWords(story: CarryStory, other: CarryStory): Map<SegmentId, { at: number; word: string }> {
  const places = (one: CarryStory) => {
    const words = one.written.flatMap(({ segmentId, text }) =>
      wordsIn(text).map((word, at) => ({ segmentId, word, at })),
    );
    const found = new Map<string, (typeof words)[number] | null>();
    for (let place = 2; place + 2 < words.length; place++) {
      const key = [-2, -1, 1, 2].map((offset) => words[place + offset]!.word.toLowerCase()).join(' ');
      found.set(key, found.has(key) ? null : words[place]!);
    }
    return found;
  };
  const there = places(other);
  const differing = new Map<SegmentId, { at: number; word: string }>();
  for (const [key, own] of places(story)) {
    const now = there.get(key);
    if (own && now && own.word.toLowerCase() !== now.word.toLowerCase())
      differing.set(own.segmentId, { at: own.at, word: now.word });
  }

  return differing;
}
