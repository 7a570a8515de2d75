import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { Rejected } from '../../kit/rejected.ts';

/** A pause in what is said, in milliseconds of the whole sound. */
export interface Silence {
  readonly startMs: number;
  readonly endMs: number;
}

const LAST_LINES = 5;
const NotRunnable = z.object({ code: z.enum(['ENOENT', 'EACCES', 'EPERM', 'ENOTDIR', 'ELOOP']) });

/** The program that `FFMPEG_PATH` names, else the one on the path; null: there is none. Throws Rejected for a wrong one. */
export async function findFfmpeg(setting: string | null): Promise<string | null> {
  if (setting !== null) {
    if (await isProgram(setting)) return setting;
    throw new Rejected('not-configured', `FFMPEG_PATH names no program that can be run: ${setting}.`);
  }
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, 'ffmpeg');
    if (folder !== '' && (await isProgram(path))) return path;
  }

  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch (error) {
    if (NotRunnable.safeParse(error).success) return false;
    throw error;
  }
}

/**
 * Writes the sound as MP3 of one channel at 32 kbit/s, which is as good for recognising speech, and finds its pauses. Reads
 * nothing but the file, whatever is in it. Throws Rejected when it cannot be read.
 */
export async function reencode(
  ffmpeg: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<readonly Silence[]> {
  const child = spawn(
    ffmpeg,
    [
      ['-hide_banner', '-nostdin', '-y', '-protocol_whitelist', 'file'],
      ['-i', from, '-vn', '-ac', '1', '-ar', '16000', '-b:a', '32k', '-af', 'silencedetect=noise=-35dB:d=0.5'],
      ['-f', 'mp3', to],
    ].flat(),
    { stdio: ['ignore', 'ignore', 'pipe'], signal, killSignal: 'SIGKILL' },
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // Handled below; the lines are read first.
  ended.catch(() => undefined);
  const silences: Silence[] = [];
  const last: string[] = [];
  let startMs: number | null = null;
  for await (const line of createInterface({ input: child.stderr })) {
    last.push(line);
    if (last.length > LAST_LINES) last.shift();
    const [, which, seconds] = /silence_(start|end): (-?[\d.]+)/.exec(line) ?? [];
    if (which === 'start') startMs = Math.max(0, Number(seconds) * 1000);
    if (which === 'end' && startMs !== null) {
      silences.push({ startMs, endMs: Number(seconds) * 1000 });
      startMs = null;
    }
  }
  const code = await ended.catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  if (code !== 0)
    throw new Rejected(
      'outside-refused',
      `ffmpeg could not read the audio (${code}): ${last.at(-1) ?? 'no reason given'}`,
    );

  return silences;
}
