import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { PASSWORD } from '../kit/product.ts';
import { appears, failCalls, FAILURE, siteWith, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('empty');
const ADMIN_PAGES = [
  'Series Management',
  'Episode Management',
  'Transcript Search Management',
  'Entity Discovery',
  'Entity Management',
  'Recounts',
  'Recent Changes',
  'Integrations',
  'Projections',
];

it.describe('signing in', () => {
  it('leads back, says when the password is wrong, is done with the keyboard alone, and leads nowhere but to this site', async () => {
    const page = await site.open('/help');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await type(page, 'rea', 'wrong');
    await page.getByRole('alert').filter({ hasText: '401: The user name or password is wrong.' }).waitFor();
    expect(await field(page, 'User name').inputValue()).toBe('rea');

    await field(page, 'User name').focus();
    for (const word of ['rea', PASSWORD]) {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(word);
      if (word === 'rea') await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
    await badge(page, 'rea, reader').waitFor();
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe('/help');
    // Otherwise the page that has just loaded would take the focus from the next key press.
    await eventually(
      () => page.evaluate(() => document.activeElement?.id),
      (id) => expect(id).toBe('content'),
    );
    await badge(page, 'rea, reader').focus();
    await page.keyboard.press('Enter');
    for (const _ of ['Change password', 'Sign out']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Sign in' }).waitFor();

    // return-path.spec.ts covers other addresses outside this site.
    await page.goto(`/sign-in?from=${encodeURIComponent('//evil.example/x')}`);
    await type(page, 'rea', PASSWORD);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(page.url()).toBe(`${site.product().url}/`);
  });
});

it.describe('a page of the admin area', () => {
  it('asks for the role that is needed, is in the sidebar of whoever may open it, and opens for a visitor after signing in', async () => {
    const roles = [
      ['rea', '/admin/entities', 'analyst'],
      ['rea', '/admin/recounts', 'analyst'],
      ['rea', '/admin/series', 'admin'],
      ['ana', '/admin/series', 'admin'],
    ] as const;
    const inSidebar = [
      ['admin', 'admin', ADMIN_PAGES],
      ['ana', 'analyst', ['Entity Management', 'Recounts', 'Recent Changes', 'Projections']],
      ['rea', 'reader', []],
    ] as const;
    for (const [username, role, names] of inSidebar) {
      const page = await site.openAs(username, '/');
      for (const [, path, needed] of roles.filter(([who]) => who === username))
        await it.step(`${username} at ${path}`, async () => {
          await page.goto(path);
          await page.getByRole('heading', { level: 1, name: `You need the ${needed} role`, exact: true }).waitFor();
          await page.getByText(`You are signed in as ${username}`).waitFor();
          await page.getByRole('link', { name: 'Go to the dashboard' }).click();
          await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
        });
      await badge(page, `${username}, ${role}`).waitFor();
      expect(await textsOf(adminSection(page).getByRole('link'))).toEqual(names);
      await expect(adminSection(page)).toHaveCount(names.length === 0 ? 0 : 1);
    }
    const visitor = await site.open('/');
    await visitor.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await adminSection(visitor).count()).toBe(0);
    for (const path of ['/admin/changes', '/password']) {
      await visitor.goto(path);
      await visitor.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      await visitor.getByRole('form', { name: 'Sign in' }).waitFor();
    }
    await visitor.goto('/admin/entities?category=person');
    await type(visitor, 'ana', PASSWORD);
    await visitor.getByRole('region', { name: 'Patterns of Person' }).waitFor();
    expect(visitor.url()).toBe(`${site.product().url}/admin/entities?category=person`);
  });
});

it.describe('signing out', () => {
  it('says who is signed in and when it failed, leaves a public page where it is, and counts in the other tabs', async () => {
    const page = await site.openAs('ana', '/help');
    const other = await page.context().newPage();
    await other.goto('/admin/entities');
    await other.getByRole('heading', { level: 1, name: 'Entity Management' }).waitFor();
    const menu = page.getByRole('region', { name: 'Account' });
    await badge(page, 'ana, analyst').click();
    await menu.getByText('Role: analyst').waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });

    const recover = await failCalls(page, /\/api\/auth\/logout$/);
    await badge(page, 'ana, analyst').click();
    await menu.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You are still signed in', { exact: true }).waitFor();
    await page.getByText(`503: ${FAILURE}`).waitFor();
    await eventually(
      () => badge(page, 'ana, analyst').count(),
      (count) => expect(count).toBe(1),
    );
    await recover();

    if (!(await menu.isVisible())) await badge(page, 'ana, analyst').click();
    await menu.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/help');
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await type(page, 'ana', PASSWORD, '/sign-in');
    expect(await appears(other.getByRole('heading', { level: 1, name: 'Entity Management' }))).toBe(true);
  });

  it('everywhere ends the sessions of other browsers, which notice at their next request', async () => {
    const here = await site.openAs('ana', '/help');
    const there = await site.openAs('ana', '/admin/entities?category=person');
    await there.getByRole('region', { name: 'Patterns of Person' }).waitFor();
    await badge(here, 'ana, analyst').click();
    await here.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.getByRole('link', { name: 'Sign in' }).waitFor();
    // It asks for a preview.
    await there.getByRole('form', { name: 'Add pattern' }).getByLabel('Search term').fill('Kumasi');
    await there.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(new URL(there.url()).searchParams.get('from')).toBe('/admin/entities?category=person');
  });
});

it.describe('a new password', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'Change password' });
  const fill = async (page: Page, current: string, next: string, again = next): Promise<void> => {
    await form(page).getByLabel('Current password').fill(current);
    await form(page).getByLabel('New password', { exact: true }).fill(next);
    await form(page).getByLabel('Repeat new password').fill(again);
    await form(page).getByRole('button', { name: 'Change password' }).click();
  };

  it('is set from the account menu with the keyboard alone; other browsers are signed out and this one is not', async () => {
    const here = await site.openAs('rea', '/help');
    const there = await site.openAs('rea', '/help');
    await badge(here, 'rea, reader').click();
    await here.getByRole('link', { name: 'Change password' }).click();
    await here.getByRole('heading', { level: 1, name: 'Change password' }).waitFor();
    await here.getByRole('region', { name: 'Account' }).waitFor({ state: 'hidden' });
    await fill(here, PASSWORD, 'quite another one', 'quite an other one');
    await here.getByText('The new passwords do not match.', { exact: true }).waitFor();
    expect(
      await form(here)
        .getByLabel('Repeat new password')
        .evaluate((input) => input === document.activeElement),
    ).toBe(true);
    await expectNoFaults(here, 'main');
    await fill(here, 'wrong', 'quite another one');
    await here.getByRole('alert').filter({ hasText: '403: The current password is wrong.' }).waitFor();
    await form(here).getByLabel('Current password').focus();
    for (const word of [PASSWORD, 'quite another one', 'quite another one']) {
      await here.keyboard.press('ControlOrMeta+a');
      await here.keyboard.type(word);
      await here.keyboard.press('Tab');
    }
    await here.keyboard.press('Enter');
    await here.getByText('Password changed', { exact: true }).waitFor();
    expect(await form(here).getByLabel('Current password').inputValue()).toBe('');
    await here.reload();
    await badge(here, 'rea, reader').waitFor();
    await there.reload();
    await there.getByRole('link', { name: 'Sign in' }).click();
    await type(there, 'rea', 'quite another one');
    expect(await appears(badge(there, 'rea, reader'))).toBe(true);
  });
});

const adminSection = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('region', { name: 'Admin' });

const field = (page: Page, label: string) =>
  page.getByRole('form', { name: 'Sign in' }).getByLabel(label, { exact: true });

const submit = (page: Page): Promise<void> =>
  page.getByRole('form', { name: 'Sign in' }).getByRole('button', { name: 'Sign in' }).click();

/** Types both and submits; goes to the path first when there is one. */
async function type(page: Page, username: string, password: string, path?: string): Promise<void> {
  if (path !== undefined) await page.goto(path);
  await field(page, 'User name').fill(username);
  await field(page, 'Password').fill(password);
  await submit(page);
}

const badge = (page: Page, who: string) => page.getByRole('button', { name: `Account: ${who}`, exact: true });
