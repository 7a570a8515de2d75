import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { readEpisode, rows, TEA } from '../episodes/episode.fixtures.ts';
import { sampleSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';
import { audio, loaded, playFrom } from './audio.fixtures.ts';

const site = sampleSite();
const FILE = /\/sample-library\/audio\//;

it.describe('audio', () => {
  it('that cannot be reached says so, links the file, and plays on retry', async () => {
    const page = await openUnreachable();
    const { episode } = await readEpisode(site);
    const link = alertOf(page).getByRole('link', { name: 'Open the audio file' });
    expect(await link.getAttribute('href')).toBe(episode.audioUrl);
    expect(await rows(page).count()).toBeGreaterThan(0);
    await page.unroute(FILE);
    await retry(page);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await isPlayingAfter(page, 0);
  });

  it('that was asked for before it could be reached plays from there on retry', async () => {
    const page = await openUnreachable();
    await playFrom(page, 3);
    await page.unroute(FILE);
    await retry(page);
    const { transcript } = await readEpisode(site);
    await isPlayingAfter(page, transcript[3]!.startTime);
  });

  it('whose host sends no more says so after a while, and plays on from there on retry', async () => {
    const { episode, transcript } = await readEpisode(site);
    const visitor = await site.visitor();
    const whole = await (await visitor.request.get(episode.audioUrl ?? '')).body();
    let isSilent = true;
    const host = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': whole.length });
      if (isSilent) response.write(whole.subarray(0, whole.length / 3));
      else response.end(whole);
    });
    await once(host.listen(0, '127.0.0.1'), 'listening');
    const { port } = host.address() as AddressInfo;
    const page = await visitor.newPage();
    await page.clock.install();
    await page.route(FILE, (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
    await page.goto(TEA);
    await loaded(page);
    const late = transcript.length - 3;
    await playFrom(page, late);
    await playerOf(page).and(page.locator('[aria-busy=true]')).waitFor();
    await page.clock.fastForward(20_000);
    await alertOf(page).getByText('Its host has sent nothing for 20 seconds.').waitFor();
    isSilent = false;
    await retry(page);
    await isPlayingAfter(page, transcript[late]!.startTime);
    host.closeAllConnections();
    host.close();
  });
});

const playerOf = (page: Page) => page.getByRole('region', { name: 'Audio player' });
const alertOf = (page: Page) => playerOf(page).getByRole('alert');
const retry = (page: Page) => alertOf(page).getByRole('button', { name: 'Try again' }).click();

async function openUnreachable(): Promise<Page> {
  const page = await (await site.visitor()).newPage();
  await page.route(FILE, (route) => route.abort());
  await page.goto(TEA);
  await alertOf(page).getByText('The audio cannot be played.').waitFor();

  return page;
}

const isPlayingAfter = (page: Page, startMs: number) =>
  eventually(
    () => audio(page),
    ({ paused, seconds }) => {
      expect(paused).toBe(false);
      expect(seconds).toBeGreaterThan(startMs / 1000);
    },
  );
