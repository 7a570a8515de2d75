import { it } from '@jest/globals';
import { type SeriesEvent, SeriesUuid } from '@earmark/contracts/series';
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

const seriesUuid = SeriesUuid.parse('11111111-1111-4111-8111-111111111111');
const feedUrl = 'https://old.example/feed';
const put = (facts: Partial<PutSeries['facts']>): PutSeries => ({
  seriesUuid,
  feedUrl,
  itunesId: null,
  facts: {
    name: 'Cast',
    host: null,
    author: null,
    description: null,
    imageUrl: null,
    websiteUrl: null,
    language: null,
    explicit: false,
    categories: [],
    ...facts,
  },
});
const added: SeriesEvent = { type: 'SeriesAdded', data: { ...put({}), slugBase: 'Cast' } };
