import type { FieldChange } from '@earmark/contracts/history';
import { formatTimestamp } from '../kit/timestamp.ts';
import { z } from 'zod';

export interface ReadableField {
  readonly label: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Readable names of fields. */
const LABELS: Readonly<Record<string, string>> = {
  text: 'Text',
  times: 'Times',
  speaker: 'Speaker',
  name: 'Name',
  title: 'Title',
  description: 'Description',
  url: 'Link',
  entityId: 'Entity',
  entityTypeId: 'Category',
  shownAs: 'Shown as',
  decision: 'Decision',
  caseSensitive: 'Case sensitive',
  wholeWord: 'Whole words only',
  near: 'Near one of',
  notNear: 'Not near',
  distance: 'Words away',
  left: 'Left as it is',
  pin: 'Search patterns',
  feedUrl: 'Feed',
  imageUrl: 'Image',
  audioUrl: 'Audio',
  host: 'Host',
  publishedAt: 'Published',
  durationSeconds: 'Duration in seconds',
};
/** Fields with ids as values, which the sentence already describes. */
const DESCRIBED_BY_SENTENCE = ['exists', 'active', 'publication'];
const DECISIONS: Readonly<Record<string, string>> = { added: 'Added by hand', removed: 'Removed by hand' };

/** The changed fields in words; `plain` converts HTML to text. */
export function readableFields(diff: readonly FieldChange[], plain: (html: string) => string): ReadableField[] {
  return diff.flatMap(({ path, from, to }) => {
    const key = path.split('/').at(-1) ?? path;
    if (DESCRIBED_BY_SENTENCE.includes(key)) return [];
    const read = (value: unknown): string | null => {
      const words = wordsOf(key, value);

      return key === 'description' && words !== null ? plain(words) : words;
    };
    // An entity can be added only if it is not listed.
    const before = key === 'decision' && from === null && to === 'added' ? 'Not listed' : read(from);
    const field = { label: LABELS[key] ?? spaced(key), from: before, to: read(to) };

    return field.from === field.to ? [] : [field];
  });
}

const Times = z.object({ startMs: z.number(), endMs: z.number() });
const Pinned = z.object({ vocabularyRevision: z.number() });

function wordsOf(key: string, value: unknown): string | null {
  if (key === 'decision') return typeof value === 'string' ? (DECISIONS[value] ?? value) : 'By search patterns';
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((one) => wordsOf('', one)).join(', ');
  const times = Times.safeParse(value).data;
  if (times !== undefined) return `${exactTime(times.startMs)}–${exactTime(times.endMs)}`;
  const pin = Pinned.safeParse(value).data;
  if (pin !== undefined) return `as of revision ${pin.vocabularyRevision}`;

  return JSON.stringify(value);
}

/** `00:12:31.250` */
const exactTime = (ms: number): string => {
  const rest = ms % 1000;

  return formatTimestamp(ms, 'hh:mm:ss') + (rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`);
};

/** `itunesAuthor` as `Itunes author`. */
const spaced = (key: string): string => {
  const words = key.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

  return words.charAt(0).toUpperCase() + words.slice(1);
};
