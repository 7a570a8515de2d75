import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mp3, wav } from '../../testing/stubs/stub-audio.ts';
import type { AudioFile } from './audio-folder.ts';
import { audioKindOf } from './audio-kind.ts';
import { readMp3 } from './mp3.ts';
import { splitAudio } from './split-audio.ts';
import { readWav } from './wav.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earmark-split-'));
  path = process.env['PATH'] ?? '';
  // Whether this machine has ffmpeg must not matter.
  process.env['PATH'] = folder;
});
afterAll(async () => {
  process.env['PATH'] = path;
  await rm(folder, { recursive: true });
});

const audioOf = async (bytes: Buffer): Promise<AudioFile> => {
  const file = join(folder, 'audio');
  await writeFile(file, bytes);
  const kind = audioKindOf(bytes)!;
  const cuttable = kind.name === 'mp3' ? await readMp3(file) : kind.name === 'wav' ? await readWav(file) : null;
  const durationMs = cuttable ? Math.round(cuttable.durationMs) : 3_600_000;

  return {
    path: file,
    folder,
    kind,
    cuttable,
    facts: { url: 'https://a.example/1', bytes: bytes.length, sha256: '0'.repeat(64), durationMs },
  };
};
const said: string[] = [];
const split = async (audio: AudioFile, maxBytes: number, maxSeconds: number, ffmpegSetting: string | null = null) =>
  splitAudio(
    audio,
    { maxBytes, maxSeconds },
    { ffmpegSetting, signal: new AbortController().signal, onProgress: (sentence) => void said.push(sentence) },
  );

/** Stands for ffmpeg: says where the pauses are and writes the sound that it was given. */
const program = async (name: string, lines: readonly string[]): Promise<string> => {
  const file = join(folder, name);
  await writeFile(
    file,
    [`#!${process.execPath}`, "const { copyFileSync, writeFileSync } = require('node:fs');", ...lines].join('\n'),
  );
  await chmod(file, 0o755);

  return file;
};

it('leaves sound whole that a service accepts', async () => {
  const audio = await audioOf(wav(10));
  for (const [maxBytes, maxSeconds] of [
    [0, 0],
    [80_044, 10],
  ]) {
    const { parts } = await split(audio, maxBytes!, maxSeconds!);
    expect(parts).toMatchObject([{ startMs: 0, durationMs: 10_000, name: 'audio.wav', type: 'audio/wav' }]);
    expect((await parts[0]!.open()).size).toBe(80_044);
  }
});

it.each([
  ['seconds', 0, 4, 3],
  ['bytes', 30_000, 0, 3],
])('cuts WAV by %s into even parts', async (_, maxBytes, maxSeconds, count) => {
  const { parts } = await split(await audioOf(wav(10)), maxBytes, maxSeconds);
  expect(parts).toHaveLength(count);
  let at = 0;
  for (const part of parts) {
    expect(Math.abs(part.startMs - at)).toBeLessThan(1);
    at = part.startMs + part.durationMs!;
    const { size } = await part.open();
    expect(size).toBeLessThanOrEqual(maxBytes === 0 ? 32_044 : maxBytes);
  }
  expect(at).toBeGreaterThan(9998);
});

it('cuts MP3 so that the parts are the whole', async () => {
  const whole = mp3(20);
  const { parts } = await split(await audioOf(whole), 20_000, 7);
  expect(parts.length).toBeGreaterThanOrEqual(5);
  const bytes = await Promise.all(parts.map(async (part) => Buffer.from(await (await part.open()).arrayBuffer())));
  expect(Buffer.concat(bytes)).toEqual(whole);
  expect(Math.max(...bytes.map(({ length }) => length))).toBeLessThanOrEqual(20_000);
});

it('says what is needed for sound that cannot be cut here', async () => {
  const audio = await audioOf(Buffer.concat([Buffer.from('\0\0\0\x18ftypM4A ', 'latin1'), Buffer.alloc(1000)]));
  await expect(split(audio, 100, 0)).rejects.toMatchObject({
    code: 'outside-refused',
    message:
      'This file is longer than the service accepts and ffmpeg is not available. Install ffmpeg or set FFMPEG_PATH.',
  });
  await expect(split(audio, 100, 0, join(folder, 'nothing'))).rejects.toMatchObject({ code: 'not-configured' });
});

it('has ffmpeg make it smaller, and cuts in pauses', async () => {
  await writeFile(join(folder, 'small.mp3'), mp3(20));
  const ffmpeg = await program('ffmpeg-good', [
    `copyFileSync(${JSON.stringify(join(folder, 'small.mp3'))}, process.argv.at(-1));`,
    "console.error('[silencedetect] silence_start: 9\\n[silencedetect] silence_end: 10.44 | silence_duration: 1.44');",
    "console.error('[silencedetect] silence_start: -0.01\\n[silencedetect] silence_end: 0.5');",
    `writeFileSync(${JSON.stringify(join(folder, 'words'))}, process.argv.slice(2).join(' '));`,
  ]);
  const audio = await audioOf(Buffer.concat([Buffer.from('\0\0\0\x18ftypM4A ', 'latin1'), Buffer.alloc(1000)]));
  const { parts, warnings } = await split(audio, 0, 12, ffmpeg);
  expect(parts.map(({ startMs, name }) => [startMs, name])).toEqual([
    [0, 'part-1.mp3'],
    // The last border before the middle of the pause.
    [9576, 'part-2.mp3'],
  ]);
  expect(warnings).toEqual([]);
  expect(said).toContain('Re-encoding the audio with ffmpeg, to send less');
});

it('cuts the file as it is where ffmpeg fails, or says why not', async () => {
  const ffmpeg = await program('ffmpeg-bad', ["console.error('audio: Invalid data found');", 'process.exit(69);']);
  const { parts, warnings } = await split(await audioOf(wav(10)), 0, 5, ffmpeg);
  expect(parts).toHaveLength(2);
  expect(warnings).toEqual(['ffmpeg could not read the audio (69): audio: Invalid data found It was cut as it is.']);
  await expect(split(await audioOf(Buffer.from('OggS and more')), 5, 0, ffmpeg)).rejects.toMatchObject({
    message: 'ffmpeg could not read the audio (69): audio: Invalid data found',
  });
});

it('ends ffmpeg when the run is cancelled', async () => {
  const ffmpeg = await program('ffmpeg-slow', ['setTimeout(() => {}, 60_000);']);
  const ending = new AbortController();
  const work = splitAudio(
    await audioOf(wav(10)),
    { maxBytes: 0, maxSeconds: 5 },
    { ffmpegSetting: ffmpeg, signal: ending.signal, onProgress: () => ending.abort(new Error('cancelled')) },
  );
  await expect(work).rejects.toThrow('cancelled');
});
