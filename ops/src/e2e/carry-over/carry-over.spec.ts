import { EpisodePage } from '@earmark/contracts/episodes';
import { DirectoryEpisodesAnswer, SearchSeriesAnswer } from '@earmark/contracts/series';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { siteWithStubs, textsOf } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';

const site = siteWithStubs('empty');
const PATH = '/podcasts/DemoShow/episode-1';
const FILE = '/transcripts/1.vtt';

const vtt = (...lines: readonly string[]): string =>
  `WEBVTT\n\n${lines.map((line, index) => `00:00:0${index}.000 --> 00:00:0${index + 1}.000\n<v Ada>${line}`).join('\n\n')}\n`;
const OLD = [
  'Welcome to the show about the etherium network today.',
  'Thank you for having me on, it is a pleasure.',
  'We had a small office with no heating at all.',
  'Then the first test networks went live and broke.',
];
const CORRECTED = OLD.map((line) => line.replace('etherium', 'Ethereum').replace('small office', 'tiny office'));
/** Of another engine. */
const NEW = OLD.map((line) => line.replace('a small office', 'this mall of his').replace('broke.', 'broke down.'));
const DECIDED = NEW.map((line) => line.replace('etherium', 'Ethereum').replace('this mall of his', 'a tiny office'));

it('carries corrections over, asks about the rest by keyboard, and shows the new version when it is confirmed', async () => {
  const stubs = site.stubs();
  const admin = await site.product().signIn();
  const page = await it.step('somebody corrects the transcript', async () => {
    const [demo] = stubs.shows;
    demo!.episodes = 1;
    demo!.transcribed = 1;
    const search = `/api/admin/search-series?${new URLSearchParams({ q: `${stubs.url}${demo!.feedPath}` })}`;
    const [series] = (await admin.read(search, SearchSeriesAnswer)).results;
    await admin.post('/api/admin/add-series', { podcastData: series! });
    const { episodes, podcastInfo } = await admin.read(
      `/api/admin/rss/episodes/${series!.uuid}?limit=1&offset=0`,
      DirectoryEpisodesAnswer,
    );
    const [episode] = episodes;
    stubs.fail('/transcripts/*', { status: 404 });
    await admin.post('/api/admin/add-episode', { episodeData: { ...episode! }, podcastId: podcastInfo.id });
    await admin.post(`/api/admin/episodes/${episode!.uuid}/transcript-file`, Buffer.from(vtt(...OLD)));
    const { transcript } = await admin.read(`/api${PATH}`, EpisodePage);
    const segments = transcript.map((segment, index) => ({ ...segment, text: CORRECTED[index] }));
    await admin.put(`/api/episodes/${episode!.uuid}/transcript`, { segments });
    stubs.fail('/transcripts/*', null);
    stubs.fail(FILE, { status: 200, body: vtt(...NEW), contentType: 'text/vtt' });
    const shown = await site.openAs('admin', PATH);
    await shown.getByText('We had a tiny office').waitFor();
    await admin.post('/api/admin/process-episode', { episodeUuid: episode!.uuid, podcastId: podcastInfo.id });
    return shown;
  });

  await it.step('readers keep it, and the notice says what needs a look', async () => {
    const notice = page.getByRole('region', { name: 'New transcript' });
    await page.reload();
    await notice.getByText('1 correction was carried over, 1 needs a look.').waitFor();
    const reader = await site.open(PATH);
    await reader.getByText('We had a tiny office').waitFor();
    expect(await reader.getByText('new transcript').count()).toBe(0);
    await notice.getByRole('button', { name: 'Review 1 correction' }).focus();
    await page.keyboard.press('Enter');
    await notice.getByRole('list').waitFor();
    expect(await textsOf(notice.getByRole('listitem'))).toEqual([
      expect.stringMatching(/^Words, Ada .*small.*tiny.*this mall of his.*a tiny office/),
    ]);
    await expectNoFaults(page, '[aria-label="New transcript"]');
  });

  await it.step('is accepted and shown', async () => {
    await page.getByRole('button', { name: 'Accept', exact: true }).focus();
    await page.keyboard.press('Enter');
    const show = page.getByRole('button', { name: 'Show the new version', exact: true });
    await show.focus();
    await page.keyboard.press('Enter');
    await page.getByText('The new transcript is shown').waitFor();
    await page.getByText('went live and broke down.').waitFor();
    const { transcript } = await admin.read(`/api${PATH}`, EpisodePage);
    expect(transcript.map(({ text }) => text)).toEqual(DECIDED);
    expect(await page.getByRole('region', { name: 'New transcript' }).count()).toBe(0);
  });
});
