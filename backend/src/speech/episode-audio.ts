import { formatClock } from '@earmark/contracts/kit';
import { Rejected } from '../kit/rejected.ts';
import type { AudioFile, AudioFolder } from './audio/audio-folder.ts';
import type { SpeechOrder } from './speech-provider.ts';

/** Where the sound of the episode is. Throws Rejected. */
export function audioUrlOf({ facts }: SpeechOrder): string {
  if (facts.audioUrl === null) throw new Rejected('outside-refused', 'This episode has no audio to transcribe.');

  return facts.audioUrl;
}

/** The sound on our disk. */
export async function audioOf(folder: AudioFolder, order: SpeechOrder): Promise<AudioFile> {
  const url = audioUrlOf(order);
  const { episodeUuid, signal, onProgress } = order;
  onProgress(`Fetching the audio from ${URL.canParse(url) ? new URL(url).host : url}`, null);
  const audio = await folder.fetch(episodeUuid, url, signal);
  const { bytes, durationMs } = audio.facts;
  const length = durationMs === null ? 'of unknown length' : formatClock(durationMs);
  onProgress(`Fetched ${(bytes / 1_000_000).toFixed(1)} MB of audio, ${length}`, null);

  return audio;
}
