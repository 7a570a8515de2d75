import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { suggestionsOf } from '../testing/search.ts';
import { answers, refusal, server } from '../testing/server.ts';
import type { Call } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { HeaderSearch } from './header-search.tsx';
import { PaletteHost } from './palette-host.tsx';

const FOUND = suggestionsOf({
  podcasts: [{ name: 'Lagos Talks', slug: 'LagosTalks', host: 'Ada', imageUrl: null }],
  entities: [
    { id: 'lagos', name: 'Lagos', slug: 'lagos', type: 'location', iconName: 'MapPin', colorClass: '', mentions: 3 },
  ],
  totalPassages: 42,
});

let asked: readonly Call[];

beforeEach(() => {
  asked = answers('get', '/api/search/suggest', FOUND);
  answers('get', '/api/auth/me', { user: null });
});

describe('the search of the header', () => {
  const open = () => show(<HeaderSearch onPalette={() => undefined} />);
  const field = () => screen.getByRole('combobox', { name: 'Search podcasts, episodes, entities...' });

  it('offers what it finds as one types, by kind, to be chosen with the arrow keys', async () => {
    const { user, address } = open();
    await user.type(field(), 'lag');
    expect(await screen.findByRole('option', { name: /^Lagos location/ })).toBeVisible();
    expect(within(screen.getByRole('group', { name: 'Podcasts' })).getAllByRole('option')).toHaveLength(1);
    await waitFor(() => expect(asked.at(-1)?.url.search).toBe('?q=lag'));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(field()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
    await user.keyboard('{Enter}');
    expect(address()).toBe('/entities/lagos');
    expect(field()).toHaveValue('');
  });

  it('gives up what it asked for when one types on', async () => {
    const given: AbortSignal[] = [];
    server.use(
      http.get('/api/search/suggest', async ({ request }) => {
        given.push(request.signal);
        if (given.length === 1) await new Promise((resolve) => request.signal.addEventListener('abort', resolve));

        return HttpResponse.json(FOUND);
      }),
    );
    const { user } = open();
    await user.type(field(), 'lag');
    await waitFor(() => expect(given).toHaveLength(1));
    await user.type(field(), 'os');
    expect(await screen.findByRole('option', { name: /^Lagos location/ })).toBeVisible();
    expect(given.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('leads to everything with Enter, and to the passages', async () => {
    const { user, address } = open();
    await user.type(field(), ' lagos {Enter}');
    expect(address()).toBe('/search?q=lagos');
  });

  it('closes on Escape and opens again with the arrow key', async () => {
    const { user } = open();
    await user.type(field(), 'lagos');
    expect(await screen.findByRole('option', { name: '42 passages with “lagos”' })).toHaveAttribute(
      'href',
      '/advanced-search?q=lagos*',
    );
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveValue('lagos');
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('listbox')).toBeVisible();
  });

  it('says that nothing was found, or why it could not search', async () => {
    answers('get', '/api/search/suggest', ({ url }: Call) =>
      url.searchParams.get('q') === 'down' ? refusal(503, 'down', 'Away.') : Response.json(suggestionsOf()),
    );
    const { user } = open();
    await user.type(field(), 'qqzzx');
    expect(await screen.findByText('Nothing found for “qqzzx”')).toBeVisible();
    await user.clear(field());
    await user.type(field(), 'down');
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not search. 503: Away.');
  });
});

describe('the palette', () => {
  function Host() {
    const [isOpen, setOpen] = useState(false);

    return <PaletteHost isOpen={isOpen} onToggle={setOpen} />;
  }
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

  it('takes what is typed before it is there, of which the page hears nothing', async () => {
    const heard: string[] = [];
    const listen = ({ key, target }: KeyboardEvent) => {
      if (!(target instanceof HTMLInputElement)) heard.push(key);
    };
    document.addEventListener('keydown', listen);
    const { user } = show(<Host />);
    await user.keyboard('{Control>}k{/Control}lx{Backspace}a');
    await user.keyboard('g');
    expect(await screen.findByRole('combobox', { name: 'Search and commands' })).toHaveValue('lag');
    expect(heard).toEqual(['Control', 'k']);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    document.removeEventListener('keydown', listen);
  });

  it('opens with Ctrl K, and leads to what it finds', async () => {
    const { user, address } = show(<Host />);
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox');
    expect(field).toHaveFocus();
    await user.type(field, 'lag');
    expect(await screen.findByRole('option', { name: /^Lagos location/ })).toBeVisible();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(address()).toBe('/entities/lagos');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('prefers a page or an action whose name one types to what is said somewhere', async () => {
    const { user, address } = show(<Host />);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'he');
    expect(await screen.findByRole('option', { name: /^Lagos location/ })).toBeVisible();
    expect(options().indexOf('Help')).toBeGreaterThan(1);
    await user.keyboard('lp');
    await waitFor(() => expect(options()[0]).toBe('Help'));
    expect(options().filter((name) => name === 'Help')).toHaveLength(1);
    await user.keyboard('{Enter}');
    expect(address()).toBe('/help');
  });

  it('offers only pages and actions that the person may use', async () => {
    const { user, unmount } = show(<Host />);
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('option', { name: 'Dashboard' });
    expect(options()).toEqual(expect.arrayContaining(['Advanced Search', 'Entities', 'Help', 'Dark mode', 'Sign in']));
    expect(options()).not.toEqual(expect.arrayContaining(['Entity Management']));
    unmount();
    answers('get', '/api/auth/me', { user: { username: 'ana', role: 'analyst' } });
    const analyst = show(<Host />);
    await analyst.user.keyboard('{Meta>}k{/Meta}');
    await screen.findByRole('option', { name: 'Entity Management' });
    expect(options()).toEqual(expect.arrayContaining(['Sign out', 'Recounts']));
    expect(options()).not.toEqual(expect.arrayContaining(['Series Management']));
    await analyst.user.type(screen.getByRole('combobox'), 'recou');
    await waitFor(() => expect(options()).toContain('Recounts'));
    expect(options()).not.toContain('Dashboard');
  });

  it('toggles the theme, and is closed by its own keys', async () => {
    const { user } = show(<Host />);
    await user.keyboard('{Control>}k{/Control}');
    await user.click(await screen.findByRole('option', { name: 'Dark mode' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog');
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
