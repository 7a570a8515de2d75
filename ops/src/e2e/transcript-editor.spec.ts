import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectNoFaults } from './axe.fixtures.ts';
import { readEpisode, rows as shownRows, TEA } from './episode.fixtures.ts';
import { PASSWORD } from './product.ts';
import { appears, failCalls, FAILURE, holdCalls, siteWith } from './site.fixtures.ts';
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
} from './transcript-editor.fixtures.ts';
import { eventually } from './until.ts';

const site = siteWith('sample');
const WITHOUT_HASTE_MS = 240_000;
const READ = /\/api\/podcasts\/[^/]+\/[^/]+$/;
const PUT = /\/api\/episodes\/[^/]+\/transcript$/;
const transcript = async () => (await readEpisode(site)).transcript;
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

beforeAll(async () => {
  await site.product().addAccount('grace', 'admin');
  await site.product().addAccount('rea', 'reader');
}, 120_000);

describe('the way into the editor', () => {
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

describe('one segment', () => {
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

  it('has a time: any form but HH:MM:SS and MM:SS is 0', async () => {
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

  it('is heard while it is edited, more slowly while somebody types', async () => {
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
    await textField(page).press('x');
    await eventually(rate, (now) => expect(now).toBe(0.75));
    await eventually(rate, (now) => expect(now).toBe(1));
    await textField(page).press('Control+Space');
    await page.getByRole('button', { name: 'Play this segment' }).waitFor();
  });
});

describe('speakers', () => {
  it('are renamed everywhere, and back', async () => {
    const page = await openEditor(site, TEA);
    const before = await transcript();
    const count = before.filter(({ speaker }) => speaker === 'Síle Cronin').length;
    await page.getByRole('button', { name: 'Rename speaker', exact: true }).first().click();
    const form = page.getByRole('form', { name: 'Rename speaker' });
    await form.getByRole('combobox', { name: 'Speaker' }).selectOption(`Síle Cronin (${count})`);
    await form.getByRole('button', { name: 'Rename all' }).click();
    await form.getByText('Enter a new name.').waitFor();
    await form.getByRole('textbox', { name: 'New name' }).fill(' Sheila ');
    await form.getByRole('button', { name: 'Rename all' }).click();
    await said(page, `Updated ${count} segments`);
    await save(page);
    expect((await transcript()).filter(({ speaker }) => speaker === 'Sheila').length).toBe(count);
    await form.getByRole('combobox', { name: 'Speaker' }).selectOption(`Sheila (${count})`);
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

describe('find and replace', () => {
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

describe('a segment that was just added', () => {
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

describe('saving', () => {
  it('is shown at once and cannot be asked for twice; scroll and focus stay', async () => {
    const page = await openEditor(site, TEA);
    await rewrite(page, 30, 'Saved in place.');
    const top = () => page.locator('.edit-box').evaluate((box) => box.scrollTop);
    const before = await top();
    expect(before).toBeGreaterThan(0);
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

  it('goes on from what it has just saved, though the page is not shown anew yet', async () => {
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

describe('what is not saved', () => {
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

  it('is told about where the episode is read, and gone on with from there', async () => {
    const page = await openEditor(site, TEA);
    await page.getByRole('button', { name: 'Rename speaker' }).first().click();
    const form = page.getByRole('form', { name: 'Rename speaker' });
    await form.getByLabel('New name').fill('Nobody Else');
    await form.getByRole('button', { name: 'Rename all' }).click();
    await undo(page).waitFor();
    await page.getByRole('button', { name: 'View Mode' }).click();
    await page.getByText('Unsaved changes of the transcript').waitFor();
    await undo(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Go on editing' }).click();
    await page.getByText('Unsaved draft restored').waitFor();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await said(page, 'Changes discarded');
    await page.getByRole('button', { name: 'View Mode' }).click();
    await shownRows(page).first().waitFor();
    expect(await page.getByText('Unsaved changes of the transcript').count()).toBe(0);
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

describe('two people at once', () => {
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

  it.each<[string, (page: Page) => Promise<void>, string]>([
    ['mine is kept', (page) => page.getByRole('button', { name: 'Keep mine' }).click(), 'Ada says so.'],
    ['theirs is taken', (page) => page.getByRole('button', { name: 'Take theirs' }).click(), 'Grace says so.'],
    [
      'a text of both is written',
      async (page) => {
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await page.getByRole('textbox', { name: 'Text' }).fill('Both say so.');
        await page.getByRole('button', { name: 'Use this text' }).click();
      },
      'Both say so.',
    ],
  ])('change one segment: %s, and nothing is lost silently', async (_, choose, text) => {
    const ada = await openEditor(site, TEA);
    const grace = await openEditor(site, TEA, { as: 'grace' });
    await rewrite(ada, 22, 'Ada says so.');
    await rewrite(ada, 25, `Ada’s other change: ${text}`);
    await rewrite(grace, 22, 'Grace says so.');
    await save(grace);
    const panel = ada.getByRole('region', { name: /changed on both sides/ });
    await panel.getByText('changed by grace').waitFor();
    expect(await appears(editRows(ada).nth(22).getByText('changed by grace'))).toBe(true);
    expect(await panel.locator('ins').allInnerTexts()).toEqual(['Ada', 'Grace']);
    await saveButton(ada).click();
    await said(ada, 'Failed to save transcript');
    expect((await transcript())[22]?.text).toBe('Grace says so.');
    await choose(ada);
    await panel.waitFor({ state: 'hidden' });
    await save(ada);
    expect((await transcript())[22]?.text).toBe(text);
    for (const page of [ada, grace])
      await eventually(
        () => textsShown(page),
        (texts) => expect([texts[22], texts[25]]).toEqual([text, `Ada’s other change: ${text}`]),
      );
    // For the next story.
    await rewrite(ada, 22, 'As it was.');
    await save(ada);
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

  it('are told by the server when the news has not come', async () => {
    const ada = await openEditor(site, TEA);
    const grace = await openEditor(site, TEA, { as: 'grace' });
    // The page is not read again before the save is refused.
    const letGo = await holdCalls(ada, READ);
    await rewrite(ada, 23, 'Ada, without news.');
    await rewrite(grace, 23, 'Grace, with haste.');
    await save(grace);
    await saveButton(ada).click();
    await said(ada, 'Failed to save transcript');
    await said(ada, '409: Nothing was saved');
    const panel = ada.getByRole('region', { name: /changed on both sides/ });
    await panel.getByText('Grace, with haste.').waitFor();
    letGo();
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await save(ada);
    expect((await transcript())[23]?.text).toBe('Ada, without news.');
  });
});

describe('with the keyboard alone', () => {
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

describe('in light and dark, on a desk and on a phone', () => {
  it(
    'no state of the editor has a fault that axe can find',
    async () => {
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
    },
    WITHOUT_HASTE_MS,
  );
});

const speakersOf = (segments: readonly { speaker: string }[]): string[] => [
  ...new Set(segments.map(({ speaker }) => speaker)),
];

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;

    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

const focusIsOn = (page: Page, name: RegExp): Promise<void> =>
  eventually(
    () => focusedName(page),
    (focused) => expect(focused).toMatch(name),
  );

/** Tries to open another row while one is open. */
const openRowByKey = (page: Page): Promise<void> =>
  editRows(page)
    .nth(3)
    .getByRole('button', { name: /^Edit segment/ })
    .dispatchEvent('click');
