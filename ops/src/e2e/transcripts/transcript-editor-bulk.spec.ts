import { expect, it } from '../kit/test.ts';
import { readEpisode, TEA } from '../episodes/episode.fixtures.ts';
import { siteWith } from '../kit/site.fixtures.ts';
import {
  editRows,
  openEditor,
  openRow,
  said,
  save,
  saveButton,
  textField,
  textsShown,
  undo,
  focusIsOn,
} from './transcript-editor.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');
const transcript = async () => (await readEpisode(site)).transcript;

it.describe('speakers', () => {
  it('are renamed everywhere, and back', async () => {
    const page = await openEditor(site, TEA);
    const before = await transcript();
    const count = before.filter(({ speaker }) => speaker === 'Síle Cronin').length;
    await page.getByRole('button', { name: 'Rename speaker', exact: true }).first().click();
    const form = page.getByRole('form', { name: 'Rename speaker' });
    await form.getByRole('combobox', { name: 'Speaker' }).selectOption(`Síle Cronin (${count} segments)`);
    await form.getByRole('button', { name: 'Rename all' }).click();
    await form.getByText('Enter a new name.').waitFor();
    await form.getByRole('textbox', { name: 'New name' }).fill(' Sheila ');
    await form.getByRole('button', { name: 'Rename all' }).click();
    await said(page, `Updated ${count} segments`);
    await save(page);
    expect((await transcript()).filter(({ speaker }) => speaker === 'Sheila').length).toBe(count);
    await form.getByRole('combobox', { name: 'Speaker' }).selectOption(`Sheila (${count} segments)`);
    await form.getByRole('textbox', { name: 'New name' }).fill('Síle Cronin');
    await form.getByRole('button', { name: 'Rename all' }).click();
    await save(page);
    expect(await transcript()).toEqual(before);
  });

  it('are renamed from a segment: this one, from here on, or all', async () => {
    const page = await openEditor(site, TEA);
    const before = await transcript();
    const index = before.findLastIndex(({ speaker }) => speaker === 'Łukasz Zieliński');
    const all = before.filter(({ speaker }) => speaker === 'Łukasz Zieliński').length;
    const menu = async () => {
      await editRows(page).nth(index).getByTitle('Rename speaker').click();
      await page.getByRole('combobox', { name: /^New name for/ }).fill('Jean-Yves Le Goff');
    };
    await menu();
    await page.getByText('Jean-Yves Le Goff speaks already: they become one.').waitFor();
    await page.getByRole('button', { name: 'From here on (1)' }).waitFor();
    await page.getByRole('button', { name: `All ${all}` }).click();
    await said(page, `Updated ${all} segments`);
    await undo(page).click();
    await menu();
    await page.getByRole('button', { name: 'This segment' }).click();
    await said(page, 'Updated 1 segment');
    await undo(page).click();
    await eventually(
      () => saveButton(page).isDisabled(),
      (isDisabled) => expect(isDisabled).toBe(true),
    );
  });
});

it.describe('find and replace', () => {
  it('keeps what is being typed, as does another name for a speaker', async () => {
    const page = await openEditor(site, TEA);
    const before = await transcript();
    const index = before.findIndex(({ text }) => /\btea\b/i.test(text));
    const { text = '', speaker = '' } = before[index] ?? {};
    await openRow(page, index);
    await textField(page).fill(`${text} Typed.`);
    await page.getByRole('button', { name: 'Find and replace' }).click();
    const form = page.getByRole('form', { name: 'Find and replace' });
    await form.getByRole('textbox', { name: 'Find' }).fill('tea');
    await form.getByRole('textbox', { name: 'Replace with' }).fill('cocoa');
    await form.getByRole('button', { name: /^Replace \d/ }).click();
    await said(page, 'Updated');
    expect((await textsShown(page))[index]).toBe(`${text.replaceAll(/\btea\b/gi, 'cocoa')} Typed.`);
    await openRow(page, index);
    await page.getByRole('combobox', { name: 'Speaker' }).fill('Just Typed');
    await page.getByRole('button', { name: 'Rename speaker', exact: true }).first().click();
    const rename = page.getByRole('form', { name: 'Rename speaker' });
    await rename
      .getByRole('combobox', { name: 'Speaker' })
      .selectOption({ index: speakersOf(before).indexOf(speaker) });
    await rename.getByRole('textbox', { name: 'New name' }).fill('Renamed');
    await rename.getByRole('button', { name: 'Rename all' }).click();
    await said(page, 'Updated');
    expect(await editRows(page).nth(index).locator('.edit-speaker').innerText()).toBe('Just Typed');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await focusIsOn(page, /^Edit segment/);
    expect(await saveButton(page).isDisabled()).toBe(true);
  });

  it('shows every change before it is made, and makes the chosen ones', async () => {
    const page = await openEditor(site, TEA);
    const before = await textsShown(page);
    await page.getByRole('button', { name: 'Find and replace' }).click();
    const form = page.getByRole('form', { name: 'Find and replace' });
    await form.getByRole('textbox', { name: 'Find' }).fill('tea');
    await form.getByRole('textbox', { name: 'Replace with' }).fill('cocoa');
    const changes = form.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await changes.first().waitFor();
    const count = await changes.count();
    expect(count).toBeGreaterThan(2);
    await changes.nth(1).getByRole('checkbox').uncheck();
    await form.getByText(`${count - 1} of ${count} places will be replaced`).waitFor();
    await form.getByRole('button', { name: `Replace ${count - 1}` }).click();
    await said(page, 'Updated');
    const left = (await textsShown(page)).join(' ').match(/\btea\b/gi) ?? [];
    expect(left.length).toBe(1);
    await undo(page).click();
    await eventually(
      () => textsShown(page),
      (texts) => expect(texts).toEqual(before),
    );
  });
});

const speakersOf = (segments: readonly { speaker: string }[]): string[] => [
  ...new Set(segments.map(({ speaker }) => speaker)),
];
