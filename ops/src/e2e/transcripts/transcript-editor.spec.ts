import { expect, it } from '../kit/test.ts';
import { readEpisode, rows as shownRows } from '../episodes/episode.fixtures.ts';
import { PASSWORD } from '../kit/product.ts';
import { appears, editedSite } from '../kit/site.fixtures.ts';
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
  focusedName,
  focusIsOn,
} from './transcript-editor.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = editedSite();
/** With sound; no other file edits it. */
const PATH = '/podcasts/SemicolonWeather/c-the-language-that-would-not-retire';
const transcript = async () => (await readEpisode(site, PATH)).transcript;

it('leads a visitor through signing in and back, is not there for readers, and is loaded only by who edits', async () => {
  const page = await (await site.visitor()).newPage();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await it.step('nothing of it is loaded for visitors', async () => {
    await page.goto(PATH);
    await shownRows(page).first().waitFor();
    expect(loaded.filter((url) => url.includes('episode-editing'))).toEqual([]);
    expect(await page.getByRole('button', { name: 'Admin Edit' }).count()).toBe(0);
  });

  await it.step('a visitor signs in and is back in the editor', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('textbox', { name: 'User name' }).fill('admin');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await edit(page);
    expect(loaded.some((url) => url.includes('episode-editing'))).toBe(true);
    expect(new URL(page.url()).pathname).toBe(PATH);
    await expect(page.getByRole('tab')).toHaveText(['Edit Transcript', 'Manage Entities', 'Edit Description']);
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Edit Transcript');
    await page.getByRole('button', { name: 'View Mode' }).click();
    await shownRows(page).first().waitFor();
  });

  await it.step('a reader has no way in', async () => {
    const reader = await site.openAs('rea', PATH);
    await shownRows(reader).first().waitFor();
    await reader.getByRole('button', { name: /^Account: rea/ }).waitFor();
    expect(await reader.getByRole('button', { name: 'Admin Edit' }).count()).toBe(0);
    expect(await reader.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  });
});

it('edits one segment at a time, gives it a time, adds, splits and merges, and saves each', async () => {
  const page = await openEditor(site, PATH);
  await it.step('Enter is done, Escape leaves it as it was, Tab goes to the next', async () => {
    const before = await transcript();
    expect(await saveButton(page).isDisabled()).toBe(true);
    expect(await textsShown(page)).toEqual(before.map(({ text }) => text));
    // As high as the window, so that nothing is edited through a slit.
    const share = await page.locator('.edit-box').evaluate((box) => box.clientHeight / window.innerHeight);
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(1);
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
    await expect(textField(page)).toHaveCount(1);
    await textField(page).press('Enter');
    expect((await textsShown(page))[1]).toBe('Changed by hand.');
    await save(page);
    expect((await transcript())[1]).toEqual({ ...before[1], text: 'Changed by hand.' });
  });

  await it.step('has a time', async () => {
    await openRow(page, 3);
    await page.getByRole('textbox', { name: 'Time' }).fill('00:26');
    await page.getByRole('textbox', { name: 'Time' }).press('Enter');
    expect(await appears(editRows(page).nth(3).getByText('00:00:26', { exact: true }))).toBe(true);
    await save(page);
    expect((await transcript())[3]?.startTime).toBe(26_000);
  });

  await it.step('is added behind the last', async () => {
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

  await it.step('is split at the caret, and merged again', async () => {
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

  await it.step('speakers are renamed everywhere, and back', async () => {
    const before = await transcript();
    const speaker = before[0]?.speaker ?? '';
    const count = before.filter((segment) => segment.speaker === speaker).length;
    await page.getByRole('button', { name: 'Rename speaker', exact: true }).first().click();
    const form = page.getByRole('form', { name: 'Rename speaker' });
    const rename = async (from: string, to: string) => {
      await form.getByRole('combobox', { name: 'Speaker' }).selectOption(`${from} (${count} segments)`);
      await form.getByRole('textbox', { name: 'New name' }).fill(to);
      await form.getByRole('button', { name: 'Rename all' }).click();
      await said(page, `Updated ${count} segments`);
      await save(page);
    };
    await rename(speaker, ' Sheila ');
    expect((await transcript()).filter((segment) => segment.speaker === 'Sheila').length).toBe(count);
    await rename('Sheila', speaker);
    expect(await transcript()).toEqual(before);
  });
});

it('plays while it is edited, more slowly during typing', async () => {
  const page = await openEditor(site, PATH);
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

it('finds, corrects, renames, deletes and saves with the keyboard alone', async () => {
  const page = await openEditor(site, PATH);
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
