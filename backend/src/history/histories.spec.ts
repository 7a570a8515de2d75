import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { allEvents, eventsByCategory } from '@earmark/contracts';
import { changedWords } from '../transcripts/changed-words.ts';
import { diffOf, fieldsOf, histories, historyOf, PUBLIC_TYPES } from './histories.ts';
import { transcript } from '../transcripts/transcript.decider.ts';
import { deleted, edited, id, inVersion, one, recorded, segment, three, two } from './undo.fixture.ts';

const types = allEvents.map(({ type }) => type as string);

it('describes every type of event, and no other', () => {
  const described = histories.map(({ category, events }) => [category, Object.keys(events).sort()]);
  const known = Object.entries(eventsByCategory).map(([category, events]) => [
    category,
    events.map(({ type }): string => type).sort(),
  ]);
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(known));
});

/** The stored example of each type. */
const contracts = join(__dirname, '../../../contracts/src');
const FOLDERS = [
  'series',
  'episodes',
  'transcripts',
  'carry-over',
  'discovery',
  'entities',
  'vocabulary',
  'library',
  'pipeline',
  'recounts',
  'uploads',
  'history',
];
const golden = (type: string): { type: string; data: unknown } => {
  const paths = FOLDERS.map((folder) => join(contracts, folder, 'golden', `${type}.v1.json`));

  return JSON.parse(readFileSync(paths.find(existsSync)!, 'utf8')) as { type: string; data: unknown };
};
const names = { episode: 'Pilot', podcast: 'Night Shift', entity: () => undefined, category: () => undefined };
const state = recorded.reduce(
  (before, event, revision) => transcript.evolve(before, { ...event, revision, id: '', reverts: null }),
  transcript.initial(),
);

it.each(types)('describes %s in one sentence, and as fields that have a path', (type) => {
  const event = golden(type);
  expect(historyOf(event).sentence(event.data, names, state)).toMatch(/^\S.*\.$/s);
  for (const { path } of [...fieldsOf(event), ...diffOf(event)]) expect(path).toMatch(/^[\w/-]+$/);
  for (const { path } of diffOf(event)) expect(path).not.toMatch(/^versions\/|\/(gone|place)$/);
});

it('keeps private events private', () => {
  const hidden = ['UndoStarted', 'UndoFinished', 'RecountStarted', 'RecountDiscarded', 'SegmentsRecorded', 'FeedMoved'];
  expect(PUBLIC_TYPES.filter((type) => hidden.includes(type))).toEqual([]);
  expect(PUBLIC_TYPES).toEqual(
    expect.arrayContaining(['SegmentEdited', 'EntityAdded', 'DescriptionEdited', 'RecountPublished']),
  );
});

const sentence = (event: { type: string; data: unknown }, episode: string | null = null) =>
  historyOf(event).sentence(event.data, { ...names, episode }, state);

it('describes an edit with what changed, the speaker and the time in the audio', () => {
  const at = 'a segment of Ada at 00:12:31';
  expect(sentence(edited('Who was lovelace?', 'Who was Lovelace?'))).toBe(
    `Changed “lovelace?” to “Lovelace?” in ${at}.`,
  );
  expect(sentence(edited('Who was lovelace?', 'Who was Ada lovelace?'), 'Pilot')).toBe(
    `Added “Ada” to ${at} in “Pilot”.`,
  );
  expect(sentence(deleted(two))).toBe('Deleted “A mathematician.”, a segment of Bea at 00:12:31.');
  expect(
    sentence({ type: 'SpeakerRenamed', data: { ...inVersion, speakerId: id('Ada'), from: 'Ada', to: 'Ada King' } }),
  ).toBe('Renamed speaker “Ada” to “Ada King” in 2 segments.');
  const reassigned = [{ segmentId: one.segmentId, from: id('Ada'), to: id('Bea') }];
  expect(sentence({ type: 'SegmentsReassigned', data: { ...inVersion, segments: reassigned, speakers: [] } })).toBe(
    `Gave ${at} to Bea.`,
  );
});

it.each([
  ['webvtt', 'WebVTT'],
  ['tsv', 'TSV'],
  ['whisper-json', 'JSON'],
  ['text-stamps', 'plain text'],
  ['editor', 'in the editor'],
])('names the format of a transcript: %s', (form, words) => {
  expect(sentence({ type: 'TranscriptRecorded', data: { ...inVersion, segments: 3, form } })).toBe(
    `A transcript of 3 segments was recorded (${words}).`,
  );
});

it('shows times only as precisely as it takes to distinguish them', () => {
  const retimed = (startMs: number) =>
    sentence({
      type: 'SegmentRetimed',
      data: {
        ...inVersion,
        segmentId: one.segmentId,
        from: { startMs: 751_000, endMs: 752_000 },
        to: { startMs, endMs: 752_000 },
      },
    });
  expect(retimed(750_000)).toBe('Changed the times of a segment of Ada from 00:12:31–00:12:32 to 00:12:30–00:12:32.');
  expect(retimed(751_020)).toBe(
    'Changed the times of a segment of Ada from 00:12:31.000–00:12:32.000 to 00:12:31.020–00:12:32.000.',
  );
});

it('shows the result of a split', () => {
  const after = [{ ...three, text: 'She wrote' }, segment('s4', 'programs.')];
  expect(diffOf({ type: 'SegmentSplit', data: { ...inVersion, before: three, after } })).toEqual(
    expect.arrayContaining([
      { path: `segments/${three.segmentId}/text`, from: three.text, to: 'She wrote' },
      { path: `segments/${id('s4')}/exists`, from: false, to: true },
    ]),
  );
});

it.each([
  ['a b c', 'a x c', ['b', 'x']],
  ['a c', 'a b c', ['', 'b']],
  ['a  b', 'a b', ['a  b', 'a b']],
  ['', 'new', ['', 'new']],
])('finds the words that differ between "%s" and "%s"', (from, to, words) =>
  expect(changedWords(from, to)).toEqual(words),
);
