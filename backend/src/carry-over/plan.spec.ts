import { describe, expect, it } from '@jest/globals';
import type { WrittenSegment } from '@earmark/contracts/transcripts';
import { uuidFrom } from '@earmark/contracts/kit';
import { SegmentId } from '@earmark/contracts/transcripts';
import { lines, outcomes, Story, textOf } from './plan.fixture.ts';

const SPOKEN = [
  'SPEAKER_00: Welcome to the show about the etherium network today.',
  'SPEAKER_01: Thank you for having me on, it is a pleasure.',
  'SPEAKER_00: So tell us how you came to write the first client.',
  'SPEAKER_01: Well, it began in the winter of twenty thirteen in Berlin.',
  'SPEAKER_01: We had a small office with no heating at all.',
  'SPEAKER_00: And this episode is brought to you by nobody.',
  'SPEAKER_01: Then the first test networks went live and everything broke.',
];
/** The same words cut elsewhere, with other names for the speakers. */
const RECUT = [
  'A: Welcome to the show about',
  'A: the etherium network today.',
  'B: Thank you for having me on, it is a pleasure.',
  'A: So tell us how you came to write the first client.',
  'B: Well, it began in the winter of twenty thirteen in Berlin. We had a small office',
  'B: with no heating at all.',
  'A: And this episode is brought to you by nobody.',
  'B: Then the first test networks went live',
  'B: and everything broke.',
];
const old = () => new Story('old').record(lines(...SPOKEN));
const now = (...texts: readonly string[]) => new Story('new').record(lines(...texts));
const swap = (from: string, to: string) => (one: string) => one.replace(from, to);
const edit = (from: string, to: string) => (segments: WrittenSegment[]) =>
  segments.map((one) => ({ ...one, text: one.text.replace(from, to) }));

describe('words', () => {
  it('are corrected in a version that is cut elsewhere', async () => {
    const story = now(...RECUT);
    const plan = await story.carry(old().save(edit('etherium', 'Ethereum')).save(edit('brought to you', 'paid for')));
    expect(outcomes(plan)).toEqual(['text placed', 'text placed']);
    expect(textOf(story.shown)).toEqual(
      RECUT.map(swap('etherium', 'Ethereum')).map(swap('brought to you', 'paid for')),
    );
  });

  it('are left alone where the new version has them right', async () => {
    const story = now(...RECUT.map(swap('etherium', 'Ethereum')));
    expect(outcomes(await story.carry(old().save(edit('etherium', 'Ethereum'))))).toEqual(['text obsolete']);
  });

  it('are asked about where the new version has others', async () => {
    const story = now(...RECUT.map(swap('etherium', 'a theory um')));
    const plan = await story.carry(old().save(edit('etherium', 'Ethereum')));
    expect(outcomes(plan)).toEqual(['text asked']);
    expect(plan.changes).toEqual([]);
    expect(plan.corrections[0]!.ref.place).toEqual(
      [0, 1].map((index) => uuidFrom(story.versionId, String(index), SegmentId)),
    );
  });

  it('keep the punctuation and the capitals of the new version', async () => {
    const story = now(...RECUT.map(swap('nobody.', 'nobody…')).map(swap('by nobody', 'by Nobody')));
    await story.carry(old().save(edit('nobody', 'friends')).save(edit('etherium', 'Ethereum')));
    expect(textOf(story.shown)[6]).toBe('A: And this episode is brought to you by Friends…');
  });

  it('are inserted and removed', async () => {
    const story = now(...RECUT);
    await story.carry(old().save(edit('a small office', 'a very small office')).save(edit('Well, it', 'It')));
    expect(textOf(story.shown)[4]).toBe(
      'B: It began in the winter of twenty thirteen in Berlin. We had a very small office',
    );
  });

  it('are asked about where nothing around is the same', async () => {
    const story = now('A: Quite another recording, of some other day.', 'B: Which has no word in common with it.');
    expect(outcomes(await story.carry(old().save(edit('etherium', 'Ethereum'))))).toEqual(['text asked']);
  });

  it('are not corrected in a passage that only sounds the same, at another time', async () => {
    const [first, ...rest] = SPOKEN;
    const repeated = new Story('old').record(lines(first!, ...rest, ...rest, first!));
    const story = now(...rest, ...rest, first!);
    const plan = await story.carry(
      repeated.save(([one, ...more]) => [{ ...one!, text: one!.text.replace('etherium', 'Ethereum') }, ...more]),
    );
    expect(outcomes(plan)).toEqual(['text asked']);
  });

  it('without spaces are corrected, too', async () => {
    const story = now('今天我们来谈谈', '以太方网络的发展历史和未来');
    const before = new Story('old').record(lines('今天我们来谈谈以太方网络的', '发展历史和未来'));
    expect(outcomes(await story.carry(before.save(edit('以太方', '以太坊'))))).toEqual(['text placed']);
    expect(textOf(story.shown)).toEqual(['今天我们来谈谈', '以太坊网络的发展历史和未来']);
  });
});

describe('speakers', () => {
  const named = () =>
    old().save((all) => all.map((one) => ({ ...one, speaker: one.speaker === 'SPEAKER_00' ? 'Ada' : one.speaker! })));

  it('keep the names that people gave them', async () => {
    const story = now(...RECUT);
    expect(outcomes(await story.carry(named()))).toEqual(['name placed']);
    expect(textOf(story.shown)).toEqual(RECUT.map(swap('A: ', 'Ada: ')));
  });

  it('are asked about where the new version hears other people, or gives another name', async () => {
    const mixed = RECUT.map((line, index) => (index % 2 === 0 ? line.replace(/^\w/, 'C') : line));
    expect(outcomes(await now(...mixed).carry(named()))).toEqual(['name asked']);
    expect(outcomes(await now(...RECUT.map(swap('A: ', 'Grace: '))).carry(named()))).toEqual(['name asked']);
    expect(outcomes(await now(...RECUT.map(swap('A: ', 'Ada: '))).carry(named()))).toEqual(['name obsolete']);
  });

  it('of a segment are taken over where the segment is the same', async () => {
    const story = now(...RECUT);
    const given = old().save((all) => all.map((one, index) => (index === 5 ? { ...one, speaker: 'Sponsor' } : one)));
    expect(outcomes(await story.carry(given))).toEqual(['speaker placed']);
    expect(textOf(story.shown)[6]).toBe('Sponsor: And this episode is brought to you by nobody.');
    const other = old().save((all) => all.map((one, index) => (index === 4 ? { ...one, speaker: 'Sponsor' } : one)));
    expect(outcomes(await now(...RECUT).carry(other))).toEqual(['speaker asked']);
  });
});

describe('segments', () => {
  it('that were deleted are deleted, or their words', async () => {
    const story = now(...RECUT);
    const plan = await story.carry(old().save((all) => all.filter((_, index) => index !== 5 && index !== 4)));
    expect(outcomes(plan)).toEqual(['deleted placed', 'deleted placed']);
    expect(textOf(story.shown).slice(4)).toEqual([
      'B: Well, it began in the winter of twenty thirteen in Berlin.',
      'B: Then the first test networks went live',
      'B: and everything broke.',
    ]);
  });

  it('that were added are added once, in order, with their speaker', async () => {
    const story = now(...RECUT);
    const more = (text: string, startMs: number) => ({
      segmentId: uuidFrom(story.versionId, text, SegmentId),
      text,
      startMs,
      endMs: startMs + 400,
      speaker: 'Ada',
    });
    const added = old().save((all) => [...all.slice(0, 2), more('Yes.', 9500), more('And no.', 9900), ...all.slice(2)]);
    expect(outcomes(await story.carry(added))).toEqual(['added placed', 'added placed']);
    expect(textOf(story.shown).slice(2, 6)).toEqual([RECUT[2], 'Ada: Yes.', 'Ada: And no.', RECUT[3]]);
    expect(outcomes(await story.carry(added))).toEqual(['added asked', 'added asked']);
  });

  it('are cut and joined where people did', async () => {
    const story = now(...RECUT);
    const cut = old().save(([one, two, three, ...all]) => [
      one!,
      { ...two!, text: 'Thank you for having me on,', endMs: 7000 },
      {
        ...two!,
        segmentId: uuidFrom(story.versionId, 'rest'),
        text: 'it is a pleasure.',
        startMs: 7000,
      } as WrittenSegment,
      three!,
      { ...all[0]!, text: `${all[0]!.text} ${all[1]!.text}`, endMs: all[1]!.endMs! },
      ...all.slice(2),
    ]);
    expect(outcomes(await story.carry(cut))).toEqual(['split placed', 'joined obsolete']);
    expect(textOf(story.shown).slice(2, 4)).toEqual(['B: Thank you for having me on,', 'B: it is a pleasure.']);
  });

  it('get corrected times where the new version has the wrong ones', async () => {
    const retimed = (start: number, end: number) =>
      old().save((all) =>
        all.map((one, index) =>
          index === 5 ? { ...one, startMs: one.startMs! + start, endMs: one.endMs! + end } : one,
        ),
      );
    const story = now(...RECUT);
    expect(outcomes(await story.carry(retimed(700, -300)))).toEqual(['times placed']);
    const [segment] = [...story.shown.segments.values()].filter(({ text }) => text.startsWith('And this'));
    expect(segment).toMatchObject({ startMs: 26_200, endMs: 29_700 });
    const right = new Story('new').record(
      lines(...RECUT).map((one) => (one.text.startsWith('And this') ? { ...one, startMs: one.startMs + 700 } : one)),
    );
    expect(outcomes(await right.carry(retimed(800, 0)))).toEqual(['times obsolete']);
    const other = new Story('new').record(
      lines(...RECUT).map((one) => (one.text.startsWith('And this') ? { ...one, startMs: one.startMs - 700 } : one)),
    );
    expect(outcomes(await other.carry(retimed(800, 0)))).toEqual(['times asked']);
  });
});

it('what was undone is not carried over', async () => {
  const before = old().save(edit('etherium', 'Ethereum')).save(edit('nobody', 'friends')).undo(-2);
  const story = now(...RECUT);
  expect(outcomes(await story.carry(before))).toEqual(['text placed']);
  expect(textOf(story.shown)[1]).toBe(RECUT[1]);
});

it('carried corrections count as corrections of people, and are carried over again', async () => {
  const second = now(...RECUT);
  await second.carry(old().save(edit('etherium', 'Ethereum')));
  const third = new Story('third').record(lines(...SPOKEN));
  expect(outcomes(await third.carry(second))).toEqual(['text placed']);
  expect(textOf(third.shown)).toEqual(SPOKEN.map(swap('etherium', 'Ethereum')));
});

it('each change names the event that it takes over', async () => {
  const before = old().save(edit('etherium', 'Ethereum'));
  const plan = await now(...RECUT).carry(before);
  expect(plan.changes.map(({ cause }) => cause)).toEqual([before.events.at(-1)!.id]);
  expect(plan.corrections[0]!.ref.eventId).toBe(before.events.at(-1)!.id);
});
