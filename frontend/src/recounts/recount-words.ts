import type { MentionTotals, PendingChange, RecountStatus, RecountSummary } from '@earmark/contracts/recounts';
import { formatDistance } from '../kit/date.ts';

export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

/** `“Rome”, “Oslo” and 3 more`. `of`: how many there are in all. */
export function namesWords(names: readonly string[], of: number): string {
  const quoted = names.map((name) => `“${name}”`).join(', ');

  return of > names.length ? `${quoted} and ${(of - names.length).toLocaleString('en-GB')} more` : quoted;
}

const KIND_WORDS: Readonly<Record<PendingChange['kind'], string>> = {
  added: 'Added',
  edited: 'Changed',
  deleted: 'Deleted',
  imported: 'Imported',
  removed: 'Undid the import of',
};

export const changeWords = ({ kind, names, patterns }: PendingChange): string =>
  `${KIND_WORDS[kind]} ${namesWords(names, patterns)}`;

/** The podcasts, and the changes when it is limited to some. */
export function scopeWords({ podcastUuids, only }: RecountSummary): string {
  const where = podcastUuids === null ? 'All podcasts' : counted(podcastUuids.length, 'podcast', 'podcasts');

  return only === null ? where : `${where}, only ${namesWords(only.names, only.patterns)}`;
}

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

/** Percentage of the earlier number. */
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

/** What reverting a publication would do now. */
export function revertWords({ inForce }: RecountSummary): string {
  if (inForce === null) return 'Reverting restores the earlier counts of the episodes that use it.';
  const { episodes, later } = inForce;
  const newer = later && `${later.by}, ${formatDistance(later.at)}`;
  if (episodes === 0)
    return newer === null
      ? 'No episode uses it any more, so reverting it changes no counts.'
      : `A later publication is in force (${newer}); reverting this one changes no counts.`;
  const words = `Reverting restores the earlier counts of ${counted(episodes, 'episode', 'episodes')}.`;

  return newer === null ? words : `${words} In other episodes a later publication is in force (${newer}).`;
}

/** The outcome of reverting a publication whose state before the revert was `inForce`. */
export function revertedWords(inForce: RecountSummary['inForce']): string {
  if (inForce === null) return 'The episodes that used it have their earlier counts again.';
  if (inForce.episodes > 0)
    return `${counted(inForce.episodes, 'episode has its', 'episodes have their')} earlier counts again.`;

  return inForce.later === null
    ? 'No episode used it any more, so no counts changed.'
    : 'A later publication is in force, so no counts changed.';
}

/** `42% · 310 episodes/s · about 12 s left` */
export function progressWords({ percent, eventsPerSecond, secondsLeft }: RecountSummary['progress']): string {
  const rate = eventsPerSecond === null ? [] : [`${Math.round(eventsPerSecond).toLocaleString('en-GB')} episodes/s`];
  const left = secondsLeft === null ? [] : [`about ${timeLeft(secondsLeft)} left`];

  return [`${Math.floor(percent)}%`, ...rate, ...left].join(' · ');
}

const timeLeft = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
