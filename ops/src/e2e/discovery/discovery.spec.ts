import {
  BatchEpisode,
  CandidateCardPage,
  ReviewDecisionPage,
  type DiscoveredEntity,
} from '@earmark/contracts/discovery';
import { EpisodePage } from '@earmark/contracts/episodes';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import type { Administrator } from '../kit/product.ts';
import { siteWith } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');
const PAGE = '/admin/entity-discovery';
const CANDIDATES = '/api/admin/discovered-entities';
const EPISODES = 2;

it('finds candidates in a batch, which a late viewer sees whole, and reviews them by keyboard alone', async () => {
  const admin = await site.product().signIn();
  const page = await site.openAs('admin', `${PAGE}?tab=batch`, { reducedMotion: 'reduce' });
  await it.step('a batch runs at the server while the page is loaded anew', async () => {
    const boxes = page.getByRole('checkbox', { name: /^Select / });
    for (let at = 0; at < EPISODES; at += 1) await boxes.nth(at).check();
    await page.getByText(new RegExp(`^${EPISODES} of \\d+ selected$`)).waitFor();
    await expectNoFaults(page, 'main', { exclude: ['[aria-labelledby=run-batch] > li:nth-child(n + 3)'] });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Run Discovery on Selected' }).click();
    await page.getByRole('region', { name: 'Output' }).waitFor();
    await page.reload();
    // It may have ended by now.
    const output = page.getByRole('region', { name: 'Output' });
    const earlier = page.getByRole('button', { name: /^Output of the batch/ });
    await output.or(earlier).first().waitFor();
    if ((await output.count()) === 0) await earlier.first().click();
    await output.getByText(`Searching ${EPISODES} episodes for entities.`).waitFor();
    await page.getByText(`${EPISODES} / ${EPISODES} completed`).waitFor();
    await expect(output.getByText(`Searching ${EPISODES} episodes for entities.`)).toHaveCount(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually(
      () => output.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop),
      (belowPx) => expect(belowPx).toBeLessThan(2),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectNoFaults(page, 'main', { isState: true, exclude: ['[aria-labelledby=run-batch] > li'] });
  });

  const before = await pending(admin);
  expect(before.length).toBeGreaterThan(5);
  await page.goto(PAGE);
  await card(page).waitFor();
  await it.step('one key decides and shows the next; undo brings both back', async () => {
    expect(await nameOf(page)).toBe(before[0]);
    await page.keyboard.press('a');
    expect(await nameOf(page)).toBe(before[1]);
    await page.keyboard.press('x');
    expect(await nameOf(page)).toBe(before[2]);
    await eventually(
      () => standing(admin),
      (decisions) => expect(decisions).toBe(2),
    );
    expect(await pending(admin)).toEqual(before.slice(2));
    await expectNoFaults(page, 'main', { exclude: ['[aria-label=Queue] > li:nth-child(n + 4)'] });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('u');
    await page.keyboard.press('u');
    expect(await nameOf(page)).toBe(before[0]);
    await eventually(
      () => pending(admin),
      (names) => expect(names.toSorted()).toEqual(before.toSorted()),
    );
  });

  await it.step('a selection is decided as one, and undone as one', async () => {
    for (let at = 0; at < 3; at += 1) await page.keyboard.press('Shift+J');
    await page.keyboard.press('x');
    const question = page.getByRole('alertdialog', { name: /^Reject \d+ candidates\?$/ });
    await question.waitFor();
    await expectNoFaults(page, '[role=alertdialog]', { isState: true });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(/^\d+ candidates rejected$/).waitFor();
    expect(await pending(admin)).toHaveLength(before.length - 4);
    await page.getByRole('listitem').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    expect((await pending(admin)).toSorted()).toEqual(before.toSorted());
  });

  await it.step('the list of decisions and the numbers of the model have no fault', async () => {
    await page.getByRole('button', { name: 'Decisions' }).click();
    const sheet = page.getByRole('dialog', { name: 'Decisions' });
    await sheet.getByText('Undone', { exact: true }).first().waitFor();
    await expectNoFaults(page, '[role=dialog]', { isState: true });
    await page.goto(`${PAGE}?tab=quality`);
    await page.getByRole('table').waitFor();
    await expectNoFaults(page, 'main', { exclude: ['tbody > tr:nth-child(n + 3)'] });
  });
});

it('is reviewed on a phone by swiping, and a button takes it back', async () => {
  const admin = await site.product().signIn();
  const episodes = await admin.read('/api/admin/episodes-ready-for-discovery', z.array(BatchEpisode));
  await admin.post('/api/admin/discover-entities', { episodeUuid: episodes.at(-1)?.uuid ?? '' });
  const before = await pending(admin);
  const page = await site.openAs('admin', PAGE, { width: 390, height: 844, hasTouch: true });
  await card(page).waitFor();
  expect(await nameOf(page)).toBe(before[0]);
  await swipe(page, 200);
  expect(await nameOf(page)).toBe(before[1]);
  await swipe(page, -200);
  expect(await nameOf(page)).toBe(before[2]);
  await eventually(
    () => pending(admin),
    (names) => expect(names).toEqual(before.slice(2)),
  );
  await page.getByRole('button', { name: 'Undo' }).first().click();
  expect(await nameOf(page)).toBe(before[1]);
  await eventually(
    () => pending(admin),
    (names) => expect(names.toSorted()).toEqual(before.slice(1).toSorted()),
  );
});

it('says of an approved candidate that it was taken out of its episode, and puts it back', async () => {
  const admin = await site.product().signIn();
  const { cards } = await admin.read(`${CANDIDATES}/cards?status=pending&limit=100`, CandidateCardPage);
  const { name, members } = cards.find((one) => one.members.length === 1 && one.typeExists)!;
  const [{ id, episodeUuid, podcastSlug, episodeSlug }] = members as [DiscoveredEntity];
  const listed = async () =>
    (await admin.read(`/api/podcasts/${podcastSlug}/${episodeSlug}`, EpisodePage)).entityMentions;
  await admin.post(`${CANDIDATES}/${id}/approve`, {});
  const entityMentions = (await listed()).filter(({ entity }) => entity.name !== name);
  await admin.put(`/api/episodes/${episodeUuid}/entities`, { entityMentions });
  const page = await site.openAs('admin', `${PAGE}?${new URLSearchParams({ status: 'approved', q: name })}`);
  await card(page).getByText('It was taken out of the episode after it was approved.').waitFor();
  await card(page).getByText('It was taken out of this episode before.').waitFor();
  await card(page)
    .getByText(/^Adds .+: \d+ mentions? in 1 episode\.$/)
    .waitFor();
  await expectNoFaults(page, '[data-card]');
  await page.keyboard.press('a');
  await eventually(
    async () => (await listed()).map(({ entity }) => entity.name),
    (names) => expect(names).toContain(name),
  );
  await card(page).getByText('It was taken out of the episode after it was approved.').waitFor({ state: 'detached' });
});

const card = (page: Page): Locator => page.locator('[data-card] > article');

const nameOf = (page: Page) => card(page).getAttribute('aria-label');

/** Names of the cards that wait, as the queue has them. */
const pending = async (admin: Administrator): Promise<string[]> =>
  (await admin.read(`${CANDIDATES}/cards?status=pending&limit=100`, CandidateCardPage)).cards.map(({ name }) => name);

/** How many decisions stand. */
const standing = async (admin: Administrator): Promise<number> =>
  (await admin.read(`${CANDIDATES}/decisions?mine=true`, ReviewDecisionPage)).decisions.filter(
    ({ isUndone }) => !isUndone,
  ).length;

/** A finger on the heading of the card, moved sideways. */
async function swipe(page: Page, byPx: number): Promise<void> {
  const { y } = (await card(page).getByRole('heading', { level: 2 }).boundingBox())!;
  // The card before may still be on its way back.
  const from = byPx > 0 ? 80 : 300;
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number | null) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [{ x: at, y: y + 10 }] });
  await send('touchStart', from);
  for (let step = 1; step <= 5; step += 1) await send('touchMove', from + (byPx / 5) * step);
  await send('touchEnd', null);
  await touch.detach();
}
