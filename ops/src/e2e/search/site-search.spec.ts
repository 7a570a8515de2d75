import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { sampleSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it('from every page, what is typed leads to entities, episodes and passages; the palette to pages and actions too', async () => {
  const page = await site.open('/help', { reducedMotion: 'reduce' });
  const field = page.getByRole('banner').getByRole('combobox');
  await it.step('an entity, chosen with the arrow keys', async () => {
    await field.click();
    await page.keyboard.type('guern');
    await page.getByRole('option', { name: /^Guernsey/ }).waitFor();
    await expectNoFaults(page, 'header', { isState: true });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Guernsey' }).waitFor();
    expect(await page.getByRole('listbox').count()).toBe(0);
  });

  await it.step('a passage, with what was typed marked in its episode', async () => {
    await field.click();
    await page.keyboard.type('citizenship');
    await page
      .getByRole('group', { name: 'Passages' })
      .getByRole('option', { name: /citizenship/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'The half past two tea' }).waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('citizenship');
  });

  await it.step('the palette, opened and closed by its keys, which gives the focus back', async () => {
    await page.goto('/help');
    const link = page.getByRole('link', { name: 'Preferences' }).first();
    await link.focus();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await palette.getByRole('option', { name: 'Dashboard' }).waitFor();
    await expectNoFaults(page, '[role=dialog]', { isState: true });
    expect(await palette.getByRole('option', { name: 'Entity Management' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('entit');
    await palette.getByRole('option', { name: 'Entities', exact: true }).click();
    await eventually(
      () => new URL(page.url()).pathname,
      (path) => expect(path).toBe('/entities'),
    );
  });

  await it.step('on a phone, a button opens the palette', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Search and commands/ }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('guern');
    await page
      .getByRole('option', { name: /^Guernsey/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Guernsey' }).waitFor();
  });
});
