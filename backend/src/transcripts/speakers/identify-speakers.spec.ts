import { expect, it } from '@jest/globals';
import { uuidFrom, EARMARK_NAMESPACE } from '@earmark/contracts/kit';
import { type RecordedSegment, SegmentId, SpeakerId } from '@earmark/contracts/transcripts';
import { candidatesOf, type Candidate } from './candidates.ts';
import { identifySpeakers } from './identify-speakers.ts';

const dana: Candidate = { name: 'Dana Whitlock', role: 'host', isOfEpisode: true };
const chris: Candidate = { name: 'Chris Bensen', role: 'host', isOfEpisode: true };
const ann: Candidate = { name: 'Ann Karlsson', role: 'guest', isOfEpisode: true };

const talk: Line[] = [
  [
    '0',
    'Welcome to another episode of Engines. This is Dana Whitlock, and with me is Chris Bensen. How are you, Chris?',
  ],
  ['1', 'Doing well, Dana. And we have a guest today.'],
  ['0', 'Yes, my guest is Ann Karlsson. Welcome, Ann!'],
  ['2', 'Thank you for having me, Dana. And hello, Chris.'],
  ['1', 'Hello.'],
  ['1', 'So, Ann, how did you begin?'],
  ['2', 'With a letter, years ago, to a friend of mine who built looms.'],
  ['0', 'And what came then, Ann?'],
  ['2', 'More letters, of course.'],
  ['0', 'Chris, was it the same for you?'],
  ['1', 'Very much so. Ann?'],
  ['2', 'Yes, it was.'],
];

it('names those who introduce themselves and those who are addressed, with the passages', async () => {
  const { mappings, report } = await identified(talk, [dana, chris, ann]);
  expect(mappings.map(({ from, to }) => [from, to])).toEqual([
    ['SPEAKER_00', 'Dana Whitlock'],
    ['SPEAKER_01', 'Chris Bensen'],
    ['SPEAKER_02', 'Ann Karlsson'],
  ]);
  expect(mappings[0]!.evidence[0]).toEqual({ kind: 'introduces-self', segmentId: segmentId(0), startMs: 0 });
  expect(mappings.every(({ confidence }) => confidence >= 0.8)).toBe(true);
  expect(report.sentence).toBe('Mapped 3 of 3 speakers');
  expect(report.details[2]).toMatch(/^SPEAKER_02 → Ann Karlsson \(0\.\d\d\): “.*Ann.*” at 00:00:\d\d$/);
});

it('gives no name to those of whom nobody says it', async () => {
  const { mappings, report } = await identified(
    [
      ['0', 'Welcome to the show. What a day it was.'],
      ['1', 'Thanks for having me. It was.'],
      ['0', 'Then let us begin with the weather.'],
    ],
    [dana, ann],
  );
  expect(mappings).toEqual([]);
  expect(report.sentence).toBe('Mapped 0 of 2 speakers');
  expect(report.details).toEqual([
    'SPEAKER_00: not enough evidence for a name',
    'SPEAKER_01: not enough evidence for a name',
  ]);
});

it('takes the other one of two for the guest when it is clear who is the host', async () => {
  const { mappings } = await identified(
    [
      ['0', 'Welcome to Engines. Today my guest is Ann Karlsson.'],
      ['1', 'Hello.'],
      ['0', 'It is good to have you on the show, Ann.'],
      ['1', 'I am glad to be here.'],
    ],
    [{ ...dana, isOfEpisode: false }, ann],
  );
  expect(mappings.map(({ from, to }) => [from, to])).toEqual([
    ['SPEAKER_00', 'Dana Whitlock'],
    ['SPEAKER_01', 'Ann Karlsson'],
  ]);
});

it('does not take somebody for the guest who is only spoken about', async () => {
  const { mappings } = await identified(
    [
      ['0', 'Welcome to Engines. Today we talk about Ann Karlsson, whom I never met.'],
      ['1', 'Ann Karlsson was a friend of my mother.'],
      ['0', 'Tell me about her.'],
      ['1', 'Gladly.'],
    ],
    [{ ...dana, isOfEpisode: false }, ann],
  );
  expect(mappings).toEqual([]);
});

it('never gives one name to two labels', async () => {
  const { mappings } = await identified(
    [
      ['0', "Hello, I'm Dana Whitlock."],
      ['1', "No, I'm Dana Whitlock!"],
      ['0', 'Well then.'],
    ],
    [dana],
  );
  expect(mappings).toEqual([]);
});

it('does not confuse people who share a first name', async () => {
  const lines: Line[] = [
    ['0', 'We are joined by Chris Lattner.'],
    ['1', 'Good to be here.'],
    ['0', 'So, Chris, what are you building?'],
    ['1', 'A compiler.'],
    ['0', 'Thanks, Chris. Chris, one more question?'],
    ['1', 'Please.'],
  ];
  expect((await identified(lines, [chris])).mappings).toEqual([]);
});

it('keeps real names, and does not give them to others', async () => {
  const real = new Map([[speakerId('0'), 'Dana Whitlock']]);
  const { mappings } = await identified(talk, [dana, chris, ann], real);
  expect(mappings.map(({ from, to }) => [from, to])).toEqual([
    ['SPEAKER_01', 'Chris Bensen'],
    ['SPEAKER_02', 'Ann Karlsson'],
  ]);
  const all = new Map(['0', '1', '2'].map((label) => [speakerId(label), `Name ${label}`]));
  expect((await identified(talk, [dana], all)).report.sentence).toBe('No speaker needs a name');
});

it('leaves segments without a speaker alone', async () => {
  const lines = talk.map(([, text]): Line => [null, text]);
  expect((await identified(lines, [dana, chris, ann])).report.sentence).toBe('No speaker needs a name');
});

it('finds candidates in the feed, in titles and descriptions, and among earlier speakers', () => {
  const candidates = candidatesOf({
    series: { name: 'Engines with Dana Whitlock', host: 'Chris Bensen & Friends, Example Media Inc', author: null },
    episode: {
      title: 'Hard talks | Ann Karlsson (countess)',
      description:
        '<p>Dr. Maria van der Berg joins us to talk with Jon Doe and Eve Roe.</p><p>Thanks to Big Sponsor.</p><p>Featuring:</p><ul><li>Zoë Quill – Website</li></ul>',
    },
    known: [
      { name: 'Luciano', transcripts: 8 },
      { name: 'Some Visitor', transcripts: 1 },
    ],
    transcripts: 9,
  });
  const named = (role: Candidate['role']) => candidates.filter((one) => one.role === role).map(({ name }) => name);
  expect(named('host').toSorted()).toEqual(['Chris Bensen', 'Dana Whitlock', 'Luciano']);
  expect(named('guest').toSorted()).toEqual(['Ann Karlsson', 'Eve Roe', 'Jon Doe', 'Maria van der Berg', 'Zoë Quill']);
  expect(named(null)).toContain('Some Visitor');
});

type Line = readonly [label: string | null, text: string];

const speakerId = (label: string) => uuidFrom(EARMARK_NAMESPACE, label, SpeakerId);
const segmentId = (index: number) => uuidFrom(EARMARK_NAMESPACE, `segment ${index}`, SegmentId);

async function identified(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  names = new Map<SpeakerId, string>(),
) {
  const segments = lines.map(([label, text], index): RecordedSegment => ({
    segmentId: segmentId(index),
    orderKey: String(index).padStart(3, '0'),
    speakerId: label === null ? null : speakerId(label),
    startMs: index * 5000,
    endMs: (index + 1) * 5000,
    text,
  }));
  const labels = new Map(
    lines.flatMap(([label]) => (label === null ? [] : [[speakerId(label), `SPEAKER_0${label}`] as const])),
  );

  return identifySpeakers(segments, new Map([...labels, ...names]), candidates);
}
