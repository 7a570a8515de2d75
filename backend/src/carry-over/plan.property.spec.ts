import { expect, it } from '@jest/globals';
import { uuidFrom } from '@earmark/contracts/kit';
import { SegmentId, type WrittenSegment } from '@earmark/contracts/transcripts';
import fc from 'fast-check';
import { inOrder } from '../transcripts/transcript.decider.ts';
import { lines, Story } from './plan.fixture.ts';
import type { CarryOverPlan } from './plan.ts';

const RUNS = { numRuns: 300 };

/** Few words, so that passages are often alike. */
const WORDS = 'so I think that we know what you mean but then there was this one thing in Berlin'.split(' ');
const word = fc.constantFrom(...WORDS, 'So', 'yeah,', 'Right.', '中');
const text = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '));
const texts = fc.array(text, { minLength: 3, maxLength: 18 });
/** Where the other version cuts its segments, after how many words. */
const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 });
const edit = fc.record({
  place: fc.nat(30),
  at: fc.nat(9),
  kind: fc.constantFrom('replace', 'insert', 'remove', 'delete', 'add'),
  to: fc.oneof(word, fc.constant('Ethereum')),
});
const edits = fc.array(edit, { minLength: 1, maxLength: 6 });
type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never;

it('carries corrections to the same words cut elsewhere, or asks; what is asked changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(texts, cuts, edits, async (spoken, ends, made) => {
      const old = new Story('old').record(lines(...spoken));
      for (const [number, one] of made.entries()) old.save((all) => changed(all, one, number));
      const story = new Story('new').record(lines(...recut(spoken, ends)));
      const plan = await story.carry(old);

      // Without the corrections that are asked, both have the same words; so none is lost, and none asked that was made.
      expect(wordsOf(inOrder(story.shown))).toEqual(wordsOf(expected(old, plan)));
      expect(plan.changes.length > 0).toBe(plan.corrections.some(({ outcome }) => outcome === 'placed'));
    }),
    RUNS,
  );
});

it('carries nothing over twice: what was placed once is no longer needed', async () => {
  await fc.assert(
    fc.asyncProperty(texts, edits, async (spoken, made) => {
      const old = new Story('old').record(lines(...spoken));
      const words = made.filter(({ kind }) => kind === 'replace').map((one) => ({ ...one, to: 'Ethereum' }));
      for (const [number, one] of words.entries()) old.save((all) => changed(all, one, number));
      const story = new Story('new').record(lines(...spoken));
      await story.carry(old);
      const before = wordsOf(inOrder(story.shown));
      const again = await story.carry(old);
      expect(again.corrections.filter(({ outcome }) => outcome === 'placed')).toEqual([]);
      expect(wordsOf(inOrder(story.shown))).toEqual(before);
    }),
    RUNS,
  );
});

function changed(all: WrittenSegment[], { place, at, kind, to }: Edit, number: number): WrittenSegment[] {
  const index = place % all.length;
  const segment = all[index]!;
  const words = segment.text.split(' ');
  const behind = segment.endMs ?? 0;
  const segmentId = uuidFrom('11111111-1111-4111-8111-111111111111', `added ${number}`, SegmentId);
  const next = {
    replace: () => [{ ...segment, text: words.with(at % words.length, to).join(' ') }],
    insert: () => [{ ...segment, text: words.toSpliced(at % words.length, 0, to).join(' ') }],
    remove: () =>
      words.length === 1 ? [segment] : [{ ...segment, text: words.toSpliced(at % words.length, 1).join(' ') }],
    delete: () => (all.length < 3 ? [segment] : []),
    add: () => [segment, { segmentId, text: to, startMs: behind, endMs: behind + 300, speaker: null }],
  }[kind]();

  return all.toSpliced(index, 1, ...next);
}

function recut(spoken: readonly string[], ends: readonly number[]): string[] {
  const words = spoken.flatMap((one) => one.split(' '));
  const result: string[] = [];
  for (let start = 0, turn = 0; start < words.length; turn++) {
    const end = start + ends[turn % ends.length]!;
    result.push(words.slice(start, end).join(' '));
    start = end;
  }

  return result;
}

/** The corrected version without what is asked. */
function expected(old: Story, { corrections }: CarryOverPlan): { text: string }[] {
  const { base, corrected } = old.corrected;
  const asked = new Set(
    corrections.flatMap(({ outcome, ref }) => (outcome === 'asked' ? [...ref.before, ...ref.after] : [])),
  );
  const order = [
    ...base.segments.values(),
    ...[...corrected.segments.values()].filter(({ segmentId }) => !base.segments.has(segmentId)),
  ];

  return order
    .sort((one, other) => (one.orderKey < other.orderKey ? -1 : 1))
    .flatMap(({ segmentId }) => (asked.has(segmentId) ? base : corrected).segments.get(segmentId) ?? []);
}

const wordsOf = (segments: readonly { text: string }[]): string[] =>
  segments.flatMap((one) => one.text.split(/\s+/).filter((part) => part !== ''));
