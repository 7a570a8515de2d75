import { expect, it } from '@jest/globals';
import type { TranscriptEvent } from '@earmark/contracts/transcripts';
import fc from 'fast-check';
import { Appends } from '../kit/decider.ts';
import { saveTranscript } from './save-transcript.ts';
import { episodeUuid, pin, recorded, segmentId, stateOf, writtenOf } from './saving.fixture.ts';
import type { TranscriptState } from './transcript.decider.ts';
import type { WrittenSegment } from '@earmark/contracts/transcripts';

const RUNS = { numRuns: 400 };

/** Few words and names, so that splits, merges, swaps and shared labels occur often. */
const text = fc.array(fc.constantFrom('a', 'b', 'über', '中'), { minLength: 1, maxLength: 4 }).map((w) => w.join(' '));
const speaker = fc.constantFrom(null, 'Ana', 'Bo', 'Cy');
const line = fc.record({ text, speaker });
const lines = fc.array(line, { maxLength: 8 });

type Edit = (segments: WrittenSegment[]) => WrittenSegment[];
const at = fc.nat(20);
const one = (place: number, change: (segment: WrittenSegment) => WrittenSegment[]): Edit => {
  return (segments) =>
    segments.flatMap((segment, index) => (index === place % segments.length ? change(segment) : segment));
};
let fresh = 0;
const added = (written: string, label: string | null, start: number): WrittenSegment => ({
  segmentId: segmentId(`added ${(fresh += 1)}`),
  text: written,
  startMs: start,
  endMs: start + 700,
  speaker: label,
});
const retext = fc.tuple(at, text).map(([place, to]) => one(place, (segment) => [{ ...segment, text: to }]));
const retime = fc
  .tuple(at, fc.nat(900), fc.nat(9000))
  // Never whole seconds, which could be a time as it was shown.
  .map(([place, start, length]) =>
    one(place, (segment) => [{ ...segment, startMs: start * 10 + 7, endMs: start * 10 + 7 + length }]),
  );
const relabel = fc.tuple(at, speaker).map(([place, to]) => one(place, (segment) => [{ ...segment, speaker: to }]));
const rename = fc.tuple(speaker, fc.constantFrom('Ana', 'Bo', 'Dee', null)).map(
  ([from, to]): Edit =>
    (segments) =>
      segments.map((segment) => (segment.speaker === from ? { ...segment, speaker: to } : segment)),
);
const remove = at.map((place) => one(place, () => []));
const insert = fc.tuple(at, text, speaker).map(([place, written, label]): Edit => (segments) => {
  const index = place % (segments.length + 1);
  return [...segments.slice(0, index), added(written, label, place), ...segments.slice(index)];
});
const split = at.map((place) =>
  one(place, (segment) => {
    const words = segment.text.split(' ');
    const middle = Math.floor(((segment.startMs ?? 0) + (segment.endMs ?? 0)) / 2);
    if (words.length === 1) return [segment];
    const rest = added(words.slice(1).join(' '), segment.speaker ?? null, middle);
    return [
      { ...segment, text: words[0]!, endMs: middle },
      { ...rest, endMs: segment.endMs },
    ];
  }),
);
const merge = at.map((place): Edit => (segments) => {
  const index = place % segments.length;
  const [first, second] = [segments[index], segments[index + 1]];
  if (!first || !second) return segments;
  const both = { ...first, text: `${first.text} ${second.text}`, endMs: Math.max(first.endMs!, second.endMs!) };
  return [...segments.slice(0, index), both, ...segments.slice(index + 2)];
});
const anyEdits = fc.array(fc.oneof(retext, retime, relabel, rename, remove, insert, split, merge), { maxLength: 6 });
const edited = (state: TranscriptState, edits: readonly Edit[]) =>
  edits.reduce((segments, edit) => (segments.length === 0 ? segments : edit(segments)), writtenOf(state));

function save(now: TranscriptState, base: TranscriptState, written: readonly WrittenSegment[]): TranscriptEvent[] {
  const { events } = saveTranscript(now, { episodeUuid, written, base, pin, metadataBytes: 500 });
  return events instanceof Appends ? events.lists.flat() : [...events];
}

it('leaves exactly what was sent when nobody else wrote: texts, times, speakers, order', () => {
  fc.assert(
    fc.property(lines, anyEdits, (transcript, edits) => {
      const past = recorded(transcript);
      const base = stateOf(past);
      const written = edited(base, edits);
      const after = stateOf(past, save(base, base, written));
      expect(writtenOf(after)).toEqual(written);
      // Sending it again, even with the old base, changes nothing.
      expect(save(after, after, written)).toEqual([]);
      expect(save(after, base, written)).toEqual([]);
    }),
    RUNS,
  );
});

it('records nothing for an unchanged transcript, whatever its history', () => {
  fc.assert(
    fc.property(lines, fc.array(anyEdits, { maxLength: 3 }), (transcript, rounds) => {
      let past = recorded(transcript);
      for (const edits of rounds) {
        const state = stateOf(past);
        past = [...past, ...save(state, state, edited(state, edits))];
      }
      const state = stateOf(past);
      expect(save(state, state, writtenOf(state))).toEqual([]);
    }),
    RUNS,
  );
});

it('merges what two people did to different fields, without loss', () => {
  const theirEdits = fc.array(fc.oneof(retext, insert), { maxLength: 6 });
  const myEdits = fc.array(fc.oneof(retime, relabel, insert), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), theirEdits, myEdits, (transcript, theirs, mine) => {
      const past = recorded(transcript);
      const base = stateOf(past);
      const known = new Set(writtenOf(base).map(({ segmentId: id }) => id));
      // The texts of what is in the base, the times and speakers of what is in the base; added segments are their own.
      const theirWritten = edited(base, theirs);
      const myWritten = edited(base, mine).map((segment) => {
        const loaded = writtenOf(base).find(({ segmentId: id }) => id === segment.segmentId);
        return loaded ? { ...segment, text: loaded.text } : segment;
      });
      const theirEvents = save(base, base, theirWritten);
      const now = stateOf(past, theirEvents);
      const after = writtenOf(stateOf(past, theirEvents, save(now, base, myWritten)));

      const byId = (list: readonly WrittenSegment[]) => new Map(list.map((segment) => [segment.segmentId, segment]));
      const [their, my] = [byId(theirWritten), byId(myWritten)];
      expect(new Set(after.map(({ segmentId: id }) => id))).toEqual(new Set([...their.keys(), ...my.keys()]));
      for (const segment of after) {
        const [theirOne, myOne] = [their.get(segment.segmentId), my.get(segment.segmentId)];
        const isKnown = known.has(segment.segmentId);
        const whole = isKnown ? { ...myOne!, text: theirOne!.text } : { ...segment, text: (theirOne ?? myOne)!.text };
        expect(segment).toEqual(whole);
      }
      for (const [list, sent] of [
        [after, theirWritten],
        [after, myWritten],
      ] as const) {
        const ids = new Set(sent.map(({ segmentId: id }) => id));
        expect(list.map(({ segmentId: id }) => id).filter((id) => ids.has(id))).toEqual(
          sent.map(({ segmentId: id }) => id),
        );
      }
    }),
    RUNS,
  );
});
