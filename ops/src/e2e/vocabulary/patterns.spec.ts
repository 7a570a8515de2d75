import { expect, it } from '../kit/test.ts';
import { appears, editedSite, failCalls, FAILURE, followsFeed, textsOf } from '../kit/site.fixtures.ts';
import { entity, toast, vocabularyOf } from './vocabulary.fixtures.ts';
import { eventually } from '../kit/until.ts';

const { open, patterns, addCategory, addPattern } = vocabularyOf(editedSite());

it('adds patterns to a category, refuses what cannot be, and shows those of other users', async () => {
  await addCategory('Crew');
  const page = await open('crew');
  const form = page.getByRole('form', { name: 'Add pattern' });
  await it.step('a pattern is a whole word in any case by default, and the form is ready for the next', async () => {
    expect(await form.getByLabel('Case sensitive').isChecked()).toBe(false);
    expect(await form.getByLabel('Whole word').isChecked()).toBe(true);
    await form.getByLabel('Search term').fill('Ama Quaye');
    await form.getByLabel('URL (optional)').fill('https://ama.example/');
    await page.keyboard.press('Enter');
    await toast(page, 'Search pattern added successfully!');
    await entity(page, 'Ama Quaye').waitFor();
    expect(await page.getByRole('link', { name: 'Website of Ama Quaye' }).getAttribute('href')).toBe(
      'https://ama.example/',
    );
    await eventually(
      () => form.getByLabel('Search term').evaluate((input) => input === document.activeElement),
      (isFocused) => expect(isFocused).toBe(true),
    );
    await form.getByLabel('Search term').fill('AQ');
    await form.getByLabel('Belongs to').fill('ama');
    await eventually(
      () => form.locator('datalist option').allInnerTexts(),
      (names) => expect(names).toEqual(['Ama Quaye']),
    );
    await form.getByLabel('Belongs to').fill('Ama Quaye');
    await form.getByLabel('Case sensitive').check();
    await form.getByLabel('Whole word').uncheck();
    await form.getByRole('button', { name: 'Add pattern' }).click();
    await eventually(
      () => textsOf(entity(page, 'Ama Quaye').getByRole('listitem')),
      (texts) => expect(texts).toEqual(['Ama Quaye', 'AQ Case sensitive Part of words']),
    );
    await eventually(
      () => form.getByLabel('Whole word').isChecked(),
      (isChecked) => expect(isChecked).toBe(true),
    );
  });

  await it.step('one that exists already, or an invalid link, is refused with the reason', async () => {
    await form.getByLabel('Search term').fill('ama quaye');
    await form.getByRole('button', { name: 'Add pattern' }).click();
    await toast(page, 'Failed to add search pattern', '409: "Ama Quaye" is already a pattern of crew.');
    expect(await form.getByLabel('Search term').inputValue()).toBe('ama quaye');
    await form.getByLabel('Search term').fill('Esi');
    await form.getByLabel('URL (optional)').fill('nowhere');
    await form.getByRole('button', { name: 'Add pattern' }).click();
    await page.getByText(/^400: The field "url" is not valid/).waitFor();
  });

  await it.step('one of another user appears without a reload', async () => {
    await followsFeed(page);
    await addPattern('crew', 'Yaa Asantewaa');
    expect(await appears(entity(page, 'Yaa Asantewaa'))).toBe(true);
  });
});

it('edits, moves and deletes patterns in place', async () => {
  await addCategory('Gadget');
  await addCategory('Eatery');
  await addPattern('gadget', 'Walkman');
  await addPattern('gadget', 'Discman', undefined, 'https://discman.example/');
  await addPattern('gadget', 'Minidisc');
  await addPattern('gadget', 'Tape');
  await addPattern('gadget', 'Reel');
  await addPattern('eatery', 'Chop Bar');
  const page = await open('gadget');
  await it.step('is edited in place, and the focus comes back', async () => {
    await page.getByRole('button', { name: 'Edit Walkman', exact: true }).click();
    const form = page.getByRole('form', { name: 'Edit Walkman' });
    expect(await form.getByLabel('Search term').evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await eventually(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      (focused) => expect(focused).toBe('Edit Walkman'),
    );
    await page.keyboard.press('Enter');
    await form.getByLabel('Search term').fill('');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Please fill in all required fields');
    await form.getByLabel('Search term').fill('Sony Walkman');
    await form.getByLabel('Case sensitive').check();
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Search pattern "Sony Walkman" updated successfully!');
    // Renaming the only pattern with its entity's name renames the entity.
    await eventually(
      () => textsOf(entity(page, 'Sony Walkman').getByRole('listitem')),
      (texts) => expect(texts).toEqual(['Sony Walkman Case sensitive']),
    );
  });

  await it.step('moves to another entity, without its link', async () => {
    await page.getByRole('button', { name: 'Edit Discman', exact: true }).click();
    const form = page.getByRole('form', { name: 'Edit Discman' });
    await form.getByLabel('Belongs to').fill('Minidisc');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await eventually(
      () => textsOf(entity(page, 'Minidisc').getByRole('listitem')),
      (texts) => expect(texts.toSorted()).toEqual(['Discman', 'Minidisc']),
    );
    await eventually(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      (focused) => expect(focused).toBe('Edit Discman'),
    );
    expect((await patterns('Discman')).find(({ name }) => name === 'Discman')).toMatchObject({
      entity: 'Minidisc',
      url: null,
    });
  });

  await it.step('whose edit is refused stays open with the reason', async () => {
    await page.getByRole('button', { name: 'Edit Reel', exact: true }).click();
    const form = page.getByRole('form', { name: 'Edit Reel' });
    await form.getByLabel('Search term').fill('tape');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Failed to update search pattern', '409: "Tape" is already a pattern of gadget.');
    expect(await form.getByLabel('Search term').inputValue()).toBe('tape');
  });

  await it.step('is deleted after a question, to which Escape and Cancel say no', async () => {
    await page.goto('/admin/entities?category=eatery');
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this pattern?' });
    for (const no of [
      () => page.keyboard.press('Escape'),
      () => question.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await page.getByRole('button', { name: 'Delete Chop Bar' }).click();
      await question.getByText('“Chop Bar”, in Eatery.').waitFor();
      await no();
      await question.waitFor({ state: 'detached' });
    }
    const recover = await failCalls(page, /\/api\/admin\/entity-patterns\/[^/]+$/);
    await page.getByRole('button', { name: 'Delete Chop Bar' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Failed to delete search pattern', `503: ${FAILURE}`);
    await recover();
    // The message may lie over it.
    await page.getByRole('button', { name: 'Delete Chop Bar' }).press('Enter');
    await question.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Search pattern deleted successfully!');
    expect(await appears(page.getByText('No search patterns yet. Add one above.', { exact: true }))).toBe(true);
  });
});

it('keeps changes by others while the form of a pattern is open', async () => {
  await addCategory('Medium');
  await addPattern('medium', 'Cassette');
  const page = await open('medium');
  await followsFeed(page);
  await page.getByRole('button', { name: 'Edit Cassette', exact: true }).click();
  const form = page.getByRole('form', { name: 'Edit Cassette' });
  await form.getByLabel('URL').fill('https://cassette.example/');
  const elsewhere = await open('medium');
  await elsewhere.getByRole('button', { name: 'Edit Cassette', exact: true }).click();
  const other = elsewhere.getByRole('form', { name: 'Edit Cassette' });
  await other.getByLabel('Case sensitive').check();
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await toast(elsewhere, 'Search pattern "Cassette" updated successfully!');
  await eventually(
    () => form.getByLabel('Case sensitive').isChecked(),
    (isChecked) => expect(isChecked).toBe(true),
  );
  const asked = page.waitForRequest(
    (call) => call.url().endsWith('/patterns/preview') && call.postDataJSON().wholeWord === false,
  );
  await form.getByLabel('Whole word').uncheck();
  expect((await asked).postDataJSON()).toEqual({ change: 'edit', id: expect.any(String), wholeWord: false });
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Search pattern "Cassette" updated successfully!');
  expect((await patterns('Cassette')).find(({ name }) => name === 'Cassette')).toMatchObject({
    caseSensitive: true,
    wholeWord: false,
    url: 'https://cassette.example/',
  });
});
