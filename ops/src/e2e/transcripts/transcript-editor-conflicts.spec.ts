import { expect, it } from '../kit/test.ts';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { readEpisode, TEA } from '../episodes/episode.fixtures.ts';
import { appears, siteWith } from '../kit/site.fixtures.ts';
import {
  editRows,
  openEditor,
  openRow,
  rewrite,
  said,
  save,
  saveButton,
  textField,
  textsShown,
} from './transcript-editor.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');
const transcript = async () => (await readEpisode(site)).transcript;

it.beforeAll(async () => {
  await site.product().addAccount('grace', 'admin');
});

it.describe('two people at once', () => {
  it('see what the other saves without a reload; what is touched is marked, and both end up with the same', async () => {
    const ada = await openEditor(site, TEA);
    const grace = await openEditor(site, TEA, { as: 'grace' });
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

  it('change one segment, mine is kept, and nothing is lost silently', async () => {
    const ada = await openEditor(site, TEA);
    const grace = await openEditor(site, TEA, { as: 'grace' });
    await rewrite(ada, 22, 'Ada says so.');
    await rewrite(ada, 25, 'Ada’s other change.');
    await rewrite(grace, 22, 'Grace says so.');
    await save(grace);
    const panel = ada.getByRole('region', { name: /changed on both sides/ });
    await panel.getByText('changed by grace').waitFor();
    expect(await appears(editRows(ada).nth(22).getByText('changed by grace'))).toBe(true);
    expect(await panel.locator('ins').allInnerTexts()).toEqual(['Ada', 'Grace']);
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

  it('do not take from each other what is being typed', async () => {
    const ada = await openEditor(site, TEA);
    const grace = await openEditor(site, TEA, { as: 'grace' });
    const [, , before = ''] = await textsShown(ada);
    await openRow(ada, 2);
    await textField(ada).fill('Half a ');
    await rewrite(grace, 24, 'Grace, elsewhere.');
    await save(grace);
    await ada.getByText('Grace changed 1 segment.').waitFor();
    expect(await textField(ada).inputValue()).toBe('Half a ');
    await textField(ada).press('Escape');
    expect((await textsShown(ada))[2]).toBe(before);
    expect(await saveButton(ada).isDisabled()).toBe(true);
    await openRow(ada, 24);
    await textField(ada).fill('Ada, just now.');
    await rewrite(grace, 24, 'Grace, once more.');
    await save(grace);
    await ada.getByRole('button', { name: 'Take theirs' }).click();
    await textField(ada).waitFor({ state: 'hidden' });
    await rewrite(grace, 26, 'Grace goes on.');
    await save(grace);
    await eventually(
      () => textsShown(ada),
      (texts) => expect([texts[24], texts[26]]).toEqual(['Grace, once more.', 'Grace goes on.']),
    );
    expect(await saveButton(ada).isDisabled()).toBe(true);
  });
});

it.describe('in light and dark, on a desk and on a phone', () => {
  it('every state of the editor passes axe', async () => {
    const ada = await openEditor(site, TEA);
    const grace = await openEditor(site, TEA, { as: 'grace' });
    await rewrite(ada, 3, 'Ada, looked at closely.');
    await rewrite(grace, 3, 'Grace, looked at closely.');
    await save(grace);
    await ada.getByRole('region', { name: /changed on both sides/ }).waitFor();
    await ada.getByRole('button', { name: 'Find and replace' }).click();
    await ada.getByRole('textbox', { name: 'Find' }).fill('boat');
    await ada.getByRole('list', { name: 'Changes' }).waitFor();
    await openRow(ada, 1);
    await expectNoFaults(ada, 'body', { exclude: ['[aria-label="Segments to edit"] > :nth-child(n + 2)'] });
  });
});
