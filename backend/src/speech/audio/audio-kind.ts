/** A container or encoding of sound, as services name it. */
export interface AudioKind {
  readonly name: 'mp3' | 'wav' | 'm4a' | 'ogg' | 'flac' | 'webm' | 'aac';
  readonly type: string;
}

const KINDS = {
  mp3: { name: 'mp3', type: 'audio/mpeg' },
  wav: { name: 'wav', type: 'audio/wav' },
  m4a: { name: 'm4a', type: 'audio/mp4' },
  ogg: { name: 'ogg', type: 'audio/ogg' },
  flac: { name: 'flac', type: 'audio/flac' },
  webm: { name: 'webm', type: 'audio/webm' },
  aac: { name: 'aac', type: 'audio/aac' },
} as const satisfies Record<AudioKind['name'], AudioKind>;

/** What a file is, by its first bytes; null when that is no sound. What a host calls it is often wrong. */
export function audioKindOf(head: Buffer): AudioKind | null {
  const text = (from: number, to: number): string => head.toString('latin1', from, to);
  if (text(0, 3) === 'ID3') return KINDS.mp3;
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return KINDS.wav;
  if (text(4, 8) === 'ftyp') return KINDS.m4a;
  if (text(0, 4) === 'OggS') return KINDS.ogg;
  if (text(0, 4) === 'fLaC') return KINDS.flac;
  if (head.length > 4 && head.readUInt32BE(0) === 0x1a45dfa3) return KINDS.webm;
  const [first = 0, second = 0] = head;
  if (first !== 0xff) return null;
  // Twelve set bits and layer 0 begin ADTS; eleven and layer III, MP3.
  if ((second & 0xf6) === 0xf0) return KINDS.aac;

  return (second & 0xe6) === 0xe2 ? KINDS.mp3 : null;
}
