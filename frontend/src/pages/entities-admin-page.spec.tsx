import { beforeEach, describe, expect, it } from '@jest/globals';
import type { HeldPattern } from '@earmark/contracts/vocabulary';
import { screen, waitFor, within } from '@testing-library/react';
import { emptyVocabulary, BOOK, DOWN, openEntitiesAdmin, pattern } from '../testing/entities-admin.tsx';
import { answers, refusal, type Call } from '../testing/server.ts';

beforeEach(emptyVocabulary);

it('says when categories cannot be loaded, and retries', async () => {
  let isDown = true;
  answers('get', '/api/admin/entity-types', () => (isDown ? refusal(503, 'down', DOWN) : Response.json([BOOK])));
  const { user } = openEntitiesAdmin();
  expect(await screen.findByRole('alert')).toHaveTextContent(`503: ${DOWN}`);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /Book/ })).toBeVisible();
});

it('says when there are no categories', async () => {
  answers('get', '/api/admin/entity-types', []);
  openEntitiesAdmin();
  expect(await screen.findByRole('heading', { name: 'No categories yet' })).toBeVisible();
});

it('holds a new category that its account had typed before it had to sign in again, until it is given up', async () => {
  answers('get', '/api/admin/entity-types', [BOOK]);
  const openFor = (username: string) => {
    answers('get', '/api/auth/me', { user: { username, role: 'analyst' } });

    return openEntitiesAdmin();
  };
  const form = () => screen.queryByRole('form', { name: 'Add category' });
  const ada = openFor('ada');
  await ada.user.click(await screen.findByRole('button', { name: 'Add category' }));
  await ada.user.type(within(form()!).getByLabelText('Name'), 'Boat');
  await ada.user.click(within(form()!).getByRole('radio', { name: 'Teal' }));
  ada.unmount();

  const grace = openFor('grace');
  expect(await screen.findByRole('button', { name: 'Add category' })).toHaveAttribute('aria-expanded', 'false');
  expect(form()).toBeNull();
  grace.unmount();

  const again = openFor('ada');
  expect(within(await screen.findByRole('form', { name: 'Add category' })).getByLabelText('Name')).toHaveValue('Boat');
  expect(within(form()!).getByRole('radio', { name: 'Teal' })).toBeChecked();
  await again.user.click(within(form()!).getByRole('button', { name: 'Cancel' }));
  again.unmount();

  openFor('ada');
  expect(await screen.findByRole('button', { name: 'Add category' })).toBeVisible();
  expect(form()).toBeNull();
});

describe('the names that imports held back', () => {
  const held = (name: string, more: Partial<HeldPattern> = {}): HeldPattern => ({
    id: name,
    name,
    type: 'book',
    entity: null,
    caseSensitive: false,
    wholeWord: true,
    mentions: 8906,
    says: '8,700 of 9,000 are in lower case: match case?',
    quieter: { caseSensitive: true, wholeWord: true, near: [] },
    heldAt: '2026-01-01T00:00:00.000Z',
    ...more,
  });
  const serve = (left: HeldPattern[]) =>
    answers('get', '/api/admin/held-patterns', () => Response.json({ patterns: left, total: left.length, next: null }));
  beforeEach(() => {
    answers('get', '/api/admin/entity-types', [BOOK]);
  });

  it('are added with the proposed option, as they are, or dropped, and the focus goes on', async () => {
    const left = [held('It'), held('On', { quieter: null, mentions: 1 }), held('Now', { entity: 'Now Inc.' })];
    serve(left);
    const sent: unknown[] = [];
    const take = (name: string) => {
      const at = left.findIndex((one) => one.name === name);
      left.splice(at, 1);
      return Response.json(pattern(name));
    };
    for (const name of ['It', 'On'])
      answers('post', `/api/admin/held-patterns/${name}/add`, ({ body }: Call) => {
        sent.push([name, body]);
        return take(name);
      });
    answers('delete', '/api/admin/held-patterns/Now', () => {
      take('Now');
      return Response.json({ success: true });
    });
    const { user } = openEntitiesAdmin();
    const first = await screen.findByRole('listitem', { name: 'It' });
    expect(first).toHaveTextContent('would find 8,906 mentions');
    expect(within(first).getByText('Case sensitive')).toBeVisible();
    const second = screen.getByRole('listitem', { name: 'On' });
    expect(within(second).queryByRole('button', { name: 'Add with this option' })).toBeNull();
    within(first).getByRole('button', { name: 'Add with this option' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(second).toHaveFocus());
    await waitFor(() => expect(screen.getByText('Search pattern “It” was added')).toBeVisible());
    await user.click(within(second).getByRole('button', { name: 'Add as it is' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'On' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Drop' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Held back by imports/ })).toBeNull());
    expect(sent).toEqual([
      ['It', { isQuieter: true }],
      ['On', { isQuieter: false }],
    ]);
  });

  it('are decided one after the other while earlier ones are saved', async () => {
    let left = ['It', 'On', 'Now'].map((name) => held(name));
    answers('get', '/api/admin/held-patterns', () => Response.json({ patterns: left, total: left.length, next: null }));
    const answered: (() => void)[] = [];
    const sent: string[] = [];
    for (const name of ['It', 'On', 'Now'])
      answers('post', `/api/admin/held-patterns/${name}/add`, async () => {
        sent.push(name);
        await new Promise<void>((resolve) => answered.push(resolve));
        left = left.filter((one) => one.name !== name);
        return Response.json(pattern(name));
      });
    const { user } = openEntitiesAdmin();
    (await screen.findByRole('listitem', { name: 'It' })).focus();
    await user.keyboard('{Tab}{Enter}{Tab}{Enter}{Tab}{Enter}');
    for (const name of ['It', 'On', 'Now']) {
      await waitFor(() => expect(sent.at(-1)).toBe(name));
      answered.shift()!();
    }
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Held back by imports/ })).toBeNull());
    expect(sent).toEqual(['It', 'On', 'Now']);
  });

  it('stay when they cannot be added, with the reason', async () => {
    serve([held('It')]);
    answers('post', '/api/admin/held-patterns/It/add', () => refusal(409, 'pattern-taken', 'It is there already.'));
    const { user } = openEntitiesAdmin();
    await user.click(await screen.findByRole('button', { name: 'Add as it is' }));
    expect(await screen.findByText('409: It is there already.')).toBeVisible();
    expect(screen.getByRole('listitem', { name: 'It' })).toBeVisible();
  });

  it('are kept in sight when they cannot be loaded', async () => {
    let isDown = true;
    answers('get', '/api/admin/held-patterns', () =>
      isDown ? refusal(503, 'down', DOWN) : Response.json({ patterns: [held('It')], total: 1, next: null }),
    );
    const { user } = openEntitiesAdmin();
    expect(await screen.findByText('Error loading the names held back')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Held back by imports (1)' })).toBeVisible();
  });
});

it('says why a file of patterns was refused, and takes it when it is chosen again', async () => {
  answers('get', '/api/admin/entity-types', [BOOK]);
  let isDown = true;
  const report = { added: 1, unchanged: 0, skipped: [] };
  answers('post', '/api/admin/entity-patterns/csv', () =>
    isDown ? refusal(503, 'down', DOWN) : Response.json(report),
  );
  const { user } = openEntitiesAdmin();
  await screen.findByRole('button', { name: /Book/ });
  const file = new File(['name,type\nElmina,book\n'], 'patterns.csv', { type: 'text/csv' });
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByText('Failed to import search patterns')).toBeVisible();
  expect(screen.getByText(`503: ${DOWN}`)).toBeVisible();
  isDown = false;
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByText('1 added, 0 unchanged, 0 skipped.')).toBeVisible();
});

it('says which of the imported names are everyday words, and leads to the worklist', async () => {
  answers('get', '/api/admin/entity-types', [BOOK]);
  answers('post', '/api/admin/entity-patterns/csv', { added: 3, unchanged: 0, skipped: [], noisy: ['It', 'On'] });
  const { user } = openEntitiesAdmin();
  await screen.findByRole('button', { name: /Book/ });
  await user.upload(screen.getByLabelText('CSV file'), new File(['name,type\n'], 'names.csv', { type: 'text/csv' }));
  const report = await screen.findByRole('region', { name: 'Import report' });
  expect(report).toHaveTextContent('2 of the new patterns find mostly everyday words: It, On.');
  expect(within(report).getByRole('link', { name: 'Review them' })).toHaveAttribute(
    'href',
    '/admin/entities?show=noisy',
  );
});
