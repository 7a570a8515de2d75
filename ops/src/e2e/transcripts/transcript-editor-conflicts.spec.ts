import { expect, it } from '../kit/test.ts';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { readEpisode } from '../episodes/episode.fixtures.ts';
import { appears, editedSite } from '../kit/site.fixtures.ts';
import {
  editRows,
  openEditor,
  openRow,
  rewrite,
  said,
  save,
  saveButton,
  textsShown,
} from './transcript-editor.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = editedSite();
/** No other file edits it. */
const PATH = '/podcasts/SecondHelping/kraków-the-city-with-a-dragon-under-it';
const transcript = async () => (await readEpisode(site, PATH)).transcript;

it.beforeAll(async () => {
  await site.product().addAccount('grace', 'admin');
});

it('lets two people edit at once: both see all, and a segment that both change is decided', async () => {
  const ada = await openEditor(site, PATH);
  const grace = await openEditor(site, PATH, { as: 'grace' });
  const panel = ada.getByRole('region', { name: /changed on both sides/ });
  await it.step('what the other saves is seen without a reload, and both end up with the same', async () => {
    await rewrite(ada, 20, 'Ada was here.');
    await rewrite(grace, 21, 'Grace was here.');
    await save(grace);
    await ada.getByText('Grace changed 1 segment.').waitFor();
    expect((await textsShown(ada)).slice(20, 22)).toEqual(['Ada was here.', 'Grace was here.']);
    await save(ada);
    await eventually(
      () => textsShown(grace),
      (texts) => expect(texts.slice(20, 22)).toEqual(['Ada was here.', 'Grace was here.']),
    );
    expect(await textsShown(grace)).toEqual((await transcript()).map(({ text }) => text));
    expect(await textsShown(ada)).toEqual(await textsShown(grace));
  });

  await it.step('of one segment mine is kept, and nothing is lost silently', async () => {
    await rewrite(ada, 22, 'Ada says so.');
    await rewrite(ada, 25, 'Ada’s other change.');
    await rewrite(grace, 22, 'Grace says so.');
    await save(grace);
    await panel.getByText('changed by grace').waitFor();
    expect(await appears(editRows(ada).nth(22).getByText('changed by grace'))).toBe(true);
    await expect(panel.locator('ins')).toHaveText(['Ada', 'Grace']);
    await saveButton(ada).click();
    await said(ada, 'Failed to save transcript');
    expect((await transcript())[22]?.text).toBe('Grace says so.');
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await panel.waitFor({ state: 'hidden' });
    await save(ada);
    expect((await transcript())[22]?.text).toBe('Ada says so.');
    for (const page of [ada, grace])
      await eventually(
        () => textsShown(page),
        (texts) => expect([texts[22], texts[25]]).toEqual(['Ada says so.', 'Ada’s other change.']),
      );
  });

  await it.step('passes axe with all its parts open, in light and dark, on a desk and on a phone', async () => {
    await rewrite(ada, 3, 'Ada, looked at closely.');
    await rewrite(grace, 3, 'Grace, looked at closely.');
    await save(grace);
    await panel.waitFor();
    await ada.getByRole('button', { name: 'Find and replace' }).click();
    await ada.getByRole('textbox', { name: 'Find' }).fill('dragon');
    await ada.getByRole('list', { name: 'Changes' }).waitFor();
    await openRow(ada, 1);
    await expectNoFaults(ada, 'body', { exclude: ['[aria-label="Segments to edit"] > :nth-child(n + 2)'] });
  });
});
