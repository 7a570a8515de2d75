import { openAsBlob } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { AudioCut, CuttableAudio } from './cuttable-audio.ts';

const KBPS = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const RATES = [44_100, 48_000, 32_000];
/** Places to cut at are remembered this far apart. */
const MARK_MS = 250;
const WINDOW_BYTES = 256 * 1024;
const HEADER_BYTES = 4;
/** More than that between two frames, and the sound has ended. */
const MAX_GAP_BYTES = 1_000_000;
/** Where the first frame may hold a table of contents instead of sound. */
const TABLE_BYTES = 64;

interface Frame {
  readonly bytes: number;
  readonly samples: number;
  readonly rate: number;
  /** Before the sound; where a table of contents would stand. */
  readonly sideBytes: number;
  readonly version: number;
}

/** An MP3 file, whose frames are known. */
export class Mp3 implements CuttableAudio {
  constructor(
    private readonly path: string,
    /** Beginnings of frames, ascending, the last one being the end; `ms` is exact. */
    private readonly marks: readonly { readonly offset: number; readonly ms: number }[],
  ) {}

  get durationMs(): number {
    return this.marks.at(-1)?.ms ?? 0;
  }

  borderAt(ms: number): number {
    return this.markAt(ms).ms;
  }

  bytesBetween(fromMs: number, toMs: number): number {
    return this.markAt(toMs).offset - this.markAt(fromMs).offset;
  }

  async cut(fromMs: number, toMs: number): Promise<AudioCut> {
    const [from, to] = [this.markAt(fromMs), this.markAt(toMs)];
    const whole = await openAsBlob(this.path);

    return { startMs: from.ms, endMs: to.ms, blob: whole.slice(from.offset, to.offset, 'audio/mpeg') };
  }

  /** The last one at or before. */
  private markAt(ms: number): { offset: number; ms: number } {
    let low = 0;
    let high = this.marks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.marks[middle]!.ms <= ms) low = middle;
      else high = middle - 1;
    }

    return this.marks[low]!;
  }
}

/** Reads the frames of an MP3 file. Null when there are none. */
export async function readMp3(path: string): Promise<Mp3 | null> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = new Window(handle, size);
    const marks: { offset: number; ms: number }[] = [];
    let at = await afterId3(bytes);
    let end = at;
    // Samples, not milliseconds, so that nothing adds up wrongly.
    let samples = 0;
    let first: Frame | null = null;
    while (at + HEADER_BYTES <= size && at - end <= MAX_GAP_BYTES) {
      const frame = frameIn(await bytes.at(at, HEADER_BYTES));
      const isNext = frame !== null && (first === null ? await isFollowed(bytes, at, frame) : isAlike(frame, first));
      if (!isNext) {
        at++;
        continue;
      }
      const isFirst = first === null;
      first ??= frame;
      if (!isFirst || !hasTable(await bytes.at(at, TABLE_BYTES), frame)) {
        const ms = (samples * 1000) / frame.rate;
        if (ms - (marks.at(-1)?.ms ?? -Infinity) >= MARK_MS) marks.push({ offset: at, ms });
        samples += frame.samples;
      }
      at += frame.bytes;
      end = Math.min(at, size);
    }
    if (first === null || samples === 0) return null;

    return new Mp3(path, [...marks, { offset: end, ms: (samples * 1000) / first.rate }]);
  } finally {
    await handle.close();
  }
}

async function afterId3(bytes: Window): Promise<number> {
  const head = await bytes.at(0, 10);
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);

  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127);
}

function frameIn(header: Buffer): Frame | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = header;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const version = [2.5, null, 2, 1][(second >> 3) & 3] ?? null;
  const isLayer3 = ((second >> 1) & 3) === 1;
  const rate = RATES[(third >> 2) & 3];
  if (version === null || !isLayer3 || rate === undefined) return null;
  const kbps = KBPS[version === 1 ? 1 : 2][third >> 4] ?? 0;
  if (kbps === 0) return null;
  const sampleRate = rate / (version === 1 ? 1 : version === 2 ? 2 : 4);
  const factor = version === 1 ? 144 : 72;
  const isMono = fourth >> 6 === 3;

  return {
    bytes: Math.floor((factor * kbps * 1000) / sampleRate) + ((third >> 1) & 1),
    samples: factor * 8,
    rate: sampleRate,
    sideBytes: version === 1 ? (isMono ? 17 : 32) : isMono ? 9 : 17,
    version,
  };
}

const isAlike = (one: Frame, other: Frame): boolean => one.rate === other.rate && one.version === other.version;

/** Bytes of other things look like a frame now and then, but not twice in a row. */
async function isFollowed(bytes: Window, at: number, frame: Frame): Promise<boolean> {
  const next = frameIn(await bytes.at(at + frame.bytes, HEADER_BYTES));

  return next === null ? at + frame.bytes >= bytes.size : isAlike(next, frame);
}

/** Xing and Info of LAME, VBRI of Fraunhofer: a frame without sound, which would count as time. */
function hasTable(head: Buffer, { sideBytes }: Frame): boolean {
  const at = (from: number): string => head.toString('latin1', from, from + 4);

  return ['Xing', 'Info'].includes(at(HEADER_BYTES + sideBytes)) || at(HEADER_BYTES + 32) === 'VBRI';
}

/** A file read forwards, some hundred kilobytes at a time. */
class Window {
  private readonly buffer = Buffer.alloc(WINDOW_BYTES);
  private from = 0;
  private length = 0;

  constructor(
    private readonly handle: FileHandle,
    readonly size: number,
  ) {}

  /** Fewer bytes at the end of the file. */
  async at(offset: number, length: number): Promise<Buffer> {
    const isRead = offset >= this.from && offset + length <= this.from + this.length;
    if (!isRead && offset < this.size) {
      const { bytesRead } = await this.handle.read(this.buffer, 0, WINDOW_BYTES, offset);
      this.from = offset;
      this.length = bytesRead;
    }
    const start = offset - this.from;

    return start < 0 ? Buffer.alloc(0) : this.buffer.subarray(start, Math.min(start + length, this.length));
  }
}
