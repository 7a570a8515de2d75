import { expect, it } from '../kit/test.ts';
import { readEpisode, rows as shownRows, TEA } from '../episodes/episode.fixtures.ts';
import { appears, failCalls, FAILURE, holdCalls, siteWith } from '../kit/site.fixtures.ts';
import {
  edit,
  editor,
  editRows,
  openEditor,
  openRow,
  rewrite,
  said,
  save,
  saveButton,
  textField,
  textsShown,
  undo,
} from './transcript-editor.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');
const READ = /\/api\/podcasts\/[^/]+\/[^/]+$/;
const PUT = /\/api\/episodes\/[^/]+\/transcript$/;
const transcript = async () => (await readEpisode(site)).transcript;

it.describe('saving', () => {
  it('is shown at once and cannot be asked for twice; scroll and focus stay', async () => {
    const page = await openEditor(site, TEA);
    await rewrite(page, 30, 'Saved in place.');
    const top = () => page.locator('.edit-box').evaluate((box) => box.scrollTop);
    let before = 0;
    // It stands still once it reads the same twice.
    await eventually(top, (now) => {
      const last = before;
      before = now;
      expect(now).toBeGreaterThan(0);
      expect(now).toBe(last);
    });
    const letGo = await holdCalls(page, PUT);
    await saveButton(page).click();
    await page.getByRole('button', { name: 'Saving…', disabled: true }).waitFor();
    await page.getByRole('button', { name: 'View Mode' }).waitFor();
    letGo();
    await said(page, 'Transcript saved successfully!');
    expect(await top()).toBe(before);
    await eventually(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''),
      (label) => expect(label).toMatch(/^Edit segment/),
    );
    await page.getByRole('button', { name: 'View Mode' }).click();
    expect(await appears(shownRows(page).filter({ hasText: 'Saved in place.' }))).toBe(true);
  });

  it('continues from what it has just saved, even before the page is refreshed', async () => {
    const page = await openEditor(site, TEA);
    const stale = JSON.stringify(await readEpisode(site));
    await page.route(READ, (route) => route.fulfill({ contentType: 'application/json', body: stale }));
    await rewrite(page, 9, 'Saved once.');
    await save(page);
    await rewrite(page, 9, 'Saved twice.');
    await save(page);
    expect((await textsShown(page))[9]).toBe('Saved twice.');
    expect((await transcript())[9]?.text).toBe('Saved twice.');
  });

  it('that fails says why, keeps the changes and shows the page as it was', async () => {
    const page = await openEditor(site, TEA);
    const recover = await failCalls(page, PUT);
    await rewrite(page, 8, 'Not saved at first.');
    await saveButton(page).click();
    await said(page, 'Failed to save transcript');
    await said(page, `503: ${FAILURE}`);
    expect((await textsShown(page))[8]).toBe('Not saved at first.');
    await eventually(
      () => saveButton(page).isDisabled(),
      (isDisabled) => expect(isDisabled).toBe(false),
    );
    await page.getByRole('button', { name: 'View Mode' }).click();
    await shownRows(page).first().waitFor();
    expect(await shownRows(page).filter({ hasText: 'Not saved at first.' }).count()).toBe(0);
    await recover();
    await edit(page);
    await save(page);
    expect((await transcript())[8]?.text).toBe('Not saved at first.');
  });
});

it.describe('what is not saved', () => {
  it('survives a reload, also what was being typed, until it is discarded', async () => {
    const page = await openEditor(site, TEA);
    const before = await textsShown(page);
    await rewrite(page, 10, 'A draft.');
    await openRow(page, 11);
    await textField(page).fill('Half a thou');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await edit(page);
    await page.getByText('Unsaved draft restored').waitFor();
    expect((await textsShown(page)).slice(10, 12)).toEqual(['A draft.', 'Half a thou']);
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await said(page, 'Changes discarded');
    expect(await textsShown(page)).toEqual(before);
    await page.reload();
    await edit(page);
    await editRows(page).first().waitFor();
    expect(await page.getByText('Unsaved draft restored').count()).toBe(0);
  });

  it('is mentioned on the episode’s page, and can be continued from there', async () => {
    const page = await openEditor(site, TEA);
    await page.getByRole('button', { name: 'Rename speaker' }).first().click();
    const form = page.getByRole('form', { name: 'Rename speaker' });
    await form.getByLabel('New name').fill('Nobody Else');
    await form.getByRole('button', { name: 'Rename all' }).click();
    await undo(page).waitFor();
    await page.getByRole('button', { name: 'View Mode' }).click();
    await page.getByText('Unsaved changes to the transcript').waitFor();
    await undo(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await page.getByText('Unsaved draft restored').waitFor();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await said(page, 'Changes discarded');
    await page.getByRole('button', { name: 'View Mode' }).click();
    await shownRows(page).first().waitFor();
    expect(await page.getByText('Unsaved changes to the transcript').count()).toBe(0);
  });

  it('is asked about once when the page is left', async () => {
    const page = await openEditor(site, TEA);
    await rewrite(page, 12, 'Not to be lost.');
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Back to Podcast' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe(TEA);
    await page.getByRole('link', { name: 'Back to Podcast' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'The Late Crossing' }).waitFor();
    await page.goBack();
    await edit(page);
    await page.getByText('Unsaved draft restored').waitFor();
    expect((await textsShown(page))[12]).toBe('Not to be lost.');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('link', { name: 'Back to Podcast' }).click();
    await page.getByRole('heading', { level: 1, name: 'The Late Crossing' }).waitFor();
  });

  it('stays while another tab of the page is looked at', async () => {
    const page = await openEditor(site, TEA);
    await openRow(page, 13);
    await textField(page).fill('Typed, and left.');
    await page.getByRole('tab', { name: 'Manage Entities' }).click();
    await editor(page).waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: 'Edit Transcript' }).click();
    expect(await textField(page).inputValue()).toBe('Typed, and left.');
    await textField(page).press('Escape');
  });
});
