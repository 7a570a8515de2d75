import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Role } from '@earmark/contracts/accounts';
import type { Change } from '@earmark/contracts/history';
import { screen, waitFor, within } from '@testing-library/react';
import { changeWith } from '../testing/change.ts';
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
  answers('get', '/api/history', () => Response.json({ changes: log.slice(0, A_PAGE), next: null }));
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

it('groups changes by actor and by request, and names the request that can be undone as a whole', async () => {
  const save = { correlationId: 'one save' };
  log = [change(4, save), change(3, save), change(2), change(1, { actor: 'ben' })];
  open();
  await changeNamed('Change 4.');
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['ada', 'ben']);
  expect(screen.getByText(/· 3 changes$/)).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Undo this whole save' })).toHaveLength(1);
  expect(screen.getByText('2 changes of one save')).toBeVisible();
});

it('shows a visitor no actions', async () => {
  open(null);
  await changeNamed('Change 2.');
  expect(screen.queryByRole('button', { name: /Revert|Restore|Undo|Cause/ })).toBeNull();
});

it('says why it could not be loaded, and loads on retry', async () => {
  let isDown = true;
  answers('get', '/api/history', () =>
    isDown ? refusal(503, 'down', 'The database is away for a moment.') : Response.json({ changes: log, next: null }),
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
