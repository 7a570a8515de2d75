import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mp3, wav } from '../../testing/stubs/stub-audio.ts';
import { flacDurationMs, mp4DurationMs, oggDurationMs } from './audio-duration.ts';
import { audioKindOf } from './audio-kind.ts';
import { readMp3 } from './mp3.ts';
import { readWav } from './wav.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earmark-audio-'));
});
afterAll(async () => rm(folder, { recursive: true }));

let files = 0;
const written = async (bytes: Buffer): Promise<string> => {
  const path = join(folder, String(++files));
  await writeFile(path, bytes);

  return path;
};
const bytesOf = async (blob: Blob): Promise<Buffer> => Buffer.from(await blob.arrayBuffer());

describe('MP3', () => {
  it('is as long as its frames, whatever surrounds them', async () => {
    const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\0', 'latin1'), Buffer.alloc(128, 0xff)]);
    const file = await readMp3(await written(Buffer.concat([tag, mp3(9), Buffer.from('TAG'), Buffer.alloc(125)])));
    expect(file?.durationMs).toBe(9000);
    expect(await bytesOf((await file!.cut(0, 9000)).blob)).toEqual(mp3(9));
  });

  it('reads frames of other kinds: 44.1 kHz with padding, in stereo', async () => {
    const frame = (padded: boolean) => {
      const bytes = Buffer.alloc(padded ? 418 : 417);
      bytes.set([0xff, 0xfb, padded ? 0x92 : 0x90, 0x00]);
      return bytes;
    };
    const frames = Array.from({ length: 100 }, (_, index) => frame(index % 25 !== 0));
    const file = await readMp3(await written(Buffer.concat(frames)));
    expect(file?.durationMs).toBeCloseTo((100 * 1152 * 1000) / 44_100, 6);
  });

  it.each([
    ['Info', 4 + 9],
    ['Xing', 4 + 9],
    ['VBRI', 4 + 32],
  ])('does not count a first frame that holds %s', async (name, at) => {
    const bytes = mp3(3.6);
    bytes.write(name, at, 'latin1');
    const file = await readMp3(await written(bytes));
    expect(file?.durationMs).toBe(3600 - 36);
    expect((await file!.cut(0, 1000)).blob.size % 144).toBe(0);
  });

  it('is cut at frames, with the exact times, and nothing is lost between cuts', async () => {
    const whole = mp3(20);
    whole.forEach((byte, index) => {
      if (byte === 0) whole[index] = (index / 144) % 200;
    });
    const file = (await readMp3(await written(whole)))!;
    const cuts = await Promise.all([0, 7000, 13_500].map((ms, at, all) => file.cut(ms, all[at + 1] ?? 20_016)));
    for (const [index, cut] of cuts.entries()) {
      expect(cut.startMs % 36).toBe(0);
      expect(cut.blob.size).toBe(((cut.endMs - cut.startMs) / 36) * 144);
      expect(cuts[index + 1]?.startMs ?? cut.endMs).toBe(cut.endMs);
    }
    expect(Buffer.concat(await Promise.all(cuts.map(async ({ blob }) => bytesOf(blob))))).toEqual(whole);
    expect(cuts.map(({ startMs }) => startMs)).toEqual([0, file.borderAt(7000), file.borderAt(13_500)]);
    expect(7000 - cuts[1]!.startMs).toBeLessThan(300);
  });

  it('is none where there are no frames', async () => {
    expect(await readMp3(await written(Buffer.alloc(5000, 0xff)))).toBeNull();
    expect(await readMp3(await written(Buffer.from('<html>')))).toBeNull();
  });
});

describe('WAV', () => {
  it('is cut at samples into files of their own', async () => {
    const whole = wav(10);
    whole.fill(7, 44 + 4000, 44 + 8000);
    const file = (await readWav(await written(whole)))!;
    expect(file.durationMs).toBe(10_000);
    const { startMs, endMs, blob } = await file.cut(500.03, 1000);
    expect([startMs, endMs]).toEqual([500, 1000]);
    expect(await bytesOf(blob)).toEqual(Buffer.concat([wav(0.5).subarray(0, 44), Buffer.alloc(4000, 7)]));
    const again = await readWav(await written(await bytesOf(blob)));
    expect(again?.durationMs).toBe(500);
  });

  it('is as long as the file where a program could not know the length', async () => {
    const whole = wav(3);
    whole.writeUInt32LE(0xffffffff, 40);
    expect((await readWav(await written(whole)))?.durationMs).toBe(3000);
  });

  it('finds the sound behind other chunks', async () => {
    const whole = wav(2);
    const more = Buffer.concat([Buffer.from('LIST\x05\0\0\0abcde\0', 'latin1')]);
    const file = await readWav(await written(Buffer.concat([whole.subarray(0, 12), more, whole.subarray(12)])));
    expect(file?.durationMs).toBe(2000);
    expect(await readWav(await written(whole.subarray(0, 40)))).toBeNull();
  });
});

it('reads the length of other containers from their headers', async () => {
  const box = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + content.length);
    head.write(name, 4);
    return Buffer.concat([head, content]);
  };
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(1000, 12);
  mvhd.writeUInt32BE(63_500, 16);
  const mp4 = Buffer.concat([
    box('ftyp', Buffer.from('M4A ')),
    box('mdat', Buffer.alloc(500)),
    box('moov', box('mvhd', mvhd)),
  ]);
  expect(await mp4DurationMs(await written(mp4))).toBe(63_500);
  expect(await mp4DurationMs(await written(mp4.subarray(0, 400)))).toBeNull();

  const page = (granule: bigint, content: string) => {
    const head = Buffer.alloc(28);
    head.write('OggS');
    head.writeBigInt64LE(granule, 6);
    return Buffer.concat([head, Buffer.from(content, 'latin1')]);
  };
  const opus = Buffer.concat([page(0n, 'OpusHead\x01\x01\x38\x01\0\0\0\0'), page(96_312n, 'sound')]);
  expect(await oggDurationMs(await written(opus))).toBe(2000);

  const flac = Buffer.alloc(42);
  flac.write('fLaC');
  flac.writeUIntBE((44_100 << 4) | 0, 18, 3);
  flac.writeUInt32BE(88_200, 22);
  expect(await flacDurationMs(await written(flac))).toBe(2000);
});

it.each([
  ['mp3', mp3(1)],
  ['mp3', Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')],
  ['wav', wav(1)],
  ['m4a', Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0', 'latin1')],
  ['ogg', Buffer.from('OggS\0\x02', 'latin1')],
  ['flac', Buffer.from('fLaC\0\0', 'latin1')],
  ['webm', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x01])],
  ['aac', Buffer.from([0xff, 0xf1, 0x50, 0x80])],
  [undefined, Buffer.from('<!doctype html>')],
  [undefined, Buffer.from('{"error":1}')],
  [undefined, Buffer.alloc(0)],
])('recognises %s by its first bytes', (name, head) => {
  expect(audioKindOf(head)?.name).toBe(name);
});
