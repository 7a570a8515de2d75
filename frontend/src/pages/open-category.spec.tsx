import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { emptyVocabulary, BOOK, DOWN, known, openEntitiesAdmin, pattern } from '../testing/entities-admin.tsx';
import { answers, refusal } from '../testing/server.ts';

beforeEach(emptyVocabulary);

describe('an open category', () => {
  beforeEach(() => {
    answers('get', '/api/admin/entity-types', [BOOK]);
  });

  it('shows a hundred entities at a time, and finds one by name or alias', async () => {
    const radios = Array.from({ length: 119 }, (_, at) => pattern(`Radio ${at + 1}`));
    const asked = known([...radios, pattern('Zeta net'), pattern('Ωmega', 'Zeta net')]);
    const { user } = openEntitiesAdmin('/admin/entities?category=book');
    // Roles of hundreds of rows take seconds to compute.
    const entities = () => [...document.querySelectorAll('ul[aria-label^="Patterns of "]')];
    expect(await screen.findByText('100 of 120 entities shown')).toBeVisible();
    expect(entities()).toHaveLength(100);
    expect(screen.getByText('121 patterns', { exact: false })).toHaveTextContent('121 patterns · 120 entities');
    await user.click(screen.getByText('Load more'));
    await waitFor(() => expect(entities()).toHaveLength(120));
    expect(screen.queryByText(/entities shown/)).toBeNull();
    expect(asked.map(({ url }) => url.search)).toEqual(['?entityTypeId=book', '?entityTypeId=book&after=100']);
    await user.click(screen.getByPlaceholderText('Search patterns of Book...'));
    await user.paste('ωMEGA');
    expect(await screen.findByText('1 of 120 entities found')).toBeVisible();
    expect(entities().map((list) => [list.getAttribute('aria-label'), list.textContent])).toEqual([
      ['Patterns of Zeta net', 'Zeta netΩmega'],
    ]);
    await user.clear(screen.getByPlaceholderText('Search patterns of Book...'));
    await user.paste('nothing');
    expect(await screen.findByText('No entity or pattern in Book contains “nothing”.')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1)!);
    await waitFor(() => expect(entities()).toHaveLength(120));
  });

  it('holds what its account had typed before it had to sign in again', async () => {
    answers('post', '/api/admin/patterns/preview', () => refusal(401, 'unauthenticated', 'Please sign in.'));
    known([pattern('Radio Tay')]);
    const openFor = (username: string) => {
      answers('get', '/api/auth/me', { user: { username, role: 'analyst' } });

      return openEntitiesAdmin('/admin/entities?category=book');
    };
    const termIn = (form: string) => within(screen.getByRole('form', { name: form })).getByLabelText('Search term');
    const ada = openFor('ada');
    await ada.user.click(await screen.findByRole('button', { name: 'Edit Radio Tay' }));
    await ada.user.type(termIn('Edit Radio Tay'), ' FM');
    await ada.user.type(termIn('Add pattern'), 'Ferry');
    ada.unmount();

    const grace = openFor('grace');
    expect(await screen.findByRole('button', { name: 'Edit Radio Tay' })).toBeVisible();
    expect(termIn('Add pattern')).toHaveValue('');
    grace.unmount();

    openFor('ada');
    expect(await screen.findByRole('form', { name: 'Edit Radio Tay' })).toBeVisible();
    expect(termIn('Edit Radio Tay')).toHaveValue('Radio Tay FM');
    expect(termIn('Add pattern')).toHaveValue('Ferry');
  });

  it('closes a form with the page when what it began with was typed back', async () => {
    answers('post', '/api/admin/patterns/preview', () => refusal(401, 'unauthenticated', 'Please sign in.'));
    known([pattern('Radio Tay')]);
    const { user, unmount } = openEntitiesAdmin('/admin/entities?category=book');
    await user.click(await screen.findByRole('button', { name: 'Edit Radio Tay' }));
    await user.type(
      within(screen.getByRole('form', { name: 'Edit Radio Tay' })).getByLabelText('Search term'),
      ' F{Backspace}{Backspace}',
    );
    unmount();

    openEntitiesAdmin('/admin/entities?category=book');
    expect(await screen.findByRole('button', { name: 'Edit Radio Tay' })).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Edit Radio Tay' })).toBeNull();
  });

  it('says why a pattern cannot be previewed', async () => {
    answers('post', '/api/admin/patterns/preview', () => refusal(503, 'down', DOWN));
    const { user } = openEntitiesAdmin('/admin/entities?category=book');
    const form = within(await screen.findByRole('form', { name: 'Add pattern' }));
    await user.type(form.getByLabelText('Search term'), 'umlaut');
    expect(await form.findByRole('alert')).toHaveTextContent(`503: ${DOWN}`);
  });

  it('marks what a pattern finds in a sentence, without asking the server', async () => {
    answers('post', '/api/admin/patterns/preview', () => refusal(503, 'down', DOWN));
    const added = answers('post', '/api/admin/entity-patterns', {});
    const { user } = openEntitiesAdmin('/admin/entities?category=book');
    const form = within(await screen.findByRole('form', { name: 'Add pattern' }));
    const term = form.getByLabelText('Search term');
    const sentence = form.getByLabelText('Test a sentence');
    await user.type(term, 'go');
    await user.type(sentence, 'Go to Google and go.');
    expect(await form.findByText('Found 2 times')).toBeVisible();
    expect(form.getAllByRole('mark').map(({ textContent }) => textContent)).toEqual(['Go', 'go']);
    await user.click(form.getByLabelText('Whole word'));
    expect(await form.findByText('Found 3 times')).toBeVisible();
    await user.click(form.getByLabelText('Case sensitive'));
    expect(await form.findByText('Found 1 time')).toBeVisible();
    await user.type(sentence, '{Enter}');
    await user.type(term, 'ne');
    expect(await form.findByText('Not found')).toBeVisible();
    expect(added).toEqual([]);
  });
});
