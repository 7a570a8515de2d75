import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { wav } from '../testing/stubs/stub-audio.ts';
import { readWav } from './audio/wav.ts';
import { joinedTranscript, withSpeakers } from './joined-transcript.ts';
import { speakerClips } from './speaker-clips.ts';

const said = (startMs: number, endMs: number, speaker: string | null) => ({ startMs, endMs, speaker, text: 'Hello.' });

it('gives a sentence to whoever talks most of it, or else to the nearest within two seconds', () => {
  const turns = [
    { start: 0, end: 4, speaker: 'A' },
    { start: 4, end: 10, speaker: 'B' },
    { start: 20, end: 21, speaker: 'A' },
  ];
  const segments = [
    said(0, 3000, null),
    said(3000, 8000, null),
    said(17_500, 18_500, null),
    said(13_000, 14_000, null),
  ];
  expect(withSpeakers(segments, turns).map(({ speaker }) => speaker)).toEqual(['A', 'B', 'A', null]);
});

it('adds where each part begins, numbers speakers on, and keeps real names', () => {
  const part = (startMs: number, ...speakers: (string | null)[]) => ({
    startMs,
    parsed: { segments: speakers.map((speaker, at) => said(at * 1000, at * 1000 + 900, speaker)), warnings: ['Odd.'] },
  });
  const { document, warnings } = joinedTranscript(
    [
      part(0, 'SPEAKER_00', 'SPEAKER_01'),
      { startMs: 60_000, parsed: null },
      part(90_000.4, 'SPEAKER_00', 'voice-2', 'Ann', null),
    ],
    ['SPEAKER_00', 'SPEAKER_01'],
  );
  expect(document.segments.map(({ start, end, speaker }) => [start, end, speaker])).toEqual([
    [0, 0.9, 'SPEAKER_00'],
    [1, 1.9, 'SPEAKER_01'],
    [90, 90.9, 'SPEAKER_02'],
    [91, 91.9, 'SPEAKER_01'],
    [92, 92.9, 'Ann'],
    [93, 93.9, null],
  ]);
  expect(warnings).toEqual([
    'Part 1: Odd.',
    'Part 3: Odd.',
    '1 speaker of later parts may be the same as earlier ones: the service counts them anew in each part.',
  ]);
});

it('cuts a clip of two to eight seconds for those who talk most, while nobody else does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-clips-'));
  await writeFile(join(folder, 'audio'), wav(60));
  const audio = (await readWav(join(folder, 'audio')))!;
  const clips = await speakerClips(
    [
      said(0, 20_000, 'A'),
      said(21_000, 24_000, 'B'),
      // Longer, but somebody else talks meanwhile.
      said(25_000, 31_000, 'B'),
      said(30_000, 32_000, 'A'),
      said(33_000, 34_000, 'C'),
    ],
    10_000,
    audio,
  );
  const seconds = clips.map(({ speaker, dataUrl }) => [
    speaker,
    (Buffer.from(dataUrl.replace('data:audio/wav;base64,', ''), 'base64').length - 44) / 8000,
  ]);
  expect(seconds).toEqual([
    ['A', 8],
    ['B', 3],
  ]);
  await rm(folder, { recursive: true });
});
