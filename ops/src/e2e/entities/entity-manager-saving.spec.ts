import { expect, it } from '../kit/test.ts';
import type { EpisodePage } from '@earmark/contracts/episodes';
import type { Page } from 'playwright-core';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { isTold, openEditor, saveElsewhere, showEditor } from '../transcripts/editor.fixtures.ts';
import { add, entry, form, listed, nameField, row, save, saved, unsaved } from './entity-manager.fixtures.ts';
import { readEpisode } from '../episodes/episode.fixtures.ts';
import type { Look } from '../kit/site.fixtures.ts';
import { editedSite, failCalls, FAILURE, holdCalls, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = editedSite();
/** No other file edits it. */
const PATH = '/podcasts/Marginalia/new-york-and-the-new-york-times';
const open = (look?: Look): Promise<Page> => openEditor(site, 'Manage Entities', look, PATH);
const elsewhere = (page: Page, bodyOf: (episode: EpisodePage) => object): Promise<void> =>
  saveElsewhere(site, page, 'entities', bodyOf, PATH);
const mentionsOf = async (name: string) =>
  (await readEpisode(site, PATH)).entityMentions.find(({ entity }) => entity.name === name) ?? null;

it.describe('a save', () => {
  it('is shown at once, taken back when it fails, and its draft is kept while the page is left', async () => {
    const page = await open();
    await it.step('is shown at once, and reverted when it fails, while the draft stays', async () => {
      await add(page, 'harbour', 'Location');
      const letGo = await holdCalls(page, /\/entities$/);
      await save(page).click();
      await page.getByRole('button', { name: 'Saving…' }).waitFor();
      await page.getByRole('button', { name: 'View Mode' }).click();
      await entry(page, 'harbour').waitFor();
      letGo();
      await isTold(page, 'Entities saved successfully!');
      await page.unroute(/\/entities$/);

      await showEditor(page, 'Manage Entities');
      await add(page, 'quay', 'Location');
      const mend = await failCalls(page, /\/entities$/);
      await save(page).click();
      await isTold(page, 'Failed to save entities', `503: ${FAILURE}`);
      await unsaved(page).waitFor();
      await page.getByRole('button', { name: 'View Mode' }).click();
      await entry(page, 'harbour').waitFor();
      expect(await entry(page, 'quay').count()).toBe(0);
      await mend();
      await showEditor(page, 'Manage Entities');
      await saved(page);
      expect(await mentionsOf('quay')).not.toBeNull();
    });

    await it.step('keeps a draft over a reload, and asks once before the page is left', async () => {
      await add(page, 'lighthouse', 'Location');
      await page.getByRole('link', { name: 'Help', exact: true }).click();
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      await row(page, 'lighthouse').waitFor();
      await page.getByRole('link', { name: 'Help', exact: true }).click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
      await page.goBack();
      await showEditor(page, 'Manage Entities');
      await page.getByText('Unsaved draft restored').waitFor();
      await row(page, 'lighthouse').getByText('Added').waitFor();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await isTold(page, 'Changes discarded');
      await page.getByRole('button', { name: 'Undo' }).click();
      await row(page, 'lighthouse').waitFor();
      await saved(page);
      expect(await mentionsOf('lighthouse')).not.toBeNull();
    });
  });
});

it.describe('entities that others change in the meantime', () => {
  const rename = (name: string, to: string) => (episode: EpisodePage) => ({
    entityMentions: listed(episode).map(({ entity }) => ({
      entity: entity.name === name ? { ...entity, name: to } : entity,
    })),
  });

  it('are merged when they are others, and chosen one by one when they are the same', async () => {
    const page = await open({ reducedMotion: 'reduce' });
    await it.step('are merged when they are others', async () => {
      await add(page, 'anchor', 'Product');
      await elsewhere(page, (episode) => ({
        entityMentions: [...listed(episode), { entity: { name: 'gangway', type: 'product' } }],
      }));
      await saved(page);
      expect(await mentionsOf('anchor')).not.toBeNull();
      expect(await mentionsOf('gangway')).not.toBeNull();
      await row(page, 'gangway').waitFor();
    });

    await it.step('are resolved one by one when they conflict', async () => {
      const [name, mine, theirs] = ['Recife', 'Recife A', 'Recife B'] as const;
      await row(page, name)
        .getByRole('button', { name: `Edit ${name}`, exact: true })
        .click();
      await nameField(page).fill(mine);
      await form(page).getByRole('button', { name: 'Update Entity' }).click();
      await add(page, `with ${mine}`, 'Product');
      await elsewhere(page, rename(name, theirs));
      await save(page).click();
      await isTold(page, 'Failed to save entities');
      const conflicts = page.getByRole('region', { name: 'Conflicts' });
      await eventually(
        () => textsOf(conflicts.locator('dd')),
        (texts) =>
          expect(texts).toEqual([name, `${name} added: A`, `${name} added: B`].map((each) => `${each} location`)),
      );
      await conflicts.getByRole('radio', { name: 'Keep mine' }).check({ force: true });
      await conflicts.getByRole('button', { name: 'Save again' }).click();
      await isTold(page, 'Entities saved successfully!');
      await conflicts.waitFor({ state: 'detached' });
      const names = (await readEpisode(site, PATH)).entityMentions.map(({ entity }) => entity.name);
      expect(names).toEqual(expect.arrayContaining([mine, `with ${mine}`]));
      expect(names).not.toContain(theirs);
      expect(await unsaved(page).count()).toBe(0);
    });

    await it.step('passes axe with all its parts open', async () => {
      const search = page.getByRole('searchbox', { name: 'Search keyword...' });
      await search.fill('the');
      await search.press('Enter');
      await page.getByRole('list', { name: 'Matches' }).waitFor();
      const [first] = (await readEpisode(site, PATH)).entityMentions;
      await row(page, first?.entity.name ?? '')
        .getByRole('button', { name: /^Delete/ })
        .click();
      await elsewhere(page, (episode) => ({
        entityMentions: listed(episode).map(({ entity }, at) => ({
          entity: at === 0 ? { ...entity, name: `${entity.name} X` } : entity,
        })),
      }));
      await save(page).click();
      const conflicts = page.getByRole('region', { name: 'Conflicts' });
      await conflicts.waitFor();
      await form(page).getByLabel('Type', { exact: true }).selectOption({ label: 'Custom type…' });
      await form(page).getByRole('button', { name: 'Add Entity' }).click();
      await page.getByRole('button', { name: 'Close toast' }).click();
      await expectNoFaults(page, 'section[aria-labelledby=manage-entities]', { ready: () => conflicts.waitFor() });
    });
  });
});
