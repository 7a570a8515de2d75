import { open, type FileHandle } from 'node:fs/promises';

const LAST_PAGE_BYTES = 65_536;
const MAX_BOXES = 1000;

/** The length of an MPEG-4 file in milliseconds, as its header says; null when it does not. */
export async function mp4DurationMs(path: string): Promise<number | null> {
  return withFile(path, async (handle, size) => {
    const movie = await boxIn(handle, 'moov', 0, size);
    const header = movie && (await boxIn(handle, 'mvhd', movie.from, movie.to));
    if (!header) return null;
    const bytes = await read(handle, header.from, 32);
    const isLong = bytes[0] === 1;
    if (bytes.length < 32) return null;
    const scale = bytes.readUInt32BE(isLong ? 20 : 12);
    const length = isLong ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16);

    return scale === 0 || length === 0 ? null : Math.round((length * 1000) / scale);
  });
}

/** That of an Ogg file with Opus or Vorbis, from its last page. */
export async function oggDurationMs(path: string): Promise<number | null> {
  return withFile(path, async (handle, size) => {
    const head = await read(handle, 0, 200);
    const opus = head.indexOf('OpusHead', 0, 'latin1');
    const vorbis = head.indexOf('\x01vorbis', 0, 'latin1');
    if (opus === -1 && vorbis === -1) return null;
    const rate = opus === -1 ? head.readUInt32LE(vorbis + 12) : 48_000;
    const skipped = opus === -1 ? 0 : head.readUInt16LE(opus + 10);
    const tail = await read(handle, Math.max(0, size - LAST_PAGE_BYTES), LAST_PAGE_BYTES);
    const page = tail.lastIndexOf('OggS', undefined, 'latin1');
    if (page === -1 || page + 14 > tail.length || rate === 0) return null;
    const samples = Number(tail.readBigInt64LE(page + 6)) - skipped;

    return samples > 0 ? Math.round((samples * 1000) / rate) : null;
  });
}

/** That of a FLAC file. */
export async function flacDurationMs(path: string): Promise<number | null> {
  return withFile(path, async (handle) => {
    const info = await read(handle, 8, 18);
    if (info.length < 18) return null;
    const rate = (info.readUInt16BE(10) << 4) | (info.readUInt8(12) >> 4);
    const samples = (info.readUInt8(13) & 15) * 2 ** 32 + info.readUInt32BE(14);

    return rate === 0 || samples === 0 ? null : Math.round((samples * 1000) / rate);
  });
}

interface Box {
  readonly from: number;
  readonly to: number;
}

/** The content of the first box of this name between two places. */
async function boxIn(handle: FileHandle, name: string, from: number, to: number): Promise<Box | null> {
  let at = from;
  for (let boxes = 0; boxes < MAX_BOXES && at + 8 <= to; boxes++) {
    const head = await read(handle, at, 16);
    if (head.length < 8) return null;
    const written = head.readUInt32BE(0);
    const isLong = written === 1 && head.length === 16;
    const length = isLong ? Number(head.readBigUInt64BE(8)) : written === 0 ? to - at : written;
    if (length < 8) return null;
    if (head.toString('latin1', 4, 8) === name) return { from: at + (isLong ? 16 : 8), to: Math.min(at + length, to) };
    at += length;
  }

  return null;
}

async function read(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, from);

  return buffer.subarray(0, bytesRead);
}

async function withFile<Result>(
  path: string,
  work: (handle: FileHandle, size: number) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, 'r');
  try {
    return await work(handle, (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}
