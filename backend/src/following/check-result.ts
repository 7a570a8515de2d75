import type { FeedImported } from '@earmark/contracts/series';
import { FeedUnreadable } from '../feeds/feed-unreadable.ts';
import { FetchError } from '../feeds/fetch-error.ts';
import { outageOf } from '../kit/outage.ts';
import { messageOf } from '../kit/process/pause.ts';
import { Rejected } from '../kit/rejected.ts';

/** What a check of a feed found. */
export interface CheckResult {
  readonly seriesUuid: string;
  readonly name: string;
  /** Null: the check failed. */
  readonly imported: FeedImported | null;
  /** Why the check failed: a sentence. */
  readonly problem: string | null;
}

export interface CheckFailure {
  /** One sentence. */
  readonly problem: string;
  readonly isGone: boolean;
  /** How long the server wants to be left alone. */
  readonly retryAfterSeconds: number | null;
  /** Not the publisher's fault. */
  readonly isOurBug: boolean;
}

/** Refusals because this server has too much to do: the feed is not at fault. */
const BUSY = new Set(['busy', 'stream-busy']);
export const isBusy = (error: unknown): boolean => error instanceof Rejected && BUSY.has(error.code);

/** Why a check failed; null for an outage of ours, of which nothing can be said about the feed. */
export function failureOf(error: unknown): CheckFailure | null {
  const isFault = error instanceof FetchError || error instanceof FeedUnreadable || error instanceof Rejected;
  if (!isFault && outageOf(error) !== null) return null;

  return {
    problem: isFault ? error.message : `Earmark cannot process this feed: ${messageOf(error)}`,
    isGone: error instanceof FetchError && error.kind === 'gone',
    retryAfterSeconds: error instanceof FetchError ? error.retryAfterSeconds : null,
    isOurBug: !isFault,
  };
}

/** For people. `waiting`: episodes of the feed that are not here. */
export function sentenceOf({ name, imported, problem }: CheckResult, waiting: number): string {
  if (!imported) return `The feed of “${name}” could not be read: ${problem ?? 'nobody knows why.'}`;
  const { episodes, episodesChanged, transcripts, failed } = imported.report;
  const parts = [
    episodes > 0 ? `${counted(episodes, 'new episode')} added` : '',
    transcripts > 0 ? `${counted(transcripts, 'transcript')} added` : '',
    episodesChanged > 0 ? `${counted(episodesChanged, 'episode')} updated` : '',
    failed > 0 ? `${counted(failed, 'transcript')} could not be fetched` : '',
    waiting > 0 ? `${counted(waiting, 'episode')} of the feed not here; follow the podcast to add them` : '',
  ].filter((part) => part !== '');

  return parts.length === 0 ? `“${name}” is up to date.` : `“${name}”: ${parts.join(', ')}.`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
