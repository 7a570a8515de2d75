import { expect, it } from '../kit/test.ts';
import { PatternPage } from '@earmark/contracts/vocabulary';
import type { Page } from 'playwright-core';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { isTold, openEditor, showEditor } from '../transcripts/editor.fixtures.ts';
import { add, entry, form, list, nameField, row, save, saved, unsaved } from './entity-manager.fixtures.ts';
import { entityEntries, readEpisode, rows } from '../episodes/episode.fixtures.ts';
import { startPublisher } from '../kit/publisher.fixtures.ts';
import { appears, editedSite, failCalls, FAILURE, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

/** No other file edits the entities of TEA here. */
const site = editedSite();
const open = (look?: Parameters<typeof openEditor>[2]): Promise<Page> => openEditor(site, 'Manage Entities', look);
const patternsLike = async (page: Page, name: string): Promise<string[]> => {
  const answer = await page.request.get(`/api/admin/entity-patterns?${new URLSearchParams({ q: name })}`);

  return PatternPage.parse(await answer.json()).patterns.map(({ name }) => name);
};
const mentionsOf = async (name: string) =>
  (await readEpisode(site)).entityMentions.find(({ entity }) => entity.name === name) ?? null;

it.describe('the editor', () => {
  it('is in the address, lists what there is, and shows the places of a keyword, each played and opened in the transcript', async () => {
    const page = await open();
    await it.step('is in the address, for reloads, until it is left', async () => {
      expect(new URL(page.url()).search).toBe('?edit=entities');
      await page.reload();
      await page.getByRole('tab', { name: 'Manage Entities', selected: true }).waitFor();
      await page.getByRole('button', { name: 'View Mode' }).click();
      await rows(page).first().waitFor();
      expect(new URL(page.url()).search).toBe('');
    });

    await it.step('are listed with type and count, in a box of 240 px at most', async () => {
      await showEditor(page, 'Manage Entities');
      const { entityMentions } = await readEpisode(site);
      await page.getByRole('heading', { name: `Current Entities (${entityMentions.length})` }).waitFor();
      expect((await textsOf(list(page).getByRole('listitem')))[0]).toMatch(
        new RegExp(
          `^${entityMentions[0]?.entity.name} ${entityMentions[0]?.entity.type} ${entityMentions[0]?.count} mentions`,
        ),
      );
      expect((await list(page).boundingBox())?.height).toBe(240);
      expect(await save(page).isDisabled()).toBe(true);
    });

    await it.step('shows the first ten places, each played and opened in the transcript', async () => {
      const search = page.getByRole('searchbox', { name: 'Search keyword...' });
      await search.fill('the');
      await search.press('Enter');
      const total = Number(/\d+/.exec(await page.getByText(/^Found \d+ matches for "the"$/).innerText())?.[0]);
      expect(total).toBeGreaterThan(10);
      const matches = page.getByRole('list', { name: 'Matches' }).getByRole('listitem');
      await expect(matches).toHaveCount(10);
      await page.getByText(`The first 10 of ${total}`).waitFor();
      const link = matches.first().getByRole('link');
      expect((await link.locator('mark').innerText()).toLowerCase()).toBe('the');
      expect(await link.getAttribute('href')).toMatch(
        /^\/podcasts\/TheLateCrossing\/the-half-past-two-tea\?search=the&t=\d+$/,
      );
      await matches
        .first()
        .getByRole('button', { name: /^Play from/ })
        .click();
      await eventually(
        () => page.evaluate(() => document.querySelector('audio')?.paused),
        (paused) => expect(paused).toBe(false),
      );
      await search.fill('qqzzx');
      await search.press('Enter');
      await isTold(page, 'Found 0 matches for "qqzzx"');
    });

    await it.step('gives what is added its samples', async () => {
      const search = page.getByRole('searchbox', { name: 'Search keyword...' });
      await search.fill('Mallow');
      await search.press('Enter');
      await page.getByRole('list', { name: 'Matches' }).waitFor();
      await add(page, 'Zeppelin', 'Product');
      await isTold(page, 'Added entity: Zeppelin (0 mentions) with type "product"');
      const kept = await page.evaluate(
        () => Object.entries(localStorage).find(([key]) => key.startsWith('earmark-entities'))?.[1],
      );
      expect(JSON.parse(kept ?? '')).toMatchObject({
        added: [
          {
            contexts: expect.arrayContaining([
              {
                text: expect.stringContaining('Mallow'),
                timeFormatted: expect.any(String),
                timecode: expect.any(Number),
                speaker: expect.any(String),
              },
            ]),
          },
        ],
      });
    });
  });
});

it('of an episode without a transcript cannot be managed yet; those of an emptied one can', async () => {
  const publisher = await startPublisher();
  try {
    const admin = await site.product().signIn();
    const series = await publisher.addSeries(admin, 'Longhaul');
    const episode = await publisher.addEpisode(admin, series);
    const page = await site.openAs('admin', `/podcasts/${series}/${episode}?edit=entities`);
    const region = page.getByRole('region', { name: 'No transcript yet', exact: true });
    await region.getByText('You can manage them once this episode has one.').waitFor();
    await expectNoFaults(page, 'main');
    expect(await save(page).count()).toBe(0);
    expect(await form(page).count()).toBe(0);
    const heard = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nGood night.\n');
    await admin.post(`/api/admin/episodes/${episode}/transcript-file`, heard);
    await admin.put(`/api/episodes/${episode}/transcript`, { segments: [] });
    await page.reload();
    await page.getByRole('heading', { name: 'Current Entities (0)' }).waitFor();
    expect(await appears(form(page))).toBe(true);
  } finally {
    publisher.stop();
  }
});

it.describe('the form', () => {
  it('adds, learns, edits, deletes, refreshes, and shows names of attackers as words', async () => {
    const page = await open();
    await it.step('adds, and what is saved is counted by the server and learned as a pattern', async () => {
      await nameField(page).fill('tea');
      await form(page)
        .getByText(/^\d+ mentions in this episode$/)
        .waitFor();
      await add(page, 'tea', 'Product', 'https://tea.example/');
      const count = Number(/\((\d+) mentions\)/.exec(await page.getByText(/^Added entity: tea/).innerText())?.[1]);
      await isTold(page, `Added entity: tea (${count} mentions) with type "product"`);
      await unsaved(page).waitFor();
      await saved(page);
      expect(await mentionsOf('tea')).toMatchObject({
        count,
        entity: { type: 'product', url: 'https://tea.example/' },
      });
      expect(await patternsLike(page, 'tea')).toContain('tea');
      await page.getByRole('button', { name: 'View Mode' }).click();
      await entry(page, 'tea').waitFor();
    });

    await it.step('learns nothing when switched off, and creates a category with icon and colour', async () => {
      await showEditor(page, 'Manage Entities');
      const learn = page.getByRole('checkbox', { name: 'Learn from my additions' });
      expect(await learn.isChecked()).toBe(true);
      await learn.uncheck();
      await nameField(page).fill('coffee');
      await form(page).getByLabel('Type', { exact: true }).selectOption({ label: 'Custom type…' });
      await form(page).getByLabel('Type name').fill('Hot Drink');
      await form(page).getByRole('radio', { name: 'Rose' }).check({ force: true });
      await form(page).getByRole('button', { name: 'Add Entity' }).click();
      await page.getByText(/^Added entity: coffee \(\d+ mentions\) with type "Hot Drink"$/).waitFor();
      await saved(page);
      expect(await mentionsOf('coffee')).toMatchObject({
        entity: { type: 'hot_drink', iconName: 'Tag', colorClass: 'bg-rose-100 text-rose-800' },
      });
      expect(await patternsLike(page, 'coffee')).not.toContain('coffee');
    });

    await it.step('edits, and mentions of the one count for the other', async () => {
      const before = await mentionsOf('Gdynia');
      await row(page, 'Gdynia').getByRole('button', { name: 'Edit Gdynia' }).click();
      await page.getByRole('form', { name: 'Edit Gdynia' }).waitFor();
      await eventually(
        () => nameField(page).evaluate((input) => document.activeElement === input),
        (hasFocus) => expect(hasFocus).toBe(true),
      );
      await nameField(page).fill('Port of Gdynia');
      await form(page).getByRole('button', { name: 'Update Entity' }).click();
      await isTold(page, 'Updated entity: Port of Gdynia with type "location"');
      await page.getByRole('form', { name: 'Add entity' }).waitFor();
      await row(page, 'Port of Gdynia').getByText('Edited').waitFor();
      await saved(page);
      expect((await mentionsOf('Port of Gdynia'))?.count).toBe(before?.count);
      expect(await mentionsOf('Gdynia')).toBeNull();
    });

    await it.step('deletes, with undo or save', async () => {
      const remove = () => row(page, 'Cologne').getByRole('button', { name: 'Delete Cologne' }).click();
      await remove();
      await isTold(page, 'Entity deleted');
      expect(await row(page, 'Cologne').count()).toBe(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await row(page, 'Cologne').waitFor();
      await unsaved(page).waitFor({ state: 'detached' });
      await remove();
      await saved(page);
      expect(await mentionsOf('Cologne')).toBeNull();
    });

    await it.step('refreshes: says how many were found, or that it failed', async () => {
      const refresh = page.getByRole('button', { name: 'Refresh Entities' });
      await refresh.click();
      const found = page.getByText(/^Found \d+ entities using current admin patterns$/);
      await found.waitFor();
      const { entityMentions } = await readEpisode(site);
      await isTold(
        page,
        'Entities refreshed successfully!',
        `Found ${entityMentions.length} entities using current admin patterns`,
      );
      await failCalls(page, /\/refresh-entities$/);
      await refresh.click();
      await isTold(page, 'Failed to refresh entities', `503: ${FAILURE}`);
      expect((await readEpisode(site)).entityMentions).toEqual(entityMentions);
    });

    await it.step('shows hostile names and links as text', async () => {
      await page.getByRole('checkbox', { name: 'Learn from my additions' }).check();
      const attack = '<img src=x onerror=alert(1)>';
      let isAlerted = false;
      page.on('dialog', (dialog) => {
        isAlerted = true;
        void dialog.dismiss();
      });
      await add(page, attack, 'Product', 'https://x.example/"onmouseover="alert(1)');
      await isTold(page, `Added entity: ${attack} (0 mentions) with type "product"`);
      await row(page, attack).waitFor();
      await saved(page);
      expect(await list(page).locator('img').count()).toBe(0);
      await page.getByRole('button', { name: 'View Mode' }).click();
      await entityEntries(page).filter({ hasText: attack }).click();
      expect(await page.locator('img[onerror]').count()).toBe(0);
      expect(isAlerted).toBe(false);
    });
  });
});

it('works with the keyboard alone', async () => {
  const page = await open({ reducedMotion: 'reduce' });
  await nameField(page).focus();
  await page.keyboard.type('compass');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Pro');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(/^Added entity: compass/).waitFor();
  await row(page, 'compass').getByRole('button', { name: 'Edit compass' }).press('Enter');
  await page.getByRole('form', { name: 'Edit compass' }).waitFor();
  await eventually(
    () => nameField(page).evaluate((input) => document.activeElement === input),
    (hasFocus) => expect(hasFocus).toBe(true),
  );
  await page.keyboard.press('End');
  await page.keyboard.type(' rose');
  await page.keyboard.press('Enter');
  await isTold(page, 'Updated entity: compass rose with type "product"');
  // The focus returns to where editing started.
  await eventually(
    () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    (name) => expect(name).toBe('Edit compass rose'),
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await isTold(page, 'Entity deleted');
  await unsaved(page).waitFor({ state: 'detached' });
});
