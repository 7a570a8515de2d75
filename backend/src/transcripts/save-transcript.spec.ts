import { describe, expect, it } from '@jest/globals';
import type { TranscriptEvent } from '@earmark/contracts/transcripts';
import { Appends } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';
import { saveTranscript } from './save-transcript.ts';
import { episodeUuid, pin, recorded, segmentId, speakerId, stateOf, versionId, writtenOf } from './saving.fixture.ts';
import type { TranscriptState } from './transcript.decider.ts';
import type { WrittenSegment } from '@earmark/contracts/transcripts';

const past = recorded([
  { text: 'who was ada', speaker: 'Bea' },
  { text: 'a mathematician', speaker: 'Cem' },
  { text: 'she wrote the first one', speaker: 'Bea' },
  { text: 'well', speaker: null },
]);
const loaded = stateOf(past);
type Change = Partial<WrittenSegment>;
/** The contents of the editor, with changes by index; null deletes. */
const editor = (changes: Record<number, Change | null> = {}, state = loaded): WrittenSegment[] =>
  writtenOf(state).flatMap((segment, index) =>
    changes[index] === null ? [] : [{ ...segment, ...(changes[index] ?? {}) }],
  );
const fresh = (name: string, more: Change = {}): WrittenSegment => ({
  segmentId: segmentId(name),
  text: name,
  startMs: undefined,
  endMs: undefined,
  speaker: undefined,
  ...more,
});

function save(written: readonly WrittenSegment[], base = loaded, now = base): TranscriptEvent[] {
  const { events } = saveTranscript(now, { episodeUuid, written, base, pin, metadataBytes: 500 });
  return events instanceof Appends ? events.lists.flat() : [...events];
}
const after = (written: readonly WrittenSegment[], base = loaded): TranscriptState =>
  stateOf(past, save(written, base));

function conflictsOf(written: readonly WrittenSegment[], now: TranscriptState, base = loaded): unknown {
  try {
    save(written, base, now);
  } catch (error) {
    if (error instanceof Rejected && error.code === 'edit-conflict') return error.extra?.conflicts;
    throw error;
  }
  throw new Error('there was no conflict');
}

describe('one event for each change', () => {
  it.each<[string, readonly WrittenSegment[], readonly unknown[]]>([
    ['nothing', editor(), []],
    [
      'another text',
      editor({ 1: { text: 'a poet' } }),
      [{ type: 'SegmentEdited', data: { segmentId: segmentId(1), from: 'a mathematician', to: 'a poet' } }],
    ],
    [
      'other times',
      editor({ 1: { endMs: 2000 } }),
      [{ type: 'SegmentRetimed', data: { from: { startMs: 1500, endMs: 3000 }, to: { startMs: 1500, endMs: 2000 } } }],
    ],
    ['a start as it was shown', editor({ 1: { startMs: 1000 }, 3: { startMs: 4000 } }), []],
    ['no times and no speaker', editor({ 1: { startMs: undefined, endMs: undefined, speaker: undefined } }), []],
    [
      'a deleted segment',
      editor({ 1: null }),
      [{ type: 'SegmentDeleted', data: { segment: { segmentId: segmentId(1), text: 'a mathematician' } } }],
    ],
    [
      'a new name for all of a speaker',
      editor({ 0: { speaker: 'Bee' }, 2: { speaker: 'Bee' } }),
      [{ type: 'SpeakerRenamed', data: { speakerId: speakerId('Bea'), from: 'Bea', to: 'Bee' } }],
    ],
    [
      'a speaker of the transcript for some',
      editor({ 2: { speaker: 'Cem' } }),
      [
        {
          type: 'SegmentsReassigned',
          data: {
            segments: [{ segmentId: segmentId(2), from: speakerId('Bea'), to: speakerId('Cem') }],
            speakers: [],
          },
        },
      ],
    ],
    [
      'a new speaker for some',
      editor({ 2: { speaker: 'Dee' }, 3: { speaker: 'Dee' } }),
      [
        {
          type: 'SegmentsReassigned',
          data: {
            segments: [
              { segmentId: segmentId(2), from: speakerId('Bea'), to: speakerId('Dee') },
              { segmentId: segmentId(3), from: null, to: speakerId('Dee') },
            ],
            speakers: [{ speakerId: speakerId('Dee'), name: 'Dee' }],
          },
        },
      ],
    ],
    [
      'nobody',
      editor({ 0: { speaker: null }, 2: { speaker: null } }),
      [{ type: 'SegmentsReassigned', data: { segments: [{ to: null }, { to: null }], speakers: [] } }],
    ],
    [
      'an old name for another speaker',
      editor({ 0: { speaker: 'Bee' }, 2: { speaker: 'Bee' }, 3: { speaker: 'Bea' } }),
      [
        { type: 'SpeakerRenamed', data: { to: 'Bee' } },
        { type: 'SegmentsReassigned', data: { speakers: [{ speakerId: speakerId('Bea#2'), name: 'Bea' }] } },
      ],
    ],
  ])('%s', (_, written, events) => expect(save(written)).toMatchObject(events));

  it('places added segments after the known one before them, and gives them times and speakers', () => {
    const [first, ...others] = editor();
    const written = [fresh('zero'), first!, fresh('one'), fresh('two', { speaker: 'Dee' }), ...others];
    const events = save(written);
    expect(events).toMatchObject([
      { type: 'SegmentAdded', data: { segment: { startMs: 0, endMs: 5000, speakerId: null }, speaker: null } },
      { type: 'SegmentAdded', data: { segment: { startMs: 1500, endMs: 6500 }, speaker: null } },
      { type: 'SegmentAdded', data: { segment: { startMs: 6500, endMs: 11_500 }, speaker: { name: 'Dee' } } },
    ]);
    expect(writtenOf(stateOf(past, events)).map(({ text }) => text)).toEqual(written.map(({ text }) => text));
  });

  it('ignores the order of known segments', () => expect(save(editor().reverse())).toEqual([]));

  it('restores a deleted segment to its place, with later changes', () => {
    const without = after(editor({ 1: null }));
    const back = { ...editor()[1]!, text: 'a poet', startMs: undefined, endMs: undefined };
    const events = save([...editor({}, without), back], without);
    expect(events).toMatchObject([
      { type: 'SegmentRestored', data: { segment: { text: 'a mathematician' } } },
      { type: 'SegmentEdited', data: { from: 'a mathematician', to: 'a poet' } },
    ]);
    const restored = writtenOf(stateOf(past, save(editor({ 1: null })), events));
    expect(restored.map(({ text }) => text)).toEqual(['who was ada', 'a poet', 'she wrote the first one', 'well']);
  });
});

describe('splits and merges', () => {
  const [zero, one, two, three] = editor();

  it('recognizes a segment that was split in two', () => {
    const events = save([
      zero!,
      { ...one!, text: 'a', endMs: 2000 },
      fresh('mathematician', { startMs: 2000, endMs: 3000, speaker: 'Cem' }),
      two!,
      three!,
    ]);
    expect(events).toMatchObject([
      {
        type: 'SegmentSplit',
        data: {
          before: { text: 'a mathematician' },
          after: [
            { segmentId: segmentId(1), text: 'a', startMs: 1500, endMs: 2000 },
            { segmentId: segmentId('mathematician'), text: 'mathematician', endMs: 3000, speakerId: speakerId('Cem') },
          ],
        },
      },
    ]);
  });

  it('recognizes a split in three, whose last part has another speaker', () => {
    const inside = { startMs: 3500, endMs: 4000 };
    const written = [
      zero!,
      one!,
      { ...two!, text: 'she', endMs: 3500 },
      fresh('wrote the', { ...inside, speaker: 'Bea' }),
      fresh('first one', { ...inside, speaker: 'Cem' }),
      three!,
    ];
    const events = save(written);
    expect(events).toMatchObject([
      { type: 'SegmentSplit', data: { after: [{ text: 'she' }, { text: 'wrote the first one' }] } },
      { type: 'SegmentSplit', data: { after: [{ text: 'wrote the' }, { text: 'first one' }] } },
      { type: 'SegmentsReassigned', data: { segments: [{ segmentId: segmentId('first one') }] } },
    ]);
    expect(writtenOf(stateOf(past, events))).toEqual(written);
  });

  it('recognizes segments that were merged', () => {
    const events = save([zero!, { ...one!, text: 'a mathematician she wrote the first one well', endMs: 6000 }]);
    expect(events).toMatchObject([
      { type: 'SegmentsMerged', data: { after: { text: 'a mathematician she wrote the first one' } } },
      {
        type: 'SegmentsMerged',
        data: {
          before: [{ segmentId: segmentId(1) }, { text: 'well' }],
          after: { segmentId: segmentId(1), endMs: 6000 },
        },
      },
    ]);
  });

  it.each<[string, WrittenSegment[], string[]]>([
    [
      'a word was cut',
      [
        zero!,
        { ...one!, text: 'a mathe', endMs: 2000 },
        fresh('matician', { startMs: 2000, endMs: 3000 }),
        two!,
        three!,
      ],
      ['SegmentEdited', 'SegmentRetimed', 'SegmentAdded'],
    ],
    [
      'the second part is later',
      [zero!, { ...one!, text: 'a', endMs: 2000 }, fresh('mathematician', { startMs: 2000 }), two!, three!],
      ['SegmentEdited', 'SegmentRetimed', 'SegmentAdded'],
    ],
    [
      'the joined one is not the next',
      [{ ...zero!, text: 'who was ada well' }, one!, two!],
      ['SegmentEdited', 'SegmentDeleted'],
    ],
  ])('records separate changes when %s', (_, written, types) =>
    expect(save(written).map(({ type }) => type)).toEqual(types),
  );
});

describe('two people', () => {
  it('merges changes of different segments, and of different fields of one', () => {
    const theirs = save(editor({ 0: { text: 'who is ada' }, 1: { endMs: 2000 }, 3: null }));
    const now = stateOf(past, theirs);
    const mine = save(editor({ 1: { text: 'a poet' }, 2: { speaker: 'Dee' } }), loaded, now);
    expect(writtenOf(stateOf(past, theirs, mine))).toMatchObject([
      { text: 'who is ada' },
      { text: 'a poet', endMs: 2000 },
      { speaker: 'Dee' },
    ]);
  });

  it('records nothing when both did the same', () => {
    const same = editor({ 0: { text: 'who is ada' }, 1: { speaker: 'Dee' }, 2: null });
    expect(save(same, loaded, after(same))).toEqual([]);
  });

  it('never removes what the caller has not loaded', () => {
    const now = after([...editor(), fresh('theirs')]);
    expect(save(editor({ 0: { text: 'mine' } }), loaded, now).map(({ type }) => type)).toEqual(['SegmentEdited']);
  });

  it.each<[string, Record<number, Change | null>, Record<number, Change | null>, unknown, unknown]>([
    ['texts', { 1: { text: 'a poet' } }, { 1: { text: 'a writer' } }, { text: 'a poet' }, { text: 'a writer' }],
    ['times', { 1: { endMs: 2000 } }, { 1: { endMs: 2500 } }, { endTime: 2000 }, { endTime: 2500 }],
    ['speakers', { 2: { speaker: 'Cem' } }, { 2: { speaker: 'Dee' } }, { speaker: 'Cem' }, { speaker: 'Dee' }],
    ['names', { 1: { speaker: 'Kem' } }, { 1: { speaker: 'Sem' } }, { speaker: 'Kem' }, { speaker: 'Sem' }],
    ['mine gone', { 1: null }, { 1: { text: 'a writer' } }, null, { text: 'a writer' }],
    ['theirs gone', { 1: { text: 'a poet' } }, { 1: null }, { text: 'a poet' }, null],
  ])('do not agree: %s', (_, mine, theirs, wanted, there) => {
    expect(conflictsOf(editor(mine), after(editor(theirs)))).toMatchObject([
      { segmentId: expect.any(String), base: { id: expect.any(String) }, mine: wanted, theirs: there },
    ]);
  });

  it('do not agree when one adds to a transcript that the other has replaced', () => {
    const replaced: TranscriptState = { ...loaded, active: null };
    expect(conflictsOf([fresh('new')], loaded, replaced)).toMatchObject([{ mine: { text: 'new' }, theirs: null }]);
  });
});

describe('a new version', () => {
  it('is the first one of an episode that has none', () => {
    const events = save([fresh('hello', { speaker: 'Ana' }), fresh('there')], stateOf());
    expect(events).toMatchObject([
      {
        type: 'SegmentsRecorded',
        data: {
          segments: [
            { text: 'hello', startMs: 0 },
            { text: 'there', startMs: 5000 },
          ],
        },
      },
      { type: 'TranscriptRecorded', data: { source: 'upload', form: 'editor', speakers: [{ name: 'Ana' }] } },
      { type: 'TranscriptActivated', data: { replaced: null, pin } },
    ]);
    expect(save([], stateOf())).toEqual([]);
  });

  it('is recorded when the changes are too large for one append, with the same ids and source', () => {
    const long = recorded(Array.from({ length: 3000 }, (_, number) => ({ text: `line ${number}`, speaker: 'Ana' })));
    const before = stateOf(long);
    const written = writtenOf(before).map((segment) => ({ ...segment, text: `${segment.text} again` }));
    const events = save(written, before);
    expect(events.slice(-2)).toMatchObject([
      { type: 'TranscriptRecorded', data: { source: 'publisher', form: 'editor', chunks: 6, segments: 3000 } },
      { type: 'TranscriptActivated', data: { replaced: versionId, pin } },
    ]);
    const now = stateOf(long, events);
    expect(writtenOf(now)).toEqual(written);
    // A caller with the old version can continue, because the ids are the same.
    const [first, ...others] = writtenOf(before);
    expect(save([{ ...first!, endMs: 7 }, ...others], before, now)).toMatchObject([{ type: 'SegmentRetimed' }]);
  });

  it('counts the changes', () => {
    const command = { episodeUuid, pin, metadataBytes: 500 };
    const changed = editor({ 1: { text: 'a poet' } });
    expect(saveTranscript(loaded, { ...command, base: loaded, written: changed }).result).toBe(1);
  });
});
