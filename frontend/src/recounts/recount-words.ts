import type { MentionTotals, RecountStatus, RecountSummary } from '@earmark/contracts/recounts';

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
  before === 0 ? 'new' : `${signed(Math.round(((after - before) / before) * 100))} %`;

export const STATUS_WORDS: Readonly<Record<RecountStatus, string>> = {
  running: 'Counting',
  paused: 'Paused',
  ready: 'Ready',
  published: 'Published',
  discarded: 'Discarded',
  failed: 'Failed',
};

/** `42 % · 310 episodes/s · about 12 s left` */
export function progressWords({ percent, eventsPerSecond, secondsLeft }: RecountSummary['progress']): string {
  const rate = eventsPerSecond === null ? [] : [`${Math.round(eventsPerSecond).toLocaleString('en-GB')} episodes/s`];
  const left = secondsLeft === null ? [] : [`about ${timeLeft(secondsLeft)} left`];

  return [`${Math.floor(percent)} %`, ...rate, ...left].join(' · ');
}

const timeLeft = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
