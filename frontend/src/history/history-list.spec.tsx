import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Role } from '@earmark/contracts/accounts';
import type { Change } from '@earmark/contracts/history';
import { screen, waitFor, within } from '@testing-library/react';
import { changeWith } from '../testing/change.ts';
import { entryOf, saveOf } from '../testing/entry.ts';
import { answers, refusal } from '../testing/server.ts';
import type { Call } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import type { Shown } from '../testing/show.tsx';
import { HistoryList } from './history-list.tsx';

const A_PAGE = 50;
let log: Change[];
const changeNamed = (sentence: string) => screen.findByRole('article', { name: sentence });

beforeEach(() => {
  log = [change(2), change(1)];
  answers('get', '/api/history/entries', () =>
    Response.json({ entries: log.slice(0, A_PAGE).map((one) => entryOf(one)), next: null }),
  );
  answers('post', '/api/admin/history/:eventId/revert', ({ url }: Call) => {
    const eventId = url.pathname.split('/').at(-2)!;
    const revert = change(log.length + 1, { reverts: eventId });
    log = [revert, ...log.map((one) => (one.eventId === eventId ? { ...one, revertedBy: revert.eventId } : one))];

    return Response.json({ eventIds: [revert.eventId] });
  });
});

describe('a change that is reverted by keyboard alone', () => {
  async function revert(sentence: string): Promise<Shown> {
    const shown = open();
    within(await changeNamed(sentence))
      .getByRole('button', { name: 'Revert this change' })
      .focus();
    await shown.user.keyboard('{Enter}Mistaken.{Enter}');
    await within(await changeNamed(sentence)).findByText('Reverted since');

    return shown;
  }

  it('has the focus again, with the form closed', async () => {
    await revert('Change 1.');
    await waitFor(async () => expect(await changeNamed('Change 1.')).toHaveFocus());
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('has it too when the oldest change of its session moves to the next page', async () => {
    log = Array.from({ length: A_PAGE }, (_, index) => change(A_PAGE - index));
    await revert('Change 30.');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Change 1.' })).toBeNull());
    await waitFor(async () => expect(await changeNamed('Change 30.')).toHaveFocus());
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('has it when the form is closed with Escape, which sends nothing', async () => {
    const { user } = open();
    const row = await changeNamed('Change 1.');
    await user.click(within(row).getByRole('button', { name: 'Revert this change' }));
    expect(within(row).getByLabelText('Reason (optional)')).toHaveFocus();
    await user.keyboard('No.{Escape}');
    expect(row).toHaveFocus();
    expect([screen.queryByRole('form'), log.length]).toEqual([null, 2]);
  });
});

it('names the later change that stands in the way of a revert, and asks nothing', async () => {
  log = [change(2), change(1, { revertible: false, why: 'A later change stands in the way: “Change 2.”.' })];
  const { user } = open();
  const button = within(await changeNamed('Change 1.')).getByRole('button', { name: 'Revert this change' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription('A later change stands in the way: “Change 2.”.');
  await user.click(button);
  expect(screen.queryByRole('form')).toBeNull();
});

describe('a change of many fields', () => {
  const names = Array.from({ length: 300 }, (_, index) => `Name ${index}`);
  const diff = names.map((name) => ({ path: `patterns/${name}/name`, from: null, to: name }));
  beforeEach(() => {
    log = [change(1, { diff: diff.slice(0, 100), fields: 300 })];
  });

  it('loads them when they are asked for, and folds them again', async () => {
    answers('get', '/api/history/changes/event-1', { diff });
    const { user } = open();
    const row = await changeNamed('Change 1.');
    expect(within(row).getAllByText(/^Name \d/)).toHaveLength(5);
    await user.click(within(row).getByRole('button', { name: 'Show all fields' }));
    expect(await within(row).findByText('Name 299')).toBeVisible();
    await user.click(within(row).getByRole('button', { name: 'Show fewer' }));
    expect(within(row).getAllByText(/^Name \d/)).toHaveLength(5);
    await user.click(within(row).getByRole('button', { name: 'Show all 300 fields' }));
    expect(within(row).getByText('Name 299')).toBeVisible();
  });

  it('says so when they cannot be loaded, and tries again', async () => {
    answers('get', '/api/history/changes/event-1', () => refusal(503, 'unavailable', 'The log is not reachable.'));
    const { user } = open();
    const row = await changeNamed('Change 1.');
    await user.click(within(row).getByRole('button', { name: 'Show all fields' }));
    expect(await within(row).findByRole('alert')).toHaveTextContent('The log is not reachable.');
    answers('get', '/api/history/changes/event-1', { diff });
    await user.click(within(row).getByRole('button', { name: 'Try again' }));
    expect(await within(row).findByText('Name 299')).toBeVisible();
  });
});

describe('a save of many changes', () => {
  const save = saveOf(64, { correlationId: 'save', sentence: 'Replaced “a” with “b” in 64 segments.' });
  let parts: Change[];
  beforeEach(() => {
    parts = Array.from({ length: 64 }, (_, index) => change(index, { correlationId: 'save' }));
    answers('get', '/api/history/entries', { entries: [save, entryOf(change(70, { actor: 'ben' }))], next: null });
    answers('get', '/api/history/entries/save', ({ url }: Call) => {
      const after = Number(url.searchParams.get('after'));
      const end = after + A_PAGE;

      return Response.json({ changes: parts.slice(after, end), count: 64, next: end < 64 ? String(end) : null });
    });
  });

  it('is one line that says who, when and how many, and unfolds to its changes', async () => {
    const { user } = open();
    const row = await changeNamed(save.sentence);
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(within(row).getByText('ada')).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1);
    await user.click(within(row).getByRole('button', { name: 'Show 64 changes' }));
    const list = await within(row).findByRole('list', { name: 'Changes of this save' });
    expect(within(list).getAllByRole('article')).toHaveLength(50);
    await user.click(within(row).getByRole('button', { name: 'Show 14 more' }));
    await waitFor(() => expect(within(list).getAllByRole('article')).toHaveLength(64));
    expect(within(list).getAllByRole('button', { name: 'Revert this change' })).toHaveLength(64);
    await user.click(within(row).getByRole('button', { name: 'Hide 64 changes' }));
    expect(within(row).queryByRole('list')).toBeNull();
  });

  it('is undone in part', async () => {
    const will = parts.slice(0, 3).map(({ eventId }) => eventId);
    const sentences = Object.fromEntries(parts.map(({ eventId, sentence }) => [eventId, sentence]));
    const calls = answers('post', '/api/admin/history/revert-batch', ({ body }: Call) =>
      Response.json(
        'dryRun' in (body as object)
          ? { undoId: 'plan', will, willNot: [], sentences }
          : { eventIds: ['u'], notUndone: [] },
      ),
    );
    const { user } = open();
    await user.click(within(await changeNamed(save.sentence)).getByRole('button', { name: 'Undo this whole save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Undo this whole save' });
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Change 1.' }));
    await user.click(within(dialog).getByRole('button', { name: 'Undo 2 changes' }));
    await waitFor(() =>
      expect(calls.at(-1)?.body).toEqual({ undoId: 'plan', reason: null, eventIds: ['event-0', 'event-2'] }),
    );
  });

  it('says when it is undone, and is not offered again', async () => {
    answers('get', '/api/history/entries', { entries: [{ ...save, undone: 64 }], next: null });
    open();
    const row = await changeNamed(save.sentence);
    expect(within(row).getByText(/Undone since/)).toBeVisible();
    expect(within(row).queryByRole('button', { name: /^Undo/ })).toBeNull();
  });
});

it('leads to the episode as it was after a change of something else', async () => {
  const published = change(3, { episodeUuid: null, link: '/admin/recounts/new' });
  answers('get', '/api/history/entries', { entries: [entryOf(published)], next: null });
  open();
  const row = await changeNamed(published.sentence);
  expect(within(row).getByRole('link', { name: 'Read as it was then' })).toHaveAttribute('href', '/?asOf=event-3');
});

it('shows a visitor no actions', async () => {
  open(null);
  await changeNamed('Change 2.');
  expect(screen.queryByRole('button', { name: /Revert|Restore|Undo|Cause/ })).toBeNull();
});

it('says why it could not be loaded, and loads on retry', async () => {
  let isDown = true;
  answers('get', '/api/history/entries', () =>
    isDown
      ? refusal(503, 'down', 'The database is away for a moment.')
      : Response.json({ entries: log.map((one) => entryOf(one)), next: null }),
  );
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('503: The database is away for a moment.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Changes' })).toBeVisible();
});

const open = (role: Role | null = 'admin') =>
  show(<HistoryList subject={{ kind: 'episode', uuid: 'ferries' }} role={role} comparison={() => null} />);

const change = (number: number, more: Partial<Change> = {}): Change =>
  changeWith({
    eventId: `event-${number}`,
    position: String(number),
    sentence: `Change ${number}.`,
    correlationId: `request-${number}`,
    episodeUuid: 'ferries',
    ...more,
  });
