import { expect, it } from '../kit/test.ts';
import type { Locator, Page } from 'playwright-core';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { isTold, saveElsewhere, showEditor } from '../transcripts/editor.fixtures.ts';
import { readEpisode, TEA } from './episode.fixtures.ts';
import { followsFeed, holdCalls, editedSite } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = editedSite();

const editor = (page: Page): Locator => page.getByRole('textbox', { name: 'Description' });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const panel = (page: Page): Locator => page.getByRole('region', { name: 'Description' });
const unsaved = (page: Page): Locator => page.getByText('Unsaved changes', { exact: true });
const linkForm = (page: Page): Locator => page.getByRole('form', { name: 'Link' });
const description = async (): Promise<string> => (await readEpisode(site)).description ?? '';

/** Opens the editor, without a draft, on a description that reads so. */
async function preview(page: Page, start = '<p>The start.</p>'): Promise<void> {
  await page.goto('/health/live');
  await page.evaluate(() => localStorage.clear());
  await saveElsewhere(site, page, 'description', () => ({ description: start }));
  await page.goto(TEA);
  await showEditor(page, 'Edit Description');
}
async function write(page: Page, start?: string): Promise<void> {
  await preview(page, start);
  await choose(page, 'Edit');
}
async function choose(page: Page, mode: 'Preview' | 'Edit'): Promise<void> {
  await page.getByRole('radio', { name: mode, exact: true }).check({ force: true });
  if (mode === 'Edit') await editor(page).waitFor();
}
/** The editor takes the focus in the next frame. */
const gotFocus = (page: Page): Promise<void> =>
  eventually(
    () => editor(page).evaluate((element) => document.activeElement === element),
    (isFocused) => expect(isFocused).toBe(true),
  );
/** At the end, in a paragraph of its own. */
async function type(page: Page, text: string): Promise<void> {
  await editor(page).getByText('The start.').click();
  await page.keyboard.press('End');
  // The editor learns of the caret in a separate event, which nobody types fast enough to outrun.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.keyboard.press('Enter');
  await page.keyboard.type(text);
}
async function save(page: Page): Promise<void> {
  await button(page, 'Save Description').click();
  await isTold(page, 'Success', 'Episode description updated successfully!');
  await unsaved(page).waitFor({ state: 'detached' });
}
/** As the browser does with what was copied elsewhere. */
const paste = (page: Page, html: string): Promise<void> =>
  editor(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

it.describe('the description', () => {
  it('is previewed first, written with emphasis, headings, lists and links, and rid of what is pasted with it', async () => {
    const page = await site.openAs('admin', 'about:blank');
    await it.step('is previewed first, and the editor is loaded on editing', async () => {
      const visitor = await (await site.visitor()).newPage();
      const scripts: string[] = [];
      visitor.on('request', (request) => scripts.push(new URL(request.url()).pathname));
      await visitor.goto(TEA);
      await visitor.getByRole('heading', { level: 1 }).waitFor();
      expect(scripts.filter((path) => /rich-text|description-editor|entity-manager/.test(path))).toEqual([]);

      await preview(page);
      await panel(page).getByText('The start.').waitFor();
      expect(await editor(page).count()).toBe(0);
      expect(await button(page, 'Save Description').isDisabled()).toBe(true);
      await choose(page, 'Edit');
      expect(await unsaved(page).count()).toBe(0);
    });

    await it.step('is written with emphasis, headings, lists and links, and saved as HTML', async () => {
      await write(page);
      await type(page, 'In short');
      await button(page, 'Heading').click();
      expect(await button(page, 'Heading').getAttribute('aria-pressed')).toBe('true');
      await page.keyboard.press('Enter');
      await button(page, 'Bold').click();
      await page.keyboard.type('loud');
      await button(page, 'Bold').click();
      await button(page, 'Italic').click();
      await page.keyboard.type(' soft');
      await button(page, 'Italic').click();
      await page.keyboard.press('Enter');
      await button(page, 'Subheading').click();
      await page.keyboard.type('Parts');
      await page.keyboard.press('Enter');
      await button(page, 'Bullet list').click();
      await page.keyboard.type('one');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await button(page, 'Numbered list').click();
      await page.keyboard.type('first');
      await unsaved(page).waitFor();
      await choose(page, 'Preview');
      await panel(page).getByText('In short').waitFor();
      await save(page);
      expect(await description()).toContain(
        '<h2>In short</h2><p><strong>loud</strong><em> soft</em></p><h3>Parts</h3><ul><li><p>one</p></li></ul><ol><li><p>first</p></li></ol>',
      );
      await button(page, 'View Mode').click();
      await page.getByRole('region', { name: 'Description' }).getByText('In short').waitFor();
    });

    await it.step(
      'takes a link with text and URL, both required, of web and mail only, and gives it up again',
      async () => {
        await write(page);
        await type(page, 'See ');
        await button(page, 'Add link').click();
        await button(page, 'Add Link').click();
        await linkForm(page).getByText('Please enter the text of the link').waitFor();
        await linkForm(page).getByText('Please enter the URL of the link').waitFor();
        await linkForm(page).getByLabel('Text').fill('the ferry');
        // Other addresses that are refused: link-form.spec.tsx.
        await linkForm(page).getByLabel('URL').fill('javascript:alert(1)');
        await button(page, 'Add Link').click();
        await linkForm(page).getByText('The URL must begin with https://, http:// or mailto:.').waitFor();
        await linkForm(page).getByLabel('URL').fill('https://ferry.example/a?b=1&c=2');
        await button(page, 'Add Link').click();
        await linkForm(page).waitFor({ state: 'detached' });
        await gotFocus(page);
        await page.keyboard.type(' now');
        await save(page);
        const link = '<a href="https://ferry.example/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">the ferry</a>';
        expect(await description()).toContain(`See ${link} now</p>`);

        await editor(page).getByText('the ferry').click();
        await button(page, 'Edit link').click();
        expect(await linkForm(page).getByLabel('URL').inputValue()).toBe('https://ferry.example/a?b=1&c=2');
        await linkForm(page).getByLabel('Text').fill('the boat');
        await button(page, 'Update Link').click();
        await save(page);
        expect(await description()).toContain(link.replace('the ferry', 'the boat'));

        await editor(page).getByText('the boat').click();
        await button(page, 'Remove link').click();
        await save(page);
        expect(await description()).toContain('See the boat now</p>');
      },
    );

    await it.step('keeps the lines of a plain text, and has no change where it reads as before', async () => {
      await write(page, 'The start.\nSecond line.\n\nThird line.');
      await expect(editor(page).locator('p')).toHaveCount(2);
      expect(await unsaved(page).count()).toBe(0);
      await editor(page).getByText('Third line.').click();
      await page.keyboard.press('End');
      await page.keyboard.type('!');
      await unsaved(page).waitFor();
      await page.keyboard.press('Backspace');
      await unsaved(page).waitFor({ state: 'detached' });
      expect(await button(page, 'Save Description').isDisabled()).toBe(true);
      await page.keyboard.type('!');
      await save(page);
      expect(await description()).toMatch(/^<p>The start\.<br ?\/?>Second line\.<\/p><p>Third line\.!<\/p>$/);
    });

    await it.step('says what it drops from pasted content, and renders attacks harmless', async () => {
      await write(page);
      let isAlerted = false;
      page.once('dialog', (dialog) => {
        isAlerted = true;
        void dialog.dismiss();
      });
      await type(page, 'Pasted: ');
      await paste(
        page,
        '<p onclick="alert(1)">safe <b>words</b> <u>under</u><img src=x onerror="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)">bad</a> <a href="https://good.example/">good</a></p>',
      );
      await page.getByText(/^Removed from what you pasted: /).waitFor();
      expect(
        (await page.getByText(/^Removed from what you pasted: /).innerText())
          .replace(/^[^:]*: |\.$/g, '')
          .split(', ')
          .toSorted(),
      ).toEqual(['links without a web or mail address', 'pictures', 'scripts', 'underlining']);
      await save(page);
      const html = await description();
      expect(html).toMatch(/safe <strong>words<\/strong> under.*bad.*good/);
      expect(html).toContain('href="https://good.example/"');
      expect(html).not.toMatch(/<(img|script|u)\b|on\w+=|javascript:/i);
      expect(isAlerted).toBe(false);
    });
  });

  it('keeps what is typed while it is saved, discarded, or changed by others', async () => {
    const page = await site.openAs('admin', 'about:blank');
    await it.step('keeps what is typed while it is saved', async () => {
      await write(page);
      await type(page, 'Sent.');
      const letGo = await holdCalls(page, /\/description$/);
      await button(page, 'Save Description').click();
      await button(page, 'Saving…').waitFor();
      await editor(page).getByText('Sent.').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' Later.');
      letGo();
      await isTold(page, 'Success', 'Episode description updated successfully!');
      await editor(page).getByText('Sent. Later.').waitFor();
      await unsaved(page).waitFor();
      expect(await description()).toBe('<p>The start.</p><p>Sent.</p>');
      await button(page, 'Save Description').click();
      await unsaved(page).waitFor({ state: 'detached' });
      expect(await description()).toBe('<p>The start.</p><p>Sent. Later.</p>');
    });

    await it.step('keeps later typing when a discard is undone', async () => {
      await write(page);
      await type(page, 'Old.');
      await button(page, 'Discard changes').click();
      await isTold(page, 'Changes discarded');
      await expect(page.locator(':focus')).toHaveText(['Description']);
      await type(page, 'New.');
      await button(page, 'Undo').click();
      await isTold(page, 'Not undone');
      await editor(page).getByText('New.').waitFor();
      await button(page, 'Discard changes').click();
      await isTold(page, 'Changes discarded');
      await button(page, 'Undo').click();
      await editor(page).getByText('New.').waitFor();
      await expect(unsaved(page)).toHaveCount(1);
    });

    await it.step('marks what both have changed, and can be continued', async () => {
      await write(page);
      await type(page, 'Mine.');
      await saveElsewhere(site, page, 'description', () => ({ description: '<p>The start of theirs.</p>' }));
      await button(page, 'Save Description').click();
      const conflict = page.getByRole('region', { name: 'Conflict' });
      const mine = conflict.getByRole('region', { name: 'Mine' });
      await mine.locator('ins').getByText('Mine.').waitFor();
      await conflict.getByRole('region', { name: 'Theirs' }).locator('ins').getByText('of theirs').waitFor();
      await button(page, 'Edit').click();
      await gotFocus(page);
      // The editor may have the focus a moment before its caret.
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' And theirs.');
      await mine.locator('ins').getByText('Mine. And theirs.').waitFor();
      await save(page);
      await conflict.waitFor({ state: 'detached' });
      expect(await description()).toBe('<p>The start.</p><p>Mine. And theirs.</p>');
    });

    await it.step('is updated for editors who have typed nothing', async () => {
      await write(page);
      await followsFeed(page);
      await saveElsewhere(site, page, 'description', () => ({ description: '<p>Fresh from elsewhere.</p>' }));
      await editor(page).getByText('Fresh from elsewhere.').waitFor();
      expect(await unsaved(page).count()).toBe(0);
    });
  });

  it('works with the keyboard alone, and passes axe with all its parts open', async () => {
    const page = await site.openAs('admin', 'about:blank', { reducedMotion: 'reduce' });
    await it.step('works with the keyboard alone', async () => {
      await preview(page);
      await page.getByRole('radio', { name: 'Preview' }).focus();
      await page.keyboard.press('ArrowRight');
      await editor(page).waitFor();
      await editor(page).focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+b');
      await page.keyboard.type('By keys');
      await button(page, 'Add link').focus();
      await page.keyboard.press('Enter');
      await eventually(
        () =>
          linkForm(page)
            .getByLabel('Text')
            .evaluate((input) => document.activeElement === input),
        (hasFocus) => expect(hasFocus).toBe(true),
      );
      await page.keyboard.type('a link');
      await page.keyboard.press('Tab');
      await page.keyboard.type('https://keys.example/');
      await page.keyboard.press('Enter');
      await linkForm(page).waitFor({ state: 'detached' });
      await gotFocus(page);
      // The editor gives Tab on.
      await page.keyboard.press('Tab');
      expect(await editor(page).evaluate((element) => document.activeElement === element)).toBe(false);
      await button(page, 'Save Description').focus();
      await page.keyboard.press('Enter');
      await isTold(page, 'Success');
      expect(await description()).toContain('<strong>By keys</strong>');
    });

    await it.step('passes axe with all its parts open', async () => {
      await write(page);
      await type(page, 'Mine');
      await paste(page, '<p>a<img src=x></p>');
      await saveElsewhere(site, page, 'description', () => ({ description: '<p>Theirs again</p>' }));
      await button(page, 'Save Description').click();
      const conflict = page.getByRole('region', { name: 'Conflict' });
      await conflict.waitFor();
      await button(page, 'Add link').click();
      await button(page, 'Add Link').click();
      await page.getByRole('button', { name: 'Close toast' }).click();
      await expectNoFaults(page, 'section[aria-labelledby=edit-description]', { ready: () => conflict.waitFor() });
    });
  });
});
