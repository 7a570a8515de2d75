import { NO_CONTEXT } from '@earmark/contracts/vocabulary';
import { answers } from './server.ts';
import type { Call } from './server.ts';
import { show } from './show.tsx';
import { RequireRole } from '../accounts/require-role.tsx';
import { PlayerProvider } from '../audio/player-context.tsx';
import { EntitiesAdminPage } from '../pages/entities-admin-page.tsx';
import { Toasts } from '../ui/toast.tsx';

export const BOOK = { id: 'book', name: 'book', displayName: 'Book', iconName: 'Book', colorClass: '' };
export const DOWN = 'The database is away for a moment.';

/** A vocabulary with nothing in it, no patterns, recounts or names held back, and an analyst who is signed in. */
export function emptyVocabulary(): void {
  answers('get', '/api/admin/recounts', { recounts: [], next: null, behind: { episodes: 0, of: 1 } });
  known([]);
  answers('get', '/api/auth/me', { user: { username: 'ana', role: 'analyst' } });
  answers('get', '/api/admin/held-patterns', { patterns: [], total: 0, next: null });
}

export const openEntitiesAdmin = (address = '/admin/entities') =>
  show(
    <PlayerProvider>
      <RequireRole needs="analyst">
        <EntitiesAdminPage />
      </RequireRole>
      <Toasts />
    </PlayerProvider>,
    address,
  );

/** Answers as the server does, for names that need no folding; returns the requests for pages. */
export function known(patterns: readonly ReturnType<typeof pattern>[]) {
  const like = ({ searchParams }: URL) => {
    const wanted = searchParams.get('q')?.toLowerCase() ?? '';
    const isFound = ({ entity, name }: (typeof patterns)[number]) =>
      `${entity}\n${name}`.toLowerCase().includes(wanted);
    const found = new Set(patterns.filter(isFound).map(({ entity }) => entity));

    return patterns.filter(({ entity }) => found.has(entity));
  };
  answers('get', '/api/admin/entity-patterns/totals', ({ url }: Call) => {
    const found = like(url);
    const entities = new Set(found.map(({ entity }) => entity)).size;

    return Response.json(entities === 0 ? [] : [{ entityTypeId: 'book', patterns: found.length, entities }]);
  });

  return answers('get', '/api/admin/entity-patterns', ({ url }: Call) => {
    const from = Number(url.searchParams.get('after') ?? 0);
    const found = like(url);
    const page = { patterns: found.slice(from, from + 100), next: found.length > from + 100 ? `${from + 100}` : null };

    return Response.json(page);
  });
}

export const pattern = (name: string, entity = name) => ({
  id: name,
  entityTypeId: 'book',
  entityId: entity,
  entity,
  name,
  caseSensitive: false,
  wholeWord: true,
  ...NO_CONTEXT,
  url: null,
});
