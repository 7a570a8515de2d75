import { it } from '@jest/globals';
import { type EpisodeCommand, type EpisodeEvent, EpisodeUuid } from '@earmark/contracts/episodes';
import { SeriesUuid } from '@earmark/contracts/series';
import { storiesOf } from '../kit/decider-spec.ts';
import { episode } from './episode.decider.ts';

const { given } = storiesOf(episode);
const episodeUuid = EpisodeUuid.parse('11111111-1111-4111-8111-111111111111');
const seriesUuid = SeriesUuid.parse('22222222-2222-4222-8222-222222222222');
const facts = (description: string | null, title = 'Pilot') => ({
  title,
  description,
  audioUrl: null,
  imageUrl: null,
  publishedAt: null,
  durationSeconds: null,
  link: null,
  transcripts: [],
});
const added: EpisodeEvent = {
  type: 'EpisodeAdded',
  data: { episodeUuid, seriesUuid, guid: null, slugBase: 'pilot', facts: facts('<p>fed</p>') },
};
const refreshed = (from: string | null, to: string | null): EpisodeEvent => ({
  type: 'EpisodeRefreshed',
  data: { episodeUuid, seriesUuid, from: { description: from }, to: { description: to } },
});
const edited = (from: string | null, to: string | null): EpisodeEvent => ({
  type: 'DescriptionEdited',
  data: { episodeUuid, from, to },
});
const ids = { episodeUuid, seriesUuid };
const remove: EpisodeCommand = { type: 'RemoveEpisode', episodeUuid };
const removed: EpisodeEvent = { type: 'EpisodeRemoved', data: ids };
const restored: EpisodeEvent = { type: 'EpisodeRestored', data: ids };
const feedSays = (description: string | null, title?: string): EpisodeCommand => ({
  type: 'PutEpisode',
  episodeUuid,
  seriesUuid,
  guid: null,
  facts: facts(description, title),
});
const write = (description: string | null, base?: string | null): EpisodeCommand => ({
  type: 'EditDescription',
  episodeUuid,
  description,
  base,
});

it('follows the feed until a description is written by hand', () => {
  given().when(feedSays('<p>fed</p>')).thenRecords(added);
  given(added).when(feedSays('<p>fed</p>')).thenNothing();
  given(added).when(feedSays('<p>new</p>')).thenRecords(refreshed('<p>fed</p>', '<p>new</p>'));
});

it('keeps a description written by hand, and follows the feed in everything else', () => {
  const byHand = [added, edited('<p>fed</p>', '<p>hand</p>')];
  given(...byHand)
    .when(feedSays('<p>fed</p>'))
    .thenNothing();
  given(...byHand)
    .when(feedSays('<p>new</p>'))
    .thenNothing();
  given(...byHand)
    .when(feedSays('<p>new</p>', 'Pilot, again'))
    .thenRecords({ type: 'EpisodeRefreshed', data: { from: { title: 'Pilot' }, to: { title: 'Pilot, again' } } });
  given(added, edited('<p>fed</p>', null)).when(feedSays('<p>new</p>')).thenNothing();
});

it('follows the feed again once the edit is undone', () => {
  given(added, edited('<p>fed</p>', '<p>hand</p>'), edited('<p>hand</p>', '<p>fed</p>'))
    .when(feedSays('<p>new</p>'))
    .thenRecords(refreshed('<p>fed</p>', '<p>new</p>'));
});

it('records a description written by hand, but nothing when it is unchanged', () => {
  given(added).when(write('<p>hand</p>')).thenRecords(edited('<p>fed</p>', '<p>hand</p>'));
  given(added).when(write(null)).thenRecords(edited('<p>fed</p>', null));
  given(added).when(write('<p>fed</p>')).thenNothing();
  given(added, edited('<p>fed</p>', '<p>fed</p><script>x()</script>')).when(write('<p>fed</p>')).thenNothing();
});

it('refuses a text that two people changed differently, and accepts one that only one changed', () => {
  const byOther = [added, edited('<p>fed</p>', '<p>theirs</p>')];
  given(...byOther)
    .when(write('<p>mine</p>', '<p>fed</p>'))
    .thenRejected('edit-conflict');
  given(...byOther)
    .when(write('<p>fed</p>', '<p>fed</p>'))
    .thenNothing();
  given(...byOther)
    .when(write('<p>theirs</p>', '<p>fed</p>'))
    .thenNothing();
  given(...byOther)
    .when(write('<p>mine</p>', '<p>theirs</p>'))
    .thenRecords(edited('<p>theirs</p>', '<p>mine</p>'));
});

it('refuses an episode that was never added', () => {
  given().when(write('<p>hand</p>')).thenRejected('episode-unknown');
});

it('is removed once, refuses everything meanwhile, and comes back only when it is added on purpose', () => {
  given(added).when(remove).thenRecords(removed);
  given().when(remove).thenRejected('episode-unknown');
  for (const command of [remove, write('<p>hand</p>'), feedSays('<p>new</p>')])
    given(added, removed).when(command).thenRejected('episode-removed', '“Pilot” was removed');
  const again = { ...feedSays('<p>new</p>'), restores: true };
  given(added, removed).when(again).thenRecords(restored, refreshed('<p>fed</p>', '<p>new</p>'));
  given(added, edited('<p>fed</p>', '<p>hand</p>'), removed).when(again).thenRecords(restored);
});
