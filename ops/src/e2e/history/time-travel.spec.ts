import { EpisodeMoment, EpisodePage } from '@earmark/contracts/episodes';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { entityEntries, highlights, readEpisode, rows, TEA } from '../episodes/episode.fixtures.ts';
import { retell, saveTranscript } from './history.fixtures.ts';
import type { Administrator } from '../kit/product.ts';
import { appears, holdCalls, editedSite, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = editedSite();
let admin: Administrator;
let original: EpisodePage;

it.beforeAll(async () => {
  admin = await site.product().signIn();
  original = await readEpisode(site);
  await retell(site, admin, { 0: 'It is a quarter past three.' });
  await saveTranscript(site, admin, (segments) => segments.filter((_, index) => index !== 1));
});

const moments = (): Promise<EpisodeMoment[]> =>
  site.product().read(`/api/episodes/${original.episode.uuid}/moments`, z.array(EpisodeMoment));
const slider = (page: Page) => page.getByRole('slider', { name: 'Moment' });
async function openSlider(page: Page) {
  await page.getByRole('button', { name: 'Time travel' }).click();
  await hasMoments(page);
}
/** Until the moments of the episode have loaded, the slider is disabled and cannot be focused. */
const hasMoments = (page: Page) =>
  eventually(
    () => slider(page).getAttribute('data-disabled'),
    (disabled) => expect(disabled).toBeNull(),
  );
const banner = (page: Page) => page.getByRole('region', { name: 'Time travel' });

it.describe('time travel on the page of an episode', () => {
  it('goes from change to change with the arrow keys, is left by Back, and continues from the handle’s position', async () => {
    const page = await site.open('about:blank');
    await it.step('goes from change to change with the arrow keys, and shows the page as it was', async () => {
      await page.goto(TEA);
      await openSlider(page);
      await slider(page).focus();
      const all = await moments();
      expect(await slider(page).getAttribute('aria-valuemax')).toBe(String(all.length));
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      expect(await slider(page).getAttribute('aria-valuetext')).toContain('1 passage was corrected.');
      await banner(page).waitFor();
      await expect(banner(page)).toContainText(
        /^You are reading this page as it was on \d+ \w+ \d{4}, [\d:]+ · Back to now$/,
      );
      await page
        .getByRole('heading', { name: `Complete Transcript (${original.transcript.length} segments)` })
        .waitFor();
      await page.keyboard.press('ArrowLeft');
      await rows(page).first().filter({ hasText: original.transcript[0]?.text }).waitFor();
      expect(new URL(page.url()).searchParams.get('asOf')).toBe(all.at(-3)?.eventId);
      await expect(entityEntries(page)).toHaveCount(original.entityMentions.length);
      await banner(page).getByRole('link', { name: 'Back to now' }).click();
      await banner(page).waitFor({ state: 'detached' });
      expect(await appears(rows(page).first().filter({ hasText: 'It is a quarter past three.' }))).toBe(true);
    });

    await it.step('is left by Back, however many of its moments were looked at', async () => {
      await page.goto('/help');
      await page.goto(TEA);
      await openSlider(page);
      await slider(page).press('ArrowLeft');
      await page.waitForURL(/asOf=/);
      await banner(page).waitFor();
      await page.goBack();
      await banner(page).waitFor({ state: 'detached' });
      await slider(page).press('ArrowLeft');
      await banner(page).waitFor();
      const first = page.url();
      await slider(page).press('ArrowLeft');
      await page.waitForURL((url) => url.href !== first);
      await page.goBack();
      await banner(page).waitFor({ state: 'detached' });
      expect(page.url()).toBe(site.product().url + TEA);
      await page.goBack();
      expect(new URL(page.url()).pathname).toBe('/help');
    });

    await it.step('continues from the handle’s position, even when past pages load late', async () => {
      await page.goto(TEA);
      const letGo = await holdCalls(page, /asOf=/);
      await openSlider(page);
      const all = await moments();
      for (const place of [all.length - 1, all.length - 2]) {
        await slider(page).press('ArrowLeft');
        await page.waitForURL((url) => url.searchParams.get('asOf') === all[place]?.eventId);
        expect(await slider(page).getAttribute('aria-valuenow')).toBe(String(place));
      }
      letGo();
      await banner(page).waitFor();
      expect(await slider(page).getAttribute('aria-valuenow')).toBe(String(all.length - 2));
    });
  });

  it('is a link, which marks what changed since and says why it leads nowhere', async () => {
    const page = await (await site.visitor()).newPage();
    await it.step('to an event, and to an instant', async () => {
      const before = (await moments()).at(-3);
      for (const asOf of [before?.eventId, before?.at, before?.position]) {
        await page.goto(`${TEA}?${new URLSearchParams({ asOf: asOf ?? '' })}`);
        await rows(page).first().filter({ hasText: original.transcript[0]?.text }).waitFor();
        await banner(page).waitFor();
        await eventually(
          () => slider(page).getAttribute('aria-valuetext'),
          (text) => expect(text).toContain(before?.sentence),
        );
      }
    });
    await it.step('what changed since, and how it reads now', async () => {
      await page.goto(`${TEA}?asOf=${(await moments()).at(-3)?.eventId}`);
      await page.getByLabel('Show what changed since').click();
      const list = page.getByRole('region', { name: 'What changed since' });
      await list.getByText('2 segments differ').waitFor();
      const changed = list.getByRole('list', { name: 'Segments that changed' });
      expect((await textsOf(changed.getByRole('listitem')))[0]).toContain('quarter past three');
      await eventually(
        () => page.locator('.segment.is-changed').count(),
        (count) => expect(count).toBe(2),
      );
      await page.getByLabel('Show what changed since').click();
      await list.waitFor({ state: 'detached' });
      expect(await page.locator('.segment.is-changed').count()).toBe(0);
    });
    await it.step('nothing to compare with', async () => {
      await page.goto(`${TEA}?asOf=${(await moments()).at(-3)?.eventId}&compare=nonsense`);
      expect(await appears(page.getByRole('alert').filter({ hasText: '400: ' }))).toBe(true);
    });
    await it.step('a moment that cannot be shown', async () => {
      for (const [asOf, status] of [
        ['nonsense', '400: '],
        ['99999999999999', '400: '],
        ['2001-01-01', '404: '],
      ] as const)
        await it.step(asOf, async () => {
          await page.goto(`${TEA}?asOf=${asOf}`);
          const alert = page.getByRole('alert');
          await alert.waitFor();
          await expect(alert).toContainText(status);
          await alert.getByRole('link', { name: 'Back to now' }).click();
          expect(await appears(rows(page).first())).toBe(true);
        });
    });
  });

  it('compares any two moments, chosen in the history in any order, and is a link', async () => {
    await admin.put(`/api/episodes/${original.episode.uuid}/description`, {
      description: '<p>Tea at half past two.</p>',
    });
    await admin.put(`/api/episodes/${original.episode.uuid}/entities`, {
      entityMentions: [
        ...(await readEpisode(site)).entityMentions,
        { entity: { name: 'Quarter', type: 'product', url: null } },
      ],
    });
    await retell(site, admin, { 0: 'It is half past three.' });
    const page = await site.open(TEA);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'History' });
    const change = (name: RegExp) => sheet.getByRole('article', { name });
    await change(/^Added “Quarter”/)
      .getByRole('button', { name: 'Compare from here' })
      .focus();
    await page.keyboard.press('Enter');
    await sheet.getByText('Now choose the change to compare it with, or').waitFor();
    await expectNoFaults(page, '[role=dialog]');
    // Specs before this one may have deleted another.
    await change(/^Deleted “/)
      .first()
      .getByRole('link', { name: 'Compare with this one' })
      .click();
    await sheet.waitFor({ state: 'detached' });
    const list = page.getByRole('region', { name: /^What differs from \d+ \w+ \d{4}, [\d:]+$/ });
    await list.getByText('1 entity differs, description changed.').waitFor();
    await expect(list.getByRole('list', { name: 'Entities that changed' })).toContainText('Quarter: added, ');
    expect(await list.getByText('Tea at half past two.').isVisible()).toBe(true);
    await expectNoFaults(page, 'main');
    const again = await site.open(page.url().replace(site.product().url, ''));
    await again.getByText('1 entity differs, description changed.').waitFor();
    // The slider moves the other end.
    await hasMoments(again);
    await slider(again).focus();
    await again.keyboard.press('ArrowLeft');
    await again.getByText(/^1 segment differs, \d+ (entity differs|entities differ), description changed\.$/).waitFor();
    await again.getByLabel(/^Show what differs from/).click();
    await again.getByRole('region', { name: /^What differs/ }).waitFor({ state: 'detached' });
    expect(new URL(again.url()).searchParams.get('compare')).toBeNull();
  });

  it('allows playing and highlighting, and is unaffected by current changes', async () => {
    const page = await site.open(`${TEA}?asOf=${(await moments()).at(-3)?.eventId}`);
    await entityEntries(page).first().click();
    await eventually(
      () => highlights(page),
      ({ entities, current }) => expect(entities + current).toBeGreaterThan(0),
    );
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await retell(site, admin, { 30: 'Changed meanwhile.' });
    await eventually(
      () => slider(page).getAttribute('aria-valuemax'),
      (max) => expect(Number(max)).toBeGreaterThan(4),
    );
    expect(await rows(page).filter({ hasText: 'Changed meanwhile.' }).count()).toBe(0);
    expect(await appears(banner(page))).toBe(true);
  });
});
