import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { AudioFacts } from '@earmark/contracts/speech';
import { isMissing } from '../../kit/file-error.ts';
import { FetchError } from '../../feeds/fetch-error.ts';
import type { Fetcher } from '../../feeds/fetcher.ts';
import { Rejected } from '../../kit/rejected.ts';
import { passingOf } from '../speech-errors.ts';
import { flacDurationMs, mp4DurationMs, oggDurationMs } from './audio-duration.ts';
import { audioKindOf, type AudioKind } from './audio-kind.ts';
import type { CuttableAudio } from './cuttable-audio.ts';
import { readMp3 } from './mp3.ts';
import { readWav } from './wav.ts';

/** Older sound belongs to no run that goes on. */
const FORGOTTEN_MS = 48 * 3_600_000;
const HEAD_BYTES = 64;

/** Sound on the disk of this server. */
export interface AudioFile {
  readonly path: string;
  /** For other files that are made of it. */
  readonly folder: string;
  readonly kind: AudioKind;
  readonly facts: AudioFacts;
  /** Null: it cannot be cut without a program. */
  readonly cuttable: CuttableAudio | null;
}

/** Sound that runs need, fetched once and kept until they have ended. */
export class AudioFolder {
  private isTidy = false;

  constructor(
    private readonly fetcher: Fetcher,
    private readonly folder: string,
    private readonly maxBytes: number,
  ) {}

  /** That which is here already after a crash is not fetched again. Throws Rejected. */
  async fetch(episodeUuid: EpisodeUuid, url: string, signal: AbortSignal): Promise<AudioFile> {
    if (!this.isTidy) await this.removeForgotten();
    const folder = join(this.folder, episodeUuid);
    const [path, factsPath] = [join(folder, 'audio'), join(folder, 'facts.json')];
    const known = await knownFacts(factsPath);
    if (known?.url === url) return this.read(folder, path, known);

    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const written = await this.download(url, path, signal);
    const file = await this.read(folder, path, { url, ...written, durationMs: null });
    // Whole or not at all: it says that the sound is complete.
    await writeFile(`${factsPath}.new`, JSON.stringify(file.facts), { flush: true });
    await rename(`${factsPath}.new`, factsPath);

    return file;
  }

  async remove(episodeUuid: EpisodeUuid): Promise<void> {
    await rm(join(this.folder, episodeUuid), { recursive: true, force: true });
  }

  private async download(
    url: string,
    path: string,
    signal: AbortSignal,
  ): Promise<Pick<AudioFacts, 'bytes' | 'sha256'>> {
    const hash = createHash('sha256');
    let bytes = 0;
    const handle = await open(path, 'w');
    try {
      const { body } = await this.fetcher.download(url, {
        maxBytes: this.maxBytes,
        accept: 'audio/*, */*;q=0.5',
        signal,
      });
      for await (const piece of body) {
        hash.update(piece);
        bytes += piece.length;
        await handle.writeFile(piece);
      }
      await handle.sync();
    } catch (error) {
      if (error instanceof FetchError) throw this.refusalOf(error);
      throw error;
    } finally {
      await handle.close();
    }

    return { bytes, sha256: hash.digest('hex') };
  }

  private refusalOf(error: FetchError): Rejected {
    if (error.kind === 'too-large')
      return new Rejected(
        'too-large',
        `The audio of this episode is larger than the limit of ${this.maxBytes / 1_000_000} MB. Raise STT_MAX_AUDIO_BYTES.`,
      );
    const sentence = `The audio could not be fetched: ${error.message}`;
    if (error.kind === 'address-refused') return new Rejected('address-refused', sentence);
    if (error.kind === 'password') return new Rejected('publisher-refused', sentence);
    const passing = passingOf(error);

    return new Rejected(passing?.code ?? 'outside-refused', sentence, passing?.extra);
  }

  private async read(folder: string, path: string, facts: AudioFacts): Promise<AudioFile> {
    const kind = audioKindOf(await headOf(path));
    if (kind === null)
      throw new Rejected(
        'outside-refused',
        `The audio address of this episode at ${new URL(facts.url).host} leads to something else than sound.`,
      );
    const cuttable = kind.name === 'mp3' ? await readMp3(path) : kind.name === 'wav' ? await readWav(path) : null;
    const durationMs = cuttable ? Math.round(cuttable.durationMs) : await durationOf(kind, path);

    return { path, folder, kind, cuttable, facts: { ...facts, durationMs } };
  }

  private async removeForgotten(): Promise<void> {
    this.isTidy = true;
    await mkdir(this.folder, { recursive: true });
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      if (Date.now() - (await stat(path)).mtimeMs > FORGOTTEN_MS) await rm(path, { recursive: true, force: true });
    }
  }
}

const durationOf = async ({ name }: AudioKind, path: string): Promise<number | null> => {
  if (name === 'm4a') return mp4DurationMs(path);
  if (name === 'ogg') return oggDurationMs(path);

  return name === 'flac' ? flacDurationMs(path) : null;
};

/** Null when the sound was not fetched to its end. */
async function knownFacts(path: string): Promise<AudioFacts | null> {
  try {
    return AudioFacts.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);

    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
