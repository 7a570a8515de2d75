import type { MentionTotals, RecountStatus, RecountSummary } from '@earmark/contracts/recounts';
import { formatDistance } from '../kit/date.ts';

export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

/** `+12`, `−47`, `±0`. */
export function signed(difference: number): string {
  if (difference === 0) return '±0';

  return `${difference < 0 ? '−' : '+'}${Math.abs(difference).toLocaleString('en-GB')}`;
}

const arrow = (before: number, after: number): string =>
  `${before.toLocaleString('en-GB')} → ${after.toLocaleString('en-GB')}`;

/** The parts of `Mentions 412 → 365 (−47), episodes 38 → 35`. */
export const totalsWords = (before: MentionTotals, after: MentionTotals) => ({
  before: before.mentions.toLocaleString('en-GB'),
  after: after.mentions.toLocaleString('en-GB'),
  rest: `(${signed(after.mentions - before.mentions)}), episodes ${arrow(before.episodes, after.episodes)}`,
});

export function totalsSentence(before: MentionTotals, after: MentionTotals): string {
  const { rest } = totalsWords(before, after);

  return `Mentions ${arrow(before.mentions, after.mentions)} ${rest}`;
}

/** Of what was there before, in percent. */
export const relative = (before: number, after: number): string =>
  before === 0 ? 'new' : `${signed(Math.round(((after - before) / before) * 100))}%`;

export const STATUS_WORDS: Readonly<Record<RecountStatus, string>> = {
  running: 'Counting',
  paused: 'Paused',
  ready: 'Ready',
  published: 'Published',
  discarded: 'Discarded',
  failed: 'Failed',
};

/** What taking a publication back would do now. */
export function revertWords({ inForce }: RecountSummary): string {
  if (inForce === null) return 'A revert gives the episodes that follow it the numbers that they had before.';
  const { episodes, later } = inForce;
  const newer = later && `${later.by}, ${formatDistance(later.at)}`;
  if (episodes === 0)
    return newer === null
      ? 'No episode follows it any more; taking it back changes no number now.'
      : `A later publication is in force (${newer}); taking this one back changes no number now.`;
  const words = `A revert gives ${counted(episodes, 'episode', 'episodes')} the numbers that they had before.`;

  return newer === null ? words : `${words} In other episodes a later publication is in force (${newer}).`;
}

/** What has happened when a publication was taken back that stood as `inForce` says. */
export function revertedWords(inForce: RecountSummary['inForce']): string {
  if (inForce === null) return 'The episodes that followed it have the numbers that they had before.';
  if (inForce.episodes > 0)
    return `${counted(inForce.episodes, 'episode has', 'episodes have')} the numbers from before it.`;

  return inForce.later === null
    ? 'No episode followed it any more, so no number changed.'
    : 'A later publication is in force, so no number changed.';
}

/** `42% · 310 episodes/s · about 12 s left` */
export function progressWords({ percent, eventsPerSecond, secondsLeft }: RecountSummary['progress']): string {
  const rate = eventsPerSecond === null ? [] : [`${Math.round(eventsPerSecond).toLocaleString('en-GB')} episodes/s`];
  const left = secondsLeft === null ? [] : [`about ${timeLeft(secondsLeft)} left`];

  return [`${Math.floor(percent)}%`, ...rate, ...left].join(' · ');
}

const timeLeft = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
