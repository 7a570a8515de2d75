import { expect, it } from '@jest/globals';
import type { FollowedPodcast } from '@earmark/contracts/series';
import { screen, waitFor, within } from '@testing-library/react';
import { undo } from '../../testing/episode.tsx';
import { answers, refusal } from '../../testing/server.ts';
import { show } from '../../testing/show.tsx';
import { Toasts } from '../../ui/toast.tsx';
import { FollowedPodcasts } from './followed-podcasts.tsx';

const LIST = '/api/admin/followed-series';
const SINCE = '2026-11-03T10:00:00.000Z';

it('lists podcasts with the state of their feeds', async () => {
  serve(
    podcast('Harbour', { episodesHere: 1204, episodesInFeed: 1300, transcribed: 40 }),
    podcast('Pier', { state: 'new', newEpisodes: 3, isFollowed: false }),
    podcast('Quay', { state: 'failing', stateSince: SINCE, problem: 'The publisher answers 500.' }),
    podcast('Dock', { state: 'moved', stateSince: SINCE }),
    podcast('Mole', { state: 'gone', stateSince: SINCE, nextCheckAt: null }),
    podcast('Lock', { state: 'unchecked', episodesInFeed: null, lastCheckedAt: null }),
    podcast('Files', { state: 'no-feed', feedUrl: null }),
  );
  open();
  expect(await row('Harbour')).toHaveTextContent('Up to date');
  expect(await row('Harbour')).toHaveTextContent('Episodes1,204 here, 1,300 in the feed');
  expect(await row('Harbour')).toHaveTextContent('Transcribed40');
  expect(within(await row('Harbour')).getByRole('switch', { name: 'Follow Harbour' })).toBeChecked();
  expect(await row('Pier')).toHaveTextContent('3 new');
  expect(within(await row('Pier')).getByRole('switch')).not.toBeChecked();
  expect(await row('Quay')).toHaveTextContent('Failing since 3 Nov 2026');
  expect(await row('Quay')).toHaveTextContent('The publisher answers 500.');
  expect(await row('Dock')).toHaveTextContent('Moved since 3 Nov 2026');
  expect(await row('Mole')).toHaveTextContent('Gone since 3 Nov 2026');
  expect(await row('Mole')).toHaveTextContent('Next checknot by itself');
  expect(await row('Lock')).toHaveTextContent('Not checked yet');
  expect(await row('Lock')).toHaveTextContent('Last checkednever');
  expect(await row('Files')).toHaveTextContent('No feed');
  expect(within(await row('Files')).queryByRole('switch')).toBeNull();
  expect(within(await row('Files')).queryByRole('button', { name: /^Refresh/ })).toBeNull();
  expect(screen.getByText(/^Feeds are checked every 60 minutes/)).toBeVisible();
});

it('says that there are none, and why they could not be loaded', async () => {
  let isDown = true;
  answers('get', LIST, () =>
    isDown ? refusal(503, 'down', 'The database is away for a moment.') : Response.json(listOf([])),
  );
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('503: The database is away for a moment.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No podcasts yet' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add podcasts' })).toBeVisible();
});

it('follows and unfollows, and offers to undo it', async () => {
  const listed = serve(podcast('Harbour'));
  answers('post', '/api/admin/series/harbour/unfollow', () => {
    listed[0] = podcast('Harbour', { isFollowed: false });

    return Response.json({ message: '“Harbour” is no longer followed.', eventId: 'event-1' });
  });
  const { user, undone, ...shown } = open();
  await user.click(await screen.findByRole('switch', { name: 'Follow Harbour' }));
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Follow Harbour' })).not.toBeChecked());
  await undo({ user, ...shown }, '“Harbour” is no longer followed.');
  expect(undone).toEqual(['event-1']);
  answers('post', '/api/admin/series/harbour/follow', () => refusal(503, 'down', 'The database is away.'));
  await user.click(screen.getByRole('switch', { name: 'Follow Harbour' }));
  expect(await screen.findByText('The podcast could not be followed')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Follow Harbour' })).not.toBeChecked());
});

it('refreshes a podcast, and shows what that found', async () => {
  const listed = serve(podcast('Harbour'), podcast('Pier'));
  let problem: string | null = null;
  answers('post', '/api/admin/series/pier/refresh', () => {
    listed[1] = podcast('Pier', problem === null ? { episodesInFeed: 45 } : { state: 'failing', problem });

    return problem === null
      ? Response.json({ message: '“Pier” has 2 new episodes.', podcast: listed[1] })
      : refusal(502, 'upstream-unavailable', problem);
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Refresh Pier now' }));
  expect(await screen.findByText('“Pier” has 2 new episodes.')).toBeVisible();
  expect(await row('Pier')).toHaveTextContent('42 here, 45 in the feed');
  problem = 'The publisher answers 500.';
  await user.click(screen.getByRole('button', { name: 'Refresh Pier now' }));
  expect(await screen.findByText('The feed could not be checked')).toBeVisible();
  await waitFor(async () => expect(await row('Pier')).toHaveTextContent(problem!));
});

it('says what disappears before a podcast is removed, and offers to bring it back', async () => {
  const listed = serve(podcast('Harbour'), podcast('Pier'));
  answers('get', '/api/admin/series/pier/removal', {
    name: 'Pier',
    episodes: 12,
    transcripts: 1,
    mentions: 1204,
    corrections: 3,
  });
  const removals = answers('delete', '/api/admin/series/pier', () => {
    listed.pop();

    return Response.json({ message: '“Pier” was removed.', eventId: 'event-2' });
  });
  const { user, undone, ...shown } = open();
  await user.click(await screen.findByRole('button', { name: 'Remove Pier' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove “Pier”?' });
  expect(
    await within(dialog).findByText('12 episodes, 1 transcript and 1,204 mentions disappear from the site.'),
  ).toBeVisible();
  expect(dialog).toHaveTextContent('People have corrected 3 segments of these transcripts.');
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), ' twice here ');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('“Pier” was removed.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Pier' })).toBeNull());
  expect(removals.map(({ body }) => body)).toEqual([{ reason: 'twice here' }]);
  await undo({ user, ...shown }, '“Pier” was removed.');
  expect(undone).toEqual(['event-2']);
});

it('does not remove what it cannot count', async () => {
  serve(podcast('Pier'));
  const counts = answers('get', '/api/admin/series/pier/removal', () => refusal(503, 'down', 'The database is away.'));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Remove Pier' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('503: The database is away.');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(counts).toHaveLength(2));
  expect(screen.getByRole('alertdialog')).toBeVisible();
});

function open() {
  const undone: string[] = [];
  const shown = show(
    <>
      <FollowedPodcasts undo={(eventId) => undone.push(eventId)} search={<button type="button">Add podcasts</button>} />
      <Toasts />
    </>,
  );

  return { ...shown, undone };
}

const row = (name: string) => screen.findByRole('article', { name });

/** Lists these podcasts; a spec may change the list. */
function serve(...podcasts: FollowedPodcast[]): FollowedPodcast[] {
  answers('get', LIST, () => Response.json(listOf(podcasts)));

  return podcasts;
}

const listOf = (podcasts: readonly FollowedPodcast[]) => ({ podcasts, next: null, refreshMinutes: 60 });

const podcast = (name: string, more: Partial<FollowedPodcast> = {}): FollowedPodcast => ({
  uuid: name.toLowerCase(),
  slug: name.toLowerCase(),
  name,
  host: 'Ada Lovelace',
  imageUrl: null,
  feedUrl: 'https://feeds.example/feed.xml',
  isFollowed: true,
  episodesHere: 42,
  episodesInFeed: 42,
  transcribed: 40,
  lastCheckedAt: SINCE,
  nextCheckAt: SINCE,
  state: 'up-to-date',
  stateSince: null,
  newEpisodes: 0,
  problem: null,
  isRefreshing: false,
  ...more,
});
