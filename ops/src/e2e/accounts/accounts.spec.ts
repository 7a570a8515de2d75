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
  'Projections',
];

it.beforeAll(async () => {
  await site.product().addAccount('ana', 'analyst');
  await site.product().addAccount('rea', 'reader');
  await site.product().addAccount('tom', 'reader');
});

it.describe('signing in', () => {
  it('says that the password is wrong, keeps what was typed, and lets in with the right one', async () => {
    const page = await site.open('/help');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await type(page, 'rea', 'wrong');
    await page.getByRole('alert').filter({ hasText: '401: The user name or password is wrong.' }).waitFor();
    expect(await field(page, 'User name').inputValue()).toBe('rea');
    await type(page, 'rea', PASSWORD);
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
    await badge(page, 'rea, reader').waitFor();
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe('/help');
  });

  it('says how long to wait after too many failures', async () => {
    const page = await site.open('/sign-in');
    for (let failures = 0; failures < 10; failures += 1) {
      const answer = page.waitForResponse('**/api/auth/login');
      await type(page, 'tom', 'wrong');
      expect((await answer).status()).toBe(401);
    }
    await type(page, 'tom', PASSWORD);
    expect(
      await appears(
        page.getByRole('alert').filter({ hasText: /^429: Too many failed log-ins\. Try again in \d+ minutes?\.$/ }),
      ),
    ).toBe(true);
  });

  // return-path.spec.ts has the other addresses that are not of this site.
  it('leads nowhere but to this site', async () => {
    const page = await site.open(`/sign-in?from=${encodeURIComponent('//evil.example/x')}`);
    await type(page, 'rea', PASSWORD);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(page.url()).toBe(`${site.product().url}/`);
  });

  it('is done with the keyboard alone', async () => {
    const page = await site.open('/sign-in?from=%2Fhelp');
    await field(page, 'User name').focus();
    await page.keyboard.type('rea');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
    // Else the page that has just come would take the focus from what is pressed next.
    await eventually(
      () => page.evaluate(() => document.activeElement?.id),
      (id) => expect(id).toBe('content'),
    );
    await badge(page, 'rea, reader').focus();
    await page.keyboard.press('Enter');
    for (const _ of ['Change password', 'Sign out']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await appears(page.getByRole('link', { name: 'Sign in' }))).toBe(true);
  });
});

it.describe('a page of the admin area', () => {
  it('asks a visitor to sign in, and is there afterwards with all its address says', async () => {
    const page = await site.open('/admin/entities?category=person');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await type(page, 'ana', PASSWORD);
    await page.getByRole('region', { name: 'Patterns of Person' }).waitFor();
    expect(page.url()).toBe(`${site.product().url}/admin/entities?category=person`);
  });

  for (const [username, path, role] of [
    ['rea', '/admin/entities', 'analyst'],
    ['rea', '/admin/series', 'admin'],
    ['ana', '/admin/series', 'admin'],
  ] as const)
    it(`says to ${username} at ${path} that the role ${role} is needed`, async () => {
      const page = await site.openAs(username, path);
      await page.getByRole('heading', { level: 1, name: `You need the ${role} role`, exact: true }).waitFor();
      await page.getByText(`You are signed in as ${username}`).waitFor();
      await page.getByRole('link', { name: 'Go to the dashboard' }).click();
      expect(await appears(page.getByRole('heading', { level: 1, name: 'Dashboard' }))).toBe(true);
    });

  for (const [username, names] of [
    ['admin', ADMIN_PAGES],
    ['ana', ['Entity Management', 'Recounts', 'Recent Changes', 'Projections']],
  ] as const)
    it(`is in the sidebar of whoever may open it: ${username}`, async () => {
      const page = await site.openAs(username, '/');
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('region', { name: 'Admin' });
      await links.waitFor();
      expect(await textsOf(links.getByRole('link'))).toEqual(names);
    });

  it('is not in the sidebar of readers and visitors', async () => {
    const reader = await site.openAs('rea', '/');
    await badge(reader, 'rea, reader').waitFor();
    const visitor = await site.open('/');
    await visitor.getByRole('link', { name: 'Sign in' }).waitFor();
    for (const page of [reader, visitor])
      expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('region', { name: 'Admin' }).count()).toBe(
        0,
      );
  });
});

it.describe('signing out', () => {
  it('says who is signed in, and leaves a public page where it is', async () => {
    const page = await site.openAs('ana', '/help');
    await badge(page, 'ana, analyst').click();
    const menu = page.getByRole('region', { name: 'Account' });
    await menu.getByText('Role: analyst').waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await badge(page, 'ana, analyst').click();
    await menu.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/help');
  });

  it('counts in the other tabs at once, which leave the admin area', async () => {
    const page = await site.openAs('ana', '/help');
    const other = await page.context().newPage();
    await other.goto('/admin/entities');
    await other.getByRole('heading', { level: 1, name: 'Entity Management' }).waitFor();
    await badge(page, 'ana, analyst').click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await type(page, 'ana', PASSWORD, '/sign-in');
    expect(await appears(other.getByRole('heading', { level: 1, name: 'Entity Management' }))).toBe(true);
  });

  it('everywhere ends the sessions of other browsers, which see it when they next ask for something', async () => {
    const here = await site.openAs('ana', '/help');
    const there = await site.openAs('ana', '/admin/entities?category=person');
    await there.getByRole('region', { name: 'Patterns of Person' }).waitFor();
    await badge(here, 'ana, analyst').click();
    await here.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.getByRole('link', { name: 'Sign in' }).waitFor();
    await there.getByRole('form', { name: 'Add pattern' }).getByLabel('Search term').fill('Kumasi');
    await there.getByRole('button', { name: 'Add pattern' }).click();
    await there.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(new URL(there.url()).searchParams.get('from')).toBe('/admin/entities?category=person');
  });

  it('says so when it failed, and leaves the person signed in', async () => {
    const page = await site.openAs('ana', '/help');
    await failCalls(page, /\/api\/auth\/logout$/);
    await badge(page, 'ana, analyst').click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You are still signed in', { exact: true }).waitFor();
    await page.getByText(`503: ${FAILURE}`).waitFor();
    await eventually(
      () => badge(page, 'ana, analyst').count(),
      (count) => expect(count).toBe(1),
    );
  });
});

it.describe('another password', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'Change password' });
  const fill = async (page: Page, current: string, next: string, again = next): Promise<void> => {
    await form(page).getByLabel('Current password').fill(current);
    await form(page).getByLabel('New password', { exact: true }).fill(next);
    await form(page).getByLabel('Repeat new password').fill(again);
    await form(page).getByRole('button', { name: 'Change password' }).click();
  };

  it('is set from the account menu; other browsers are signed out and this one is not', async () => {
    await site.product().addAccount('pat', 'reader');
    const here = await site.openAs('pat', '/help');
    const there = await site.openAs('pat', '/help');
    await badge(here, 'pat, reader').click();
    await here.getByRole('link', { name: 'Change password' }).click();
    await here.getByRole('heading', { level: 1, name: 'Change password' }).waitFor();
    await here.getByRole('region', { name: 'Account' }).waitFor({ state: 'hidden' });
    await fill(here, PASSWORD, 'another one', 'an other one');
    await here.getByText('The new passwords do not match.', { exact: true }).waitFor();
    expect(
      await form(here)
        .getByLabel('Repeat new password')
        .evaluate((input) => input === document.activeElement),
    ).toBe(true);
    await expectNoFaults(here, 'main');
    await fill(here, 'wrong', 'another one');
    await here.getByRole('alert').filter({ hasText: '403: The current password is wrong.' }).waitFor();
    await fill(here, PASSWORD, 'another one');
    await here.getByText('Password changed', { exact: true }).waitFor();
    expect(await form(here).getByLabel('Current password').inputValue()).toBe('');
    await here.reload();
    await badge(here, 'pat, reader').waitFor();
    await there.reload();
    await there.getByRole('link', { name: 'Sign in' }).click();
    await type(there, 'pat', 'another one');
    expect(await appears(badge(there, 'pat, reader'))).toBe(true);
  });

  it('is set with the keyboard alone, and asked of nobody who is not signed in', async () => {
    const page = await site.open('/password');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await site.product().addAccount('kay', 'analyst');
    await type(page, 'kay', PASSWORD);
    await form(page).getByLabel('Current password').focus();
    for (const word of [PASSWORD, 'quite another', 'quite another']) {
      await page.keyboard.type(word);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    expect(await appears(page.getByText('Password changed', { exact: true }))).toBe(true);
  });
});

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
