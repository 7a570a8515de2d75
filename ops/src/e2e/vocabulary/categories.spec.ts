import { expect, it } from '../kit/test.ts';
import { editedSite, textsOf } from '../kit/site.fixtures.ts';
import { category, patternsOf, toast, vocabularyOf } from './vocabulary.fixtures.ts';
import { eventually } from '../kit/until.ts';

const { open, types, addCategory, addPattern } = vocabularyOf(editedSite());

it('lists the categories with their counts, opens one at a time, and creates one', async () => {
  await addCategory('Vessel');
  await addCategory('Dock');
  await addPattern('vessel', 'Silent Spring');
  await addPattern('vessel', 'The Spring', 'Silent Spring');
  const page = await open();
  await it.step('one is open at a time, which the address remembers', async () => {
    const list = page
      .getByRole('region', { name: 'Entity Categories' })
      .getByRole('list', { name: 'Entity categories' });
    const known = await types();
    await eventually(
      () => textsOf(list.getByRole('listitem')),
      (texts) => {
        expect(texts).toHaveLength(known.length);
        known.forEach(({ displayName, name }, at) =>
          expect(texts[at]).toContain(`${displayName.replaceAll(/\s+/g, ' ')} ${name} `),
        );
        expect(texts).toContain('Vessel vessel 2 patterns · 1 entity');
        expect(texts).toContain('Dock dock 0 patterns · 0 entities');
      },
    );
    await category(page, 'Vessel').click();
    await patternsOf(page, 'Vessel').waitFor();
    await category(page, 'Dock').click();
    await patternsOf(page, 'Dock').getByText('No search patterns yet. Add one above.', { exact: true }).waitFor();
    expect(await patternsOf(page, 'Vessel').count()).toBe(0);
    await page.reload();
    await patternsOf(page, 'Dock').waitFor();
    await category(page, 'Dock').click();
    await patternsOf(page, 'Dock').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  await it.step('a new one is created as typed, with icon and colour, and opened', async () => {
    await page.getByRole('button', { name: 'Add category' }).click();
    const form = page.getByRole('form', { name: 'Add category' });
    await form.getByRole('button', { name: 'Icon Package' }).waitFor();
    await expect(form.getByRole('radio')).toHaveCount(22);
    await form.getByLabel('Name', { exact: true }).fill('Medical  Device');
    expect(await form.getByLabel('Display Name').inputValue()).toBe('Medical  Device');
    await form.getByText('Kept as medical_device').waitFor();
    await form.getByRole('button', { name: 'Icon Package' }).click();
    const icons = page.getByRole('dialog', { name: 'Icons' });
    await eventually(
      () => icons.getByRole('radio').count(),
      (count) => expect(count).toBeGreaterThanOrEqual(90),
    );
    await icons.getByRole('searchbox', { name: 'Search icons...' }).fill('steth');
    await icons.getByRole('radio', { name: 'Stethoscope' }).click();
    await icons.waitFor({ state: 'detached' });
    await form.getByRole('radio', { name: 'Teal' }).click();
    await form.getByRole('button', { name: 'Add category' }).click();
    await toast(page, 'Entity type created successfully!');
    await patternsOf(page, 'Medical Device').waitFor();
    expect((await types()).find(({ name }) => name === 'medical_device')).toMatchObject({
      displayName: 'Medical  Device',
      iconName: 'Stethoscope',
      colorClass: 'bg-teal-100 text-teal-800',
    });
  });
});

it('creates a category with the keyboard alone', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add category' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Add category' });
  await form.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type('Ship');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Search icons...' }).waitFor();
  await page.keyboard.type('anchor');
  // From the text over its clear button to the icons.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await eventually(
    () => form.getByRole('button', { name: 'Icon Anchor' }).evaluate((icon) => icon === document.activeElement),
    (hasFocus) => expect(hasFocus).toBe(true),
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await toast(page, 'Entity type created successfully!');
  expect((await types()).find(({ name }) => name === 'ship')).toMatchObject({
    iconName: 'Anchor',
    colorClass: 'bg-green-100 text-green-800',
  });
});
