import { expect, it } from '../kit/test.ts';
import { readEpisode, rows as shownRows } from '../episodes/episode.fixtures.ts';
import { appears, editedSite, failCalls, FAILURE, holdCalls } from '../kit/site.fixtures.ts';
import {
  edit,
  editor,
  editRows,
  focusIsOn,
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

const site = editedSite();
/** No other file edits it. */
const PATH = '/podcasts/TheLateCrossing/the-woman-who-counted-lighthouses';
const PUT = /\/api\/episodes\/[^/]+\/transcript$/;

it('shows a save at once, keeps scroll and focus, and takes back one that fails', async () => {
  const page = await openEditor(site, PATH);
  await it.step('is shown at once and cannot be asked for twice; scroll and focus stay', async () => {
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
    await focusIsOn(page, /^Edit segment/);
    await page.getByRole('button', { name: 'View Mode' }).click();
    expect(await appears(shownRows(page).filter({ hasText: 'Saved in place.' }))).toBe(true);
    await page.unroute(PUT);
  });

  await it.step('that fails says why, keeps the changes and shows the page as it was', async () => {
    await edit(page);
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
    expect((await readEpisode(site, PATH)).transcript[8]?.text).toBe('Not saved at first.');
  });
});

it('keeps what is not saved over a reload, another tab and another page, until it is discarded', async () => {
  const page = await openEditor(site, PATH);
  const discard = async () => {
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await said(page, 'Changes discarded');
  };
  await it.step('stays while another tab of the page is looked at', async () => {
    await openRow(page, 13);
    await textField(page).fill('Typed, and left.');
    await page.getByRole('tab', { name: 'Manage Entities' }).click();
    await editor(page).waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: 'Edit Transcript' }).click();
    expect(await textField(page).inputValue()).toBe('Typed, and left.');
    await textField(page).press('Escape');
  });

  await it.step('is mentioned on the episode’s page, and can be continued from there', async () => {
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
    await discard();
    await page.getByRole('button', { name: 'View Mode' }).click();
    await shownRows(page).first().waitFor();
    expect(await page.getByText('Unsaved changes to the transcript').count()).toBe(0);
  });

  await it.step('is asked about once when the page is left', async () => {
    await edit(page);
    await rewrite(page, 12, 'Not to be lost.');
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    const away = page.getByRole('link', { name: 'Back to Podcast' });
    const isAway = () => page.getByRole('heading', { level: 1, name: 'The Late Crossing' }).waitFor();
    await away.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe(PATH);
    await away.click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await isAway();
    await page.goBack();
    await edit(page);
    await page.getByText('Unsaved draft restored').waitFor();
    expect((await textsShown(page))[12]).toBe('Not to be lost.');
    await discard();
    await away.click();
    await isAway();
    await page.goBack();
  });

  await it.step('survives a reload, also what was being typed', async () => {
    await edit(page);
    const before = await textsShown(page);
    await rewrite(page, 10, 'A draft.');
    await openRow(page, 11);
    await textField(page).fill('Half a thou');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await edit(page);
    await page.getByText('Unsaved draft restored').waitFor();
    expect((await textsShown(page)).slice(10, 12)).toEqual(['A draft.', 'Half a thou']);
    await discard();
    expect(await textsShown(page)).toEqual(before);
    await page.reload();
    await edit(page);
    await editRows(page).first().waitFor();
    expect(await page.getByText('Unsaved draft restored').count()).toBe(0);
  });
});
