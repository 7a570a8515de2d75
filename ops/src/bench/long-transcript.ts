import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldName } from '@earmark/contracts/mentions';
import { readSegments, SHARED_DATA } from '../suites/corpus.ts';
import type { Name } from '../suites/names.ts';
import { madeUpWords, seededRandom } from '../suites/synthetic-corpus.ts';

const SHARED = join(
  SHARED_DATA,
  'transcripts/talk-python-to-me/386-realtime-web-apps-and-dashboards-with-h2o-wave.vtt',
);
const CUES = 5_536;
const CUE_SECONDS = 2;
const MENTIONS = 500;

export interface LongTranscript {
  readonly label: string;
  /** A word of the transcript, as a name. */
  readonly name: Name;
}

/** Puts a transcript of 5,536 cues into a new folder. Its name is a word in about 500 cues that is not among `known`. */
export async function placeLongTranscript(folder: string, known: readonly Name[]): Promise<LongTranscript> {
  const file = join(folder, 'long.vtt');
  await mkdir(folder);
  const isShared = existsSync(SHARED);
  if (isShared) await copyFile(SHARED, file);
  else await writeFile(file, madeUpCues());
  const label = isShared ? 'Talk Python To Me 386 (© Talk Python, GPL-3.0)' : 'a **synthetic** transcript';

  const taken = new Set(known.map(({ name }) => foldName(name)));
  const cues = new Map<string, number>();
  for (const text of await readSegments([file]))
    for (const word of new Set(text.toLowerCase().match(/\b[a-z]{2,}\b/g)))
      if (!taken.has(word)) cues.set(word, (cues.get(word) ?? 0) + 1);
  const [nearest] = [...cues].sort(([, one], [, other]) => Math.abs(one - MENTIONS) - Math.abs(other - MENTIONS));
  if (!nearest) throw new Error('the long transcript has no words');
  const [name] = nearest;

  return { label, name: { name, type: 'company', entity: name } };
}

function madeUpCues(): string {
  const { word } = madeUpWords(seededRandom(3));
  const at = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(11, 23)}`;
  const cues = Array.from({ length: CUES }, (_, cue) => {
    const text = Array.from({ length: 8 }, word).join(' ');
    return `${at(cue * CUE_SECONDS)} --> ${at((cue + 1) * CUE_SECONDS)}\n${text}\n`;
  });

  return `WEBVTT\n\n${cues.join('\n')}`;
}
