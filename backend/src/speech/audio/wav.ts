import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import type { AudioCut, CuttableAudio } from './cuttable-audio.ts';

const CHUNK_HEAD = 8;
const MAX_CHUNKS = 100;

interface WavFacts {
  /** The chunk that says how samples are stored, with its head. */
  readonly format: Buffer;
  readonly bytesPerSecond: number;
  /** Of one sample of all channels. */
  readonly blockBytes: number;
  readonly dataAt: number;
  readonly dataBytes: number;
}

/** A WAV file, whose samples are all of one size. */
export class Wav implements CuttableAudio {
  constructor(
    private readonly path: string,
    private readonly facts: WavFacts,
  ) {}

  get durationMs(): number {
    return this.msAt(this.facts.dataBytes);
  }

  borderAt(ms: number): number {
    return this.msAt(this.offsetAt(ms));
  }

  bytesBetween(fromMs: number, toMs: number): number {
    return headOf(this.facts, 0).length + this.offsetAt(toMs) - this.offsetAt(fromMs);
  }

  async cut(fromMs: number, toMs: number): Promise<AudioCut> {
    const { dataAt } = this.facts;
    const [from, to] = [this.offsetAt(fromMs), this.offsetAt(toMs)];
    const whole = await openAsBlob(this.path);
    const samples = whole.slice(dataAt + from, dataAt + to);

    return {
      startMs: this.msAt(from),
      endMs: this.msAt(to),
      blob: new Blob([headOf(this.facts, to - from), samples], { type: 'audio/wav' }),
    };
  }

  private offsetAt(ms: number): number {
    const { bytesPerSecond, blockBytes, dataBytes } = this.facts;
    const bytes = Math.min((ms / 1000) * bytesPerSecond, dataBytes);

    return Math.floor(bytes / blockBytes) * blockBytes;
  }

  private msAt(bytes: number): number {
    return (bytes * 1000) / this.facts.bytesPerSecond;
  }
}

/** Reads the chunks of a WAV file. Null when it has no sound. */
export async function readWav(path: string): Promise<Wav | null> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    let format: Buffer | null = null;
    let at = 12;
    for (let chunks = 0; chunks < MAX_CHUNKS && at + CHUNK_HEAD <= size; chunks++) {
      const head = Buffer.alloc(CHUNK_HEAD);
      await handle.read(head, 0, CHUNK_HEAD, at);
      const name = head.toString('latin1', 0, 4);
      const length = head.readUInt32LE(4);
      if (name === 'fmt ' && length >= 16 && length < 1000) {
        format = Buffer.alloc(CHUNK_HEAD + length);
        await handle.read(format, 0, format.length, at);
      }
      if (name === 'data' && format !== null) {
        const [bytesPerSecond, blockBytes] = [format.readUInt32LE(16), format.readUInt16LE(20)];
        const dataAt = at + CHUNK_HEAD;
        // A program that wrote to a pipe could not know the length.
        const dataBytes = Math.min(length, size - dataAt);
        if (bytesPerSecond === 0 || blockBytes === 0 || dataBytes === 0) return null;

        return new Wav(path, { format, bytesPerSecond, blockBytes, dataAt, dataBytes });
      }
      at += CHUNK_HEAD + length + (length % 2);
    }

    return null;
  } finally {
    await handle.close();
  }
}

function headOf({ format }: WavFacts, dataBytes: number): Buffer {
  const riff = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');
  const data = Buffer.from('data\0\0\0\0', 'latin1');
  riff.writeUInt32LE(4 + format.length + data.length + dataBytes, 4);
  data.writeUInt32LE(dataBytes, 4);

  return Buffer.concat([riff, format, data]);
}
