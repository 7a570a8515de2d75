import { EpisodeUuid, type EpisodeFacts } from '@earmark/contracts/episodes';
import type { FileRef } from '@earmark/contracts/files';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import type { JobBook } from '@earmark/contracts/speech';
import type { SpeechOrder } from './speech-provider.ts';

/** What a run would have in its stream. */
export class Book implements JobBook {
  readonly entries: { key: string; service: string; jobId: string; answer: FileRef | null }[] = [];

  find(key: string): { jobId: string; answer: FileRef | null } | null {
    return this.entries.findLast((entry) => entry.key === key) ?? null;
  }

  async ordered(key: string, service: string, jobId: string): Promise<void> {
    this.entries.push({ key, service, jobId, answer: null });
  }

  async answered(key: string, answer: FileRef): Promise<void> {
    const last = this.entries.findLast((entry) => entry.key === key);
    if (!last) throw new Error(`nothing was ordered as ${key}`);
    last.answer = answer;
  }
}

export const episodeFacts = (given: Partial<EpisodeFacts>): EpisodeFacts => ({
  title: 'Sleep',
  description: null,
  publishedAt: null,
  durationSeconds: 60,
  audioUrl: null,
  imageUrl: null,
  link: null,
  transcripts: [],
  ...given,
});

export interface TestedOrder extends SpeechOrder {
  readonly jobs: Book;
  readonly said: string[];
}

export function orderOf(given: Partial<EpisodeFacts>, jobs = new Book(), signal?: AbortSignal): TestedOrder {
  const said: string[] = [];

  return {
    episodeUuid: uuidFrom(EARMARK_NAMESPACE, 'speech', EpisodeUuid),
    facts: episodeFacts(given),
    language: 'en',
    jobs,
    said,
    onProgress: (sentence) => void said.push(sentence),
    signal: signal ?? new AbortController().signal,
  };
}
