/** 8-bit silence of one channel. */
export function wav(seconds: number, rate = 8000): Buffer {
  const samples = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + samples, 128);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples, 40);

  return bytes;
}

export const MP3_FRAME_MS = 36;
const FRAME_BYTES = 144;

/** Silence of one channel at 32 kbit/s and 16 kHz: frames of 144 bytes and 36 ms. */
export function mp3(seconds: number): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.set([0xff, 0xf3, 0x48, 0xc0]);

  return Buffer.alloc(FRAME_BYTES * Math.ceil((seconds * 1000) / MP3_FRAME_MS), frame);
}

/** How long the sound is that somebody sent, as a service would find out; null: unknown. */
export function secondsOf(bytes: Buffer): number | null {
  if (bytes.toString('latin1', 0, 4) === 'RIFF') return (bytes.length - 44) / bytes.readUInt32LE(28);
  if (bytes[0] === 0xff) return (bytes.length / FRAME_BYTES) * (MP3_FRAME_MS / 1000);

  return null;
}
