import type { FeedState, FollowedPodcast } from '@earmark/contracts/series';
import { formatDay } from '../../kit/date.ts';

const TONES = {
  unchecked: 'plain',
  'up-to-date': 'good',
  new: 'accent',
  failing: 'bad',
  moved: 'warn',
  gone: 'bad',
  'no-feed': 'plain',
} as const satisfies Record<FeedState, string>;

/** The state of its feed in words, and how good that is. */
export function feedStateOf({ state, stateSince, newEpisodes }: FollowedPodcast) {
  const since = stateSince === null ? '' : ` since ${formatDay(stateSince)}`;
  const labels: Readonly<Record<FeedState, string>> = {
    unchecked: 'Not checked yet',
    'up-to-date': 'Up to date',
    new: `${newEpisodes.toLocaleString('en-GB')} new`,
    failing: `Failing${since}`,
    moved: `Moved${since}`,
    gone: `Gone${since}`,
    'no-feed': 'No feed',
  };

  return { label: labels[state], tone: TONES[state] };
}
