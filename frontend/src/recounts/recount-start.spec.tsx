import { expect, it, jest } from '@jest/globals';
import type { PendingChange } from '@earmark/contracts/recounts';
import type { SeriesCard } from '@earmark/contracts/series';
import { act, screen } from '@testing-library/react';
import { answers } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { RecountStart } from './recount-start.tsx';
import type { RecountDraft } from './recounts.api.ts';

const podcast = (name: string): SeriesCard => ({ id: name, name }) as SeriesCard;

function open(isPending = false, changes: readonly string[] = []) {
  const onStart = jest.fn<(draft: RecountDraft, onStarted: () => void) => void>();
  const podcasts = ['Harbour', 'Inland'].map(podcast);
  const shown = show(<RecountStart podcasts={podcasts} changes={changes} isPending={isPending} onStart={onStart} />);

  const drafts = () => onStart.mock.calls.map(([draft]) => draft);

  return { ...shown, onStart, drafts, start: () => shown.user.click(screen.getByRole('button', { name: /^Start/ })) };
}

it('counts all podcasts with the current patterns by default', async () => {
  const { drafts, start } = open();
  await start();
  expect(drafts()).toEqual([{ podcastUuids: null, asOf: null, changes: null }]);
});

it('requires a moment and a podcast', async () => {
  const { user, onStart, drafts, start } = open();
  await user.click(screen.getByRole('radio', { name: 'Patterns from an earlier moment' }));
  await user.click(screen.getByRole('radio', { name: 'Selected podcasts' }));
  await start();
  expect(screen.getByLabelText('Moment')).toHaveAccessibleDescription('Enter a moment.');
  expect(screen.getByRole('alert')).toHaveTextContent('Choose at least one podcast.');
  expect(onStart).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText('Moment'), ' 2026-03-03T14:02Z ');
  await user.click(screen.getByLabelText('Inland'));
  expect(screen.getByRole('radio', { name: 'Selected podcasts (1)' })).toBeChecked();
  await start();
  expect(drafts()).toEqual([{ podcastUuids: ['Inland'], asOf: '2026-03-03T14:02Z', changes: null }]);
});

it('cannot be started twice at once', async () => {
  const { onStart, start } = open(true);
  expect(screen.getByRole('button', { name: 'Starting…' })).toHaveAttribute('aria-disabled', 'true');
  await start();
  expect(onStart).not.toHaveBeenCalled();
});

const change = (eventId: string, more: Partial<PendingChange> = {}): PendingChange => ({
  eventId,
  at: '2026-03-03T14:02:00.000Z',
  by: 'ben',
  isOwn: false,
  kind: 'added',
  patterns: 1,
  names: [eventId],
  ...more,
});

it('counts chosen changes only, of which at least one is needed', async () => {
  const pages: Record<string, object> = {
    '': { changes: [change('Oslo', { isOwn: true }), change('Rome', { kind: 'deleted' })], next: '7' },
    7: { changes: [change('Kyiv', { kind: 'imported', patterns: 500, names: ['Kyiv', 'Lviv'] })], next: null },
  };
  const calls = answers('get', '/api/admin/recounts/changes', ({ url }: { url: URL }) =>
    Response.json(pages[url.searchParams.get('before') ?? '']),
  );
  const { user, onStart, drafts, start } = open();
  await user.click(screen.getByRole('radio', { name: 'Only some changes' }));
  expect(await screen.findByLabelText('Added “Oslo”')).not.toBeChecked();
  expect(screen.getByRole('list', { name: 'Changes' })).toHaveTextContent('you, ');
  await start();
  expect(screen.getByRole('alert')).toHaveTextContent('Choose at least one change.');
  await user.click(screen.getByLabelText('Deleted “Rome”'));
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await user.click(await screen.findByLabelText('Imported “Kyiv”, “Lviv” and 498 more'));
  expect(screen.getByRole('radio', { name: 'Only some changes (2)' })).toBeChecked();
  await start();
  expect(drafts()).toEqual([{ podcastUuids: null, asOf: null, changes: ['Rome', 'Kyiv'] }]);

  act(() => onStart.mock.calls[0]![1]());
  expect(screen.getByRole('radio', { name: 'Only some changes' })).toBeChecked();
  await user.click(screen.getByLabelText('All that are listed'));
  expect(screen.getByRole('radio', { name: 'Only some changes (3)' })).toBeChecked();
  await user.click(screen.getByLabelText('Only my changes'));
  await user.type(screen.getByLabelText('Since'), '2026-03-02');
  expect(calls.at(-1)!.url.searchParams.get('by')).toBe('me');
  expect(calls.at(-1)!.url.searchParams.get('since')).toBe(new Date('2026-03-02T00:00').toISOString());
});

it('begins with the change that a link names, and says when every change is counted', async () => {
  answers('get', '/api/admin/recounts/changes', { changes: [], next: null });
  const { drafts, start } = open(false, ['Rome']);
  expect(screen.getByRole('radio', { name: 'Only some changes (1)' })).toBeChecked();
  expect(await screen.findByText('Every episode is already counted with all changes of patterns.')).toBeVisible();
  await start();
  expect(drafts()).toEqual([{ podcastUuids: null, asOf: null, changes: ['Rome'] }]);
});
