import { it } from '@jest/globals';
import { type SeriesEvent, SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { storiesOf } from '../kit/decider-spec.ts';
import type { PutSeries } from '@earmark/contracts/series';
import { series } from './series.decider.ts';

const { given } = storiesOf(series);

it('adds a series with the base of its slug', () => {
  given()
    .when(put({ name: 'Über-Cast: 2' }))
    .thenRecords({ type: 'SeriesAdded', data: { slugBase: 'ÜberCast2', feedUrl } });
});

it('records nothing when the feed says the same again', () => {
  given(added).when(put({})).thenNothing();
});

it('records only the facts that changed, before and after', () => {
  given(added)
    .when(put({ name: 'New', categories: ['PODCASTSERIES_NEWS'] }))
    .thenRecords({
      type: 'SeriesRefreshed',
      data: { from: { name: 'Cast', categories: [] }, to: { name: 'New', categories: ['PODCASTSERIES_NEWS'] } },
    });
});

it('records that the feed has moved', () => {
  given(added)
    .when({ ...put({}), feedUrl: 'https://new.example/feed' })
    .thenRecords({ type: 'FeedMoved', data: { from: feedUrl, to: 'https://new.example/feed' } });
});

it('keeps the address when a file without one is imported', () => {
  given(added)
    .when({ ...put({}), feedUrl: null })
    .thenNothing();
});

it('follows a series and stops, each once', () => {
  given(added).when(follow).thenRecords({ type: 'SeriesFollowed', data: { seriesUuid } });
  given(added, followed).when(follow).thenNothing();
  given(added, followed).when(unfollow).thenRecords({ type: 'SeriesUnfollowed', data: { seriesUuid } });
  given(added, followed, unfollowed).when(unfollow).thenNothing();
  given(added, followed, unfollowed).when(follow).thenRecords({ type: 'SeriesFollowed' });
});

it('follows neither a series without a feed nor an unknown one', () => {
  given(addedAt(null)).when(follow).thenRejected('series-without-feed');
  given().when(follow).thenRejected('series-unknown');
  given().when(unfollow).thenRejected('series-unknown');
});

it('is removed once, refuses everything meanwhile, and comes back only when it is added on purpose', () => {
  given(added).when(remove).thenRecords(removed);
  given().when(remove).thenRejected('series-unknown');
  for (const command of [remove, follow, unfollow, put({ name: 'New' })])
    given(added, removed).when(command).thenRejected('series-removed', '“Cast” was removed');
  given(added, removed)
    .when({ ...put({}), restores: true })
    .thenRecords(restored);
  given(added, removed)
    .when({ ...put({ name: 'New' }), restores: true })
    .thenRecords(restored, { type: 'SeriesRefreshed' });
  given(added, removed, restored)
    .when({ ...put({}), restores: true })
    .thenNothing();
});

const seriesUuid = SeriesUuid.parse('11111111-1111-4111-8111-111111111111');
const feedUrl = 'https://old.example/feed';
const put = (facts: Partial<PutSeries['facts']>): PutSeries => ({
  type: 'PutSeries',
  seriesUuid,
  feedUrl,
  itunesId: null,
  facts: seriesFacts('Cast', facts),
});
const addedAt = (feedUrl: string | null): SeriesEvent => {
  const { type: _type, ...data } = put({});

  return { type: 'SeriesAdded', data: { ...data, feedUrl, slugBase: 'Cast' } };
};
const added = addedAt(feedUrl);
const follow = { type: 'FollowSeries', seriesUuid } as const;
const remove = { type: 'RemoveSeries', seriesUuid } as const;
const removed: SeriesEvent = { type: 'SeriesRemoved', data: { seriesUuid } };
const restored: SeriesEvent = { type: 'SeriesRestored', data: { seriesUuid } };
const unfollow = { type: 'UnfollowSeries', seriesUuid } as const;
const followed: SeriesEvent = { type: 'SeriesFollowed', data: { seriesUuid } };
const unfollowed: SeriesEvent = { type: 'SeriesUnfollowed', data: { seriesUuid } };
