import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { readEpisode, rows as shownRows, TEA } from '../episodes/episode.fixtures.ts';
import { PASSWORD } from '../kit/product.ts';
import { appears, siteWith } from '../kit/site.fixtures.ts';
import {
  edit,
  editRows,
  openEditor,
  openRow,
  said,
  save,
  saveButton,
  textField,
  textsShown,
  undo,
  focusedName,
  focusIsOn,
} from './transcript-editor.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');
const transcript = async () => (await readEpisode(site)).transcript;

it.describe('the way into the editor', () => {
  it('leads a visitor through signing in and back', async () => {
    const page = await site.open(TEA);
    expect(await page.getByRole('button', { name: 'Admin Edit' }).count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('textbox', { name: 'User name' }).fill('admin');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await edit(page);
    expect(new URL(page.url()).pathname).toBe(TEA);
    expect(await page.getByRole('tab').allInnerTexts()).toEqual([
      'Edit Transcript',
      'Manage Entities',
      'Edit Description',
    ]);
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Edit Transcript');
    await page.getByRole('button', { name: 'View Mode' }).click();
    await shownRows(page).first().waitFor();
  });

  it('is not there for readers, and nothing of it is loaded for visitors', async () => {
    const page = await (await site.visitor()).newPage();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto(TEA);
    await shownRows(page).first().waitFor();
    expect(loaded.filter((url) => url.includes('episode-editing'))).toEqual([]);
    const reader = await site.openAs('rea', TEA);
    await shownRows(reader).first().waitFor();
    await reader.getByRole('button', { name: /^Account: rea/ }).waitFor();
    expect(await reader.getByRole('button', { name: 'Admin Edit' }).count()).toBe(0);
    expect(await reader.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  });
});

it.describe('one segment', () => {
  it('is edited at a time: Enter is done, Escape leaves it as it was, Tab goes to the next', async () => {
    const page = await openEditor(site, TEA);
    const before = await transcript();
    expect(await saveButton(page).isDisabled()).toBe(true);
    expect(await textsShown(page)).toEqual(before.map(({ text }) => text));
    expect(await page.locator('.edit-box').evaluate((box) => box.clientHeight)).toBe(384);
    await openRow(page, 1);
    await textField(page).fill('Changed by hand.');
    await textField(page).press('Escape');
    expect(await textField(page).count()).toBe(0);
    expect(await saveButton(page).isDisabled()).toBe(true);
    await openRow(page, 1);
    await textField(page).fill('  Changed by hand. ');
    expect(await saveButton(page).isDisabled()).toBe(false);
    await textField(page).press('Tab');
    expect(await textField(page).inputValue()).toBe(before[2]?.text);
    expect(await textField(page).count()).toBe(1);
    await textField(page).press('Enter');
    expect((await textsShown(page))[1]).toBe('Changed by hand.');
    await save(page);
    expect((await transcript())[1]).toEqual({ ...before[1], text: 'Changed by hand.' });
  });

  it('has a time: any format but HH:MM:SS and MM:SS is 0', async () => {
    const page = await openEditor(site, TEA);
    const time = page.getByRole('textbox', { name: 'Time' });
    await openRow(page, 3);
    await time.fill('00:26');
    await time.press('Enter');
    expect(await appears(editRows(page).nth(3).getByText('00:00:26', { exact: true }))).toBe(true);
    await openRow(page, 3);
    await time.fill('soon');
    const warning = page.getByText('Not HH:MM:SS or MM:SS: this will be 00:00:00.');
    await warning.waitFor();
    await time.fill('00:26');
    await warning.waitFor({ state: 'hidden' });
    await time.fill('');
    await warning.waitFor();
    await time.press('Enter');
    expect(await appears(editRows(page).nth(3).getByText('00:00:00', { exact: true }))).toBe(true);
    await save(page);
    expect((await transcript())[3]?.startTime).toBe(0);
  });

  it('cannot be without text', async () => {
    const page = await openEditor(site, TEA);
    await openRow(page, 0);
    await textField(page).fill(' ');
    await saveButton(page).click();
    await page.getByText('Write some text, or delete the segment.').waitFor();
    await openRowByKey(page);
    expect(await textField(page).inputValue()).toBe(' ');
    await textField(page).press('Escape');
    expect(await saveButton(page).isDisabled()).toBe(true);
  });

  it('is deleted, and comes back', async () => {
    const page = await openEditor(site, TEA);
    const before = await textsShown(page);
    await editRows(page)
      .nth(2)
      .getByRole('button', { name: /^Delete segment/ })
      .click();
    await said(page, 'Segment deleted');
    expect(await textsShown(page)).toEqual(before.toSpliced(2, 1));
    expect(await saveButton(page).isDisabled()).toBe(false);
    await undo(page).click();
    await eventually(
      () => textsShown(page),
      (texts) => expect(texts).toEqual(before),
    );
    expect(await saveButton(page).isDisabled()).toBe(true);
  });

  it('is added behind the last', async () => {
    const page = await openEditor(site, TEA);
    const last = (await transcript()).at(-1);
    await page.getByRole('button', { name: 'Add segment' }).click();
    expect(await textField(page).inputValue()).toBe('New segment text...');
    expect(await page.getByRole('combobox', { name: 'Speaker' }).inputValue()).toBe('Unknown');
    await save(page);
    expect((await transcript()).at(-1)).toMatchObject({
      startTime: last?.endTime,
      endTime: (last?.endTime ?? 0) + 5000,
      text: 'New segment text...',
      speaker: 'Unknown',
    });
  });

  it('is split at the caret, and merged again', async () => {
    const page = await openEditor(site, TEA);
    const before = await transcript();
    const whole = before[4]?.text ?? '';
    const cut = whole.indexOf(' ', 10);
    await openRow(page, 4);
    await textField(page).evaluate(
      (area, at) => area instanceof HTMLTextAreaElement && area.setSelectionRange(at, at),
      cut,
    );
    await textField(page).press('Shift+Enter');
    expect(await textField(page).inputValue()).toBe(whole.slice(cut + 1));
    await textField(page).press('Enter');
    await save(page);
    const [first, second] = (await transcript()).slice(4, 6);
    expect([first?.text, second?.text]).toEqual([whole.slice(0, cut), whole.slice(cut + 1)]);
    expect(first?.endTime).toBe(second?.startTime);
    expect(first?.startTime).toBe(before[4]?.startTime);
    await openRow(page, 4);
    await page.getByRole('button', { name: 'Merge with next' }).click();
    await said(page, 'Segments merged');
    expect(await textField(page).inputValue()).toBe(whole);
    await save(page);
    expect(await transcript()).toEqual(before);
  });

  it('plays while it is edited, more slowly during typing', async () => {
    const page = await openEditor(site, TEA);
    const rate = () => page.evaluate(() => document.querySelector('audio')?.playbackRate);
    await openRow(page, 6);
    await page.getByRole('button', { name: 'Play this segment' }).click();
    await page.getByRole('button', { name: 'Pause the audio' }).waitFor();
    const { startTime = 0 } = (await transcript())[6] ?? {};
    expect(await page.evaluate(() => document.querySelector('audio')?.currentTime)).toBeGreaterThanOrEqual(
      startTime / 1000,
    );
    expect(await rate()).toBe(1);
    // It is slower for a moment only, which a look now and then may miss.
    const rates = await page.evaluateHandle(() => {
      const heard: number[] = [];
      const audio = document.querySelector('audio');
      audio?.addEventListener('ratechange', () => heard.push(audio.playbackRate));

      return heard;
    });
    await textField(page).press('x');
    await eventually(
      () => rates.jsonValue(),
      (heard) => expect([...new Set(heard)]).toEqual([0.75, 1]),
    );
    await textField(page).press('Control+Space');
    await page.getByRole('button', { name: 'Play this segment' }).waitFor();
  });
});

it.describe('a segment that was just added', () => {
  it('goes when it is cancelled', async () => {
    const page = await openEditor(site, TEA);
    const before = await textsShown(page);
    await page.getByRole('button', { name: 'Add segment' }).click();
    await textField(page).waitFor();
    await page.keyboard.press('Escape');
    await focusIsOn(page, /^Edit segment/);
    expect(await textsShown(page)).toEqual(before);
    expect(await saveButton(page).isDisabled()).toBe(true);
  });
});

it.describe('with the keyboard alone', () => {
  it('a segment is found, corrected, split, deleted and saved', async () => {
    const page = await openEditor(site, TEA);
    const before = await textsShown(page);
    await page.getByRole('button', { name: 'Add segment' }).focus();
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toMatch(/^Edit segment/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.type(' Typed.');
    await page.keyboard.press('Shift+Tab');
    expect(await focusedName(page)).toBe('Done');
    await page.keyboard.press('Enter');
    expect(await focusedName(page)).toMatch(/^Edit segment/);
    expect((await textsShown(page))[2]).toBe(`${before[2]} Typed.`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename speaker' }).last().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: /^New name for/ }).waitFor();
    await page.keyboard.press('Escape');
    await focusIsOn(page, /^Rename speaker$/);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: /^New name for/ }).fill('By Key');
    await page.keyboard.press('Enter');
    await said(page, 'Updated 1 segment');
    await focusIsOn(page, /^Edit segment/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await said(page, 'Segment deleted');
    expect(await focusedName(page)).toMatch(/^Edit segment/);
    await page.keyboard.press('Control+s');
    await said(page, 'Transcript saved successfully!');
    expect((await transcript()).map(({ text }) => text)).toEqual(before.with(2, `${before[2]} Typed.`).toSpliced(3, 1));
  });
});

/** Tries to open another row while one is open. */
const openRowByKey = (page: Page): Promise<void> =>
  editRows(page)
    .nth(3)
    .getByRole('button', { name: /^Edit segment/ })
    .dispatchEvent('click');
