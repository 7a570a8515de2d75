import { EntityPage } from '@earmark/contracts/mentions';
import { RecountList } from '@earmark/contracts/recounts';
import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import type { Administrator } from '../kit/product.ts';
import { appears, followsFeed, siteWith, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');
let admin: Administrator;

it.beforeAll(async () => {
  admin = await site.product().signIn();
});

it.describe('a recount', () => {
  it('is offered where patterns have changed, published, undone, found in the history, and discarded', async () => {
    const page = await site.openAs('ana', 'about:blank');
    await it.step('is offered where patterns have changed, and shows its result beside the live numbers', async () => {
      await addPattern('location', 'night');
      await page.goto('/admin/entities');
      await behind(page)
        .getByText(/^\d of 11 episodes would show different numbers with the current patterns\.$/)
        .waitFor();
      await behind(page).getByRole('button', { name: 'Recount all' }).click();
      await page.waitForURL(/\/admin\/recounts\?recount=/);
      await shown(page)
        .getByText(/^Mentions 5\d\d → 5\d\d \(\+\d+\), episodes 11 → 11$/)
        .waitFor();
      await shown(page)
        .getByText(/^Publishing makes 11 episodes use these patterns, so that all pages show 5\d\d mentions/)
        .waitFor();
      await eventually(
        () => textsOf(rows(page)),
        (texts) => expect(texts).toEqual([expect.stringMatching(/^night location 0 \d+ \+\d+ new$/)]),
      );
      expect((await mentionsOf('night')).mentions).toBe(0);
      await page.getByRole('button', { name: 'Passages of night', exact: true }).click();
      const coming = page.getByRole('list', { name: 'Added' }).getByRole('listitem');
      await eventually(
        () => textsOf(coming.locator('mark')),
        (texts) => expect(new Set(texts.map((text) => text.toLowerCase()))).toEqual(new Set(['night'])),
      );
      expect(await coming.first().getByRole('link').getAttribute('href')).toMatch(/\?t=[^&]+&search=night$/i);
      await page.getByRole('tab', { name: 'Removed 0' }).waitFor();
      await expectNoFaults(page, 'main');
      await choose(page, 'Episodes');
      await eventually(
        () => rows(page).count(),
        (count) => expect(count).toBeGreaterThan(3),
      );
      await page
        .getByRole('button', { name: /^Passages of night in / })
        .first()
        .click();
      await page.getByRole('tab', { name: /^Added \d+$/ }).waitFor();
      await rows(page).first().getByRole('link', { name: 'night' }).click();
      await page.waitForURL(/\/podcasts\/[^/]+\/[^/]+\?entity=night$/);
    });

    await it.step('is published, undone from the toast, published again and reverted', async () => {
      await openForm(page);
      await shown(page).getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Recount published', { exact: true }).waitFor();
      await shown(page).getByText('Published', { exact: true }).waitFor();
      await eventually(
        () => mentionsOf('night'),
        ({ mentions }) => expect(mentions).toBeGreaterThan(5),
      );
      await behind(page).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Passages of night', exact: true }).click();
      await page.getByRole('tab', { name: /^Added \d+$/ }).waitFor();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByText('Publication reverted', { exact: true }).waitFor();
      await shown(page).getByRole('button', { name: 'Publish' }).waitFor();
      expect((await mentionsOf('night')).mentions).toBe(0);
      expect(await appears(behind(page))).toBe(true);

      await shown(page).getByRole('button', { name: 'Publish' }).click();
      await shown(page).getByRole('button', { name: 'Revert publication' }).click();
      await page.getByText('Publication reverted', { exact: true }).waitFor();
      await shown(page).getByRole('button', { name: 'Publish' }).waitFor();
      expect((await mentionsOf('night')).mentions).toBe(0);
    });

    await it.step('appears with its numbers in the history', async () => {
      await page.goto('/admin/changes?kind=recounts');
      const published = page.getByRole('article', { name: /were published/ }).first();
      await published.getByText(/^Mentions 5\d\d → 5\d\d \(\+\d+\), episodes 11 → 11/).waitFor();
      const reverted = page.getByRole('article').first();
      await reverted.getByText(/^Reverted: Mentions 5\d\d → 5\d\d \(\+\d+\), episodes 11 → 11/).waitFor();
      await reverted.getByRole('link', { name: 'Open the recount' }).click();
      await page.waitForURL(/\/admin\/recounts\?recount=/);
      expect(await appears(shown(page).getByRole('button', { name: 'Publish' }))).toBe(true);
    });

    await it.step('is discarded', async () => {
      await shown(page).getByRole('button', { name: 'Discard' }).click();
      await page.getByText('Recount discarded', { exact: true }).waitFor();
      await history(page)
        .getByRole('link', { name: /^Discarded/ })
        .click();
      expect(await appears(shown(page).getByRole('heading', { name: 'Discarded' }))).toBe(true);
    });
  });

  it('counts chosen podcasts by the patterns of an earlier moment, with the keyboard alone', async () => {
    const page = await site.openAs('ana', 'about:blank');
    await openForm(page);
    const form = page.getByRole('form', { name: 'Count again' });
    await form.getByRole('radio', { name: 'Current patterns' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await form.getByRole('list', { name: 'Podcasts' }).waitFor();
    await form.getByRole('button', { name: 'Start recount' }).focus();
    await page.keyboard.press('Enter');
    await form.getByText('Enter a moment.', { exact: true }).waitFor();
    await form.getByText('Choose at least one podcast.', { exact: true }).waitFor();
    await form.getByRole('textbox', { name: 'Moment' }).focus();
    await page.keyboard.type('0');
    await form.getByRole('checkbox', { name: 'Marginalia' }).focus();
    await page.keyboard.press('Space');
    await form.getByRole('button', { name: 'Start recount' }).focus();
    await page.keyboard.press('Enter');
    await shown(page).getByRole('heading', { name: 'Recount of Marginalia' }).waitFor();
    expect(await appears(shown(page).getByText(/^Mentions \d+ → 0 \(−\d+\), episodes 3 → 0$/))).toBe(true);
    await expectNoFaults(page, 'main', { isState: true });
    const [row] = await textsOf(rows(page).filter({ hasText: 'Lagos' }));
    await rows(page)
      .getByRole('button', { name: /^\d+ mentions? of Lagos$/ })
      .press('Enter');
    const panel = page.getByRole('dialog', { name: 'Mentions of Lagos in Marginalia', exact: true });
    await panel.getByRole('table').waitFor();
    expect(row).toMatch(new RegExp(`^Lagos location ${await countIn(panel)} 0 `));
  });

  it('counts one change only, from the history, and leaves what others changed as it is', async () => {
    const page = await site.openAs('ana', 'about:blank');
    await addPattern('location', 'and');
    await addPattern('location', 'the');
    await page.goto('/admin/changes?kind=vocabulary');
    const change = page.getByRole('article', { name: 'Search pattern “and” was added.' });
    await change.getByRole('button', { name: 'What it changes' }).click();
    await change.getByRole('link', { name: 'Recount with this change only' }).click();
    const form = page.getByRole('form', { name: 'Count again' });
    expect(await form.getByRole('radio', { name: 'Only some changes (1)' }).isChecked()).toBe(true);
    expect(await form.getByRole('checkbox', { name: 'Added “and”' }).isChecked()).toBe(true);
    expect(await form.getByRole('checkbox', { name: 'Added “the”' }).isChecked()).toBe(false);
    await expectNoFaults(page, 'main', { isState: true });
    await form.getByRole('button', { name: 'Start recount' }).click();
    await shown(page).getByRole('heading', { name: 'Recount of all podcasts, only “and”' }).waitFor();
    await eventually(
      () => textsOf(rows(page)),
      (texts) => expect(texts).toEqual([expect.stringMatching(/^and location 0 \d+ \+\d+ new$/)]),
    );
    await shown(page).getByRole('button', { name: 'Publish' }).click();
    await shown(page).getByText('Published', { exact: true }).waitFor();
    await eventually(
      () => mentionsOf('and'),
      ({ mentions }) => expect(mentions).toBeGreaterThan(5),
    );
    expect((await mentionsOf('the')).mentions).toBe(0);
    await shown(page).getByRole('button', { name: 'Revert publication' }).click();
    await page.getByText('Publication reverted', { exact: true }).waitFor();
    expect((await mentionsOf('and')).mentions).toBe(0);
  });

  it('says when a later publication is in force, and when another was published since it began', async () => {
    const page = await site.openAs('ana', 'about:blank');
    await it.step('a later publication is in force, so that taking one back changes nothing', async () => {
      const first = await published();
      await addPattern('location', 'water');
      await published();
      const { mentions } = await mentionsOf('water');
      await page.goto(`/admin/recounts?recount=${first}`);
      await shown(page)
        .getByText(/^Published. A later publication is in force \(admin, .+\); reverting this one changes no counts\.$/)
        .waitFor();
      // Neither of its numbers is what pages show.
      await rows(page).first().waitFor();
      expect(await shown(page).getByTitle('Why this number?').count()).toBe(0);
      await expectNoFaults(page, 'main', { isState: true });
      await shown(page).getByRole('button', { name: 'Revert publication' }).click();
      await page.getByText('A later publication is in force, so no counts changed.', { exact: true }).waitFor();
      expect((await mentionsOf('water')).mentions).toBe(mentions);
      await history(page)
        .getByRole('link', { name: /^Published/ })
        .first()
        .click();
      await shown(page)
        .getByText('Published. Reverting restores the earlier counts of 11 episodes.', { exact: true })
        .waitFor();
      await shown(page).getByRole('button', { name: 'Revert publication' }).click();
      expect(await appears(page.getByText('11 episodes have their earlier counts again.', { exact: true }))).toBe(true);
    });

    await it.step('another was published since it began; it is counted again', async () => {
      const overtaken = await counted();
      await page.goto(`/admin/recounts?recount=${overtaken}`);
      await shown(page).getByRole('button', { name: 'Publish' }).waitFor();
      await followsFeed(page);
      await addPattern('location', 'rain');
      const newer = await published();
      await shown(page)
        .getByText(
          /^Another recount was published or reverted after this one started\. .+ can no longer be published\.$/,
        )
        .waitFor();
      await shown(page).getByText('Overtaken', { exact: true }).waitFor();
      expect(await shown(page).getByRole('button', { name: 'Publish' }).count()).toBe(0);
      // Neither of its numbers is what pages show.
      await shown(page)
        .getByText(/^Mentions /)
        .waitFor();
      expect(await shown(page).getByTitle('Why this number?').count()).toBe(0);
      await expectNoFaults(page, 'main', { isState: true });
      await shown(page).getByRole('button', { name: 'Count again' }).click();
      await shown(page).getByRole('button', { name: 'Publish' }).waitFor();
      expect(new URL(page.url()).searchParams.get('recount')).not.toBe(overtaken);
      await shown(page).getByText('No number changes', { exact: true }).waitFor();
      await page.goto(`/admin/recounts?recount=${newer}`);
      await shown(page).getByRole('button', { name: 'Revert publication' }).click();
      expect(await appears(page.getByText('Publication reverted', { exact: true }))).toBe(true);
    });
  });
});

const behind = (page: Page) => page.getByRole('region', { name: 'Episodes with older patterns' });
const shown = (page: Page) => page.getByRole('region', { name: /^Recount of / });
const rows = (page: Page) => page.getByRole('table', { name: 'Differences' }).locator('tbody tr');
const history = (page: Page) => page.getByRole('list', { name: 'Recounts' });
/** The last number of an open panel's sum. */
const countIn = async (panel: Locator) => /\d+$/.exec((await panel.locator('tfoot').innerText()).trim())?.[0];
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true });

async function openForm(page: Page): Promise<void> {
  await page.goto('/admin/recounts');
  await page.getByRole('form', { name: 'Count again' }).waitFor();
}

async function addPattern(type: string, name: string): Promise<void> {
  const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
  await admin.post('/api/admin/entity-patterns', { name, entityTypeId: types.find((one) => one.name === type)!.id });
}

/** A new recount of all podcasts; answers its id. */
async function counted(): Promise<string> {
  await admin.post('/api/admin/recounts', {});
  const newest = async () => (await admin.read('/api/admin/recounts', RecountList)).recounts[0];
  await eventually(newest, (recount) => expect(recount?.status).toBe('ready'));

  return (await newest())!.id;
}

/** A new recount of all podcasts, published; answers its id. */
async function published(): Promise<string> {
  const id = await counted();
  await admin.post(`/api/admin/recounts/${id}/publish`, {});

  return id;
}

const mentionsOf = (slug: string) => site.product().read(`/api/entities/${slug}`, EntityPage);
