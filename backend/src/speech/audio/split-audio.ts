import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { Rejected } from '../../kit/rejected.ts';
import type { AudioFile } from './audio-folder.ts';
import type { CuttableAudio } from './cuttable-audio.ts';
import { findFfmpeg, reencode, type Silence } from './ffmpeg.ts';
import { readMp3 } from './mp3.ts';

export interface SplitLimits {
  /** 0: none. */
  readonly maxBytes: number;
  readonly maxSeconds: number;
}

/** What is sent in one request. */
export interface AudioPart {
  /** Of the whole sound; exact. */
  readonly startMs: number;
  /** Null: not known, for sound that is not split. */
  readonly durationMs: number | null;
  readonly type: string;
  /** With an extension, which services go by. */
  readonly name: string;
  readonly open: () => Promise<Blob>;
}

export interface SplitAudio {
  readonly parts: readonly AudioPart[];
  /** What the parts were cut from; null: it cannot be cut. */
  readonly cuttable: CuttableAudio | null;
  readonly warnings: readonly string[];
}

/** How far a part may end from where it should, to end in a pause. */
const SEARCH_MS = 30_000;
/** The least that services take. */
const LEAST_PART_MS = 100;
/** More parts than needed that are tried before giving up. */
const MORE_PARTS = 50;

/**
 * Sound in parts that a service accepts, whole where it may be. Throws Rejected for sound that is too long and cannot be
 * cut here.
 */
export async function splitAudio(
  audio: AudioFile,
  limits: SplitLimits,
  {
    ffmpegSetting,
    signal,
    onProgress,
  }: { ffmpegSetting: string | null; signal: AbortSignal; onProgress: (sentence: string) => void },
): Promise<SplitAudio> {
  const { facts, kind, path, cuttable } = audio;
  const isWhole = !exceeds(facts.bytes, limits.maxBytes) && !exceeds((facts.durationMs ?? 0) / 1000, limits.maxSeconds);
  if (isWhole) {
    const whole = {
      startMs: 0,
      durationMs: facts.durationMs,
      type: kind.type,
      name: `audio.${kind.name}`,
      open: async () => openAsBlob(path, { type: kind.type }),
    };

    return { parts: [whole], cuttable, warnings: [] };
  }

  const ffmpeg = await findFfmpeg(ffmpegSetting);
  const warnings: string[] = [];
  if (ffmpeg !== null)
    try {
      onProgress('Re-encoding the audio with ffmpeg, to send less');
      const smaller = join(audio.folder, 'smaller.mp3');
      const silences = await reencode(ffmpeg, path, smaller, signal);
      const mp3 = await readMp3(smaller);
      if (mp3 === null) throw new Rejected('outside-refused', 'ffmpeg found no sound in the audio.');

      return { parts: partsOf(mp3, limits, silences, 'mp3', 'audio/mpeg'), cuttable: mp3, warnings };
    } catch (error) {
      if (!(error instanceof Rejected) || cuttable === null) throw error;
      warnings.push(`${error.message} It was cut as it is.`);
    }
  if (cuttable === null)
    throw new Rejected(
      'outside-refused',
      'This file is longer than the service accepts and ffmpeg is not available. Install ffmpeg or set FFMPEG_PATH.',
    );

  return { parts: partsOf(cuttable, limits, [], kind.name, kind.type), cuttable, warnings };
}

const exceeds = (amount: number, limit: number): boolean => limit > 0 && amount > limit;

function partsOf(
  audio: CuttableAudio,
  limits: SplitLimits,
  silences: readonly Silence[],
  extension: string,
  type: string,
): AudioPart[] {
  const borders = bordersOf(audio, limits, silences);

  return borders.slice(1).flatMap((toMs, index) => {
    const fromMs = borders[index]!;
    if (toMs - fromMs < LEAST_PART_MS) return [];
    return [
      {
        startMs: fromMs,
        durationMs: Math.round(toMs - fromMs),
        type,
        name: `part-${index + 1}.${extension}`,
        open: async () => (await audio.cut(fromMs, toMs)).blob,
      },
    ];
  });
}

/** Where parts begin and end, as few and as even as the limits allow, in pauses where there are some. */
function bordersOf(audio: CuttableAudio, limits: SplitLimits, silences: readonly Silence[]): number[] {
  const { durationMs } = audio;
  const bytes = audio.bytesBetween(0, durationMs);
  const needed = Math.max(
    1,
    limits.maxSeconds > 0 ? Math.ceil(durationMs / 1000 / limits.maxSeconds) : 1,
    limits.maxBytes > 0 ? Math.ceil(bytes / limits.maxBytes) : 1,
  );
  const fits = (borders: readonly number[]): boolean =>
    borders
      .slice(1)
      .every(
        (to, index) =>
          !exceeds(audio.bytesBetween(borders[index]!, to), limits.maxBytes) &&
          !exceeds((to - borders[index]!) / 1000, limits.maxSeconds),
      );
  for (let count = needed; count < needed + MORE_PARTS; count++) {
    const even = Array.from({ length: count + 1 }, (_, index) => (index * durationMs) / count);
    const inPauses = even.map((ms, index) =>
      index === 0 || index === count ? ms : pauseNear(ms, silences, Math.min(SEARCH_MS, durationMs / count / 4)),
    );
    for (const places of [inPauses, even]) {
      const borders = places.map((ms) => audio.borderAt(ms));
      if (fits(borders)) return borders;
    }
  }
  throw new Rejected(
    'outside-refused',
    'The audio cannot be cut into parts that are small enough. Raise STT_MAX_BYTES or STT_MAX_SECONDS.',
  );
}

/** The middle of the nearest pause; the place itself where there is none. */
function pauseNear(ms: number, silences: readonly Silence[], withinMs: number): number {
  let best = ms;
  let bestMs = withinMs;
  for (const { startMs, endMs } of silences) {
    const middle = (startMs + endMs) / 2;
    if (Math.abs(middle - ms) > bestMs) continue;
    best = middle;
    bestMs = Math.abs(middle - ms);
  }

  return best;
}
