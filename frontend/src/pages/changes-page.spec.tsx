import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { changeWith } from '../testing/change.ts';
import { entryOf } from '../testing/entry.ts';
import { answers } from '../testing/server.ts';
import type { Call } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { ChangesPage } from './changes-page.tsx';

let asked: readonly Call[];
const query = () => Object.fromEntries(asked.at(-1)!.url.searchParams);

beforeEach(() => {
  answers('get', '/api/auth/me', { user: { username: 'ada', role: 'admin' } });
  answers('get', '/api/dashboard/podcast-series', []);
  asked = answers('get', '/api/history/entries', {
    entries: [entryOf(changeWith({ sentence: 'A change.' }))],
    next: null,
  });
});

it('filters by words, person, kind and day, all of which are in the address', async () => {
  const { user, address } = show(<ChangesPage />, '/admin/changes?text=boat&from=2026-02-01');
  expect(await screen.findByRole('article', { name: 'A change.' })).toBeVisible();
  expect(screen.getByLabelText('Words')).toHaveValue('boat');
  expect(query()).toEqual({ text: 'boat', from: new Date(2026, 1, 1).toISOString() });
  await user.selectOptions(screen.getByLabelText('Kind'), 'Transcripts');
  await user.type(screen.getByLabelText('By'), 'ada{Enter}');
  await user.type(screen.getByLabelText('To'), '2026-02-28');
  await waitFor(() =>
    expect(query()).toEqual({
      text: 'boat',
      actor: 'ada',
      kind: 'transcripts',
      from: new Date(2026, 1, 1).toISOString(),
      to: new Date(2026, 2, 1).toISOString(),
    }),
  );
  expect(Object.fromEntries(new URL(address(), 'http://x').searchParams)).toEqual({
    text: 'boat',
    actor: 'ada',
    kind: 'transcripts',
    from: '2026-02-01',
    to: '2026-02-28',
  });
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(query()).toEqual({}));
  expect(screen.getByLabelText('Words')).toHaveValue('');
});

it('says when the last day is before the first', async () => {
  show(<ChangesPage />, '/admin/changes?from=2026-02-02&to=2026-02-01');
  expect(await screen.findByText('The last day is before the first.')).toBeVisible();
});
