import { expect, it } from '@jest/globals';
import type { CarryOverView, WaitingCorrection } from '@earmark/contracts/carry-over';
import { screen, waitFor, within } from '@testing-library/react';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { CarryOverNotice } from './carry-over-notice.tsx';

const CALL = '/api/admin/episodes/ferries/carry-over';

it('says nothing where no new transcript waits', async () => {
  const calls = answers('get', CALL, view({ isOpen: false, waiting: [] }));
  open();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});

it('says that it could not be loaded, and asks again', async () => {
  let isDown = true;
  answers('get', CALL, () =>
    isDown ? refusal(503, 'database-down', 'The database is away.') : Response.json(view({})),
  );
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('503: The database is away.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'New transcript' })).toBeVisible();
});

it('counts what was carried over, and lists what needs a look', async () => {
  answers('get', CALL, view({}));
  const { user, address, played } = open();
  expect(await screen.findByRole('status')).toHaveTextContent(
    'The new transcript is ready. 211 corrections were carried over, 2 need a look. Until then, readers keep this one.',
  );
  expect(screen.queryByRole('list')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Review 2 corrections' }));
  expect(address()).toBe('/?corrections=open');

  const [words, split] = rows();
  expect(within(words!).getByRole('heading', { level: 3 })).toHaveTextContent('Words, Ada');
  expect(words).toHaveTextContent('We took the removed: fairy added: ferry home.');
  expect(words).toHaveTextContent('We took removed: a very added: the ferry home.');
  await user.click(within(words!).getByRole('button', { name: 'Play from 00:01:10, corrected' }));
  await user.click(within(words!).getByRole('button', { name: 'Play from 00:01:12, new transcript' }));
  expect(played).toEqual([70_000, 72_000]);

  expect(within(split!).queryByRole('button', { name: 'Accept' })).toBeNull();
  expect(split).toHaveTextContent('Split the segment by hand once the new version is shown.');
  expect(screen.getByText('“Accept all” drops 1 correction that cannot be accepted.')).toBeVisible();
});

it('accepts, in other words if wished, drops, and moves on to the next one', async () => {
  answers('get', CALL, view({}));
  const calls = answers('post', `${CALL}/words`, view({ accepted: 1, waiting: [SPLIT] }));
  const drops = answers('post', `${CALL}/split`, view({ accepted: 1, dropped: 1, waiting: [] }));
  const { user } = open('/?corrections=open');
  await screen.findByRole('list');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const words = screen.getByRole('textbox', { name: 'Words of the new transcript' });
  expect(words).toHaveFocus();
  await user.clear(words);
  expect(screen.getByRole('button', { name: 'Accept these words' })).toBeDisabled();
  await user.type(words, 'We took the big ferry home.');
  await user.click(screen.getByRole('button', { name: 'Accept these words' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(calls.map(({ body }) => body)).toEqual([{ decision: 'accept', text: 'We took the big ferry home.' }]);
  expect(rows()[0]).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Drop' }));
  expect(await screen.findByRole('button', { name: 'Show the new version' })).toBeEnabled();
  expect(drops.map(({ body }) => body)).toEqual([{ decision: 'drop' }]);
  expect(screen.getByRole('status')).toHaveTextContent(
    '212 corrections were carried over, and nothing is left to decide.',
  );
});

it('shows what is the case when somebody else was faster', async () => {
  let waiting: readonly WaitingCorrection[] = [WORDS, SPLIT];
  answers('get', CALL, () => Response.json(view({ waiting: [...waiting] })));
  answers('post', `${CALL}/words`, () => {
    waiting = [SPLIT];
    return refusal(409, 'correction-decided', 'This correction was already accepted.');
  });
  const { user } = open('/?corrections=open');
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
});

it('shows the new version with all of them, or without, or keeps the old one', async () => {
  answers('get', CALL, view({}));
  const confirmed = answers('post', `${CALL}/confirm`, () => refusal(409, 'corrections-wait', 'One correction waits.'));
  const cancelled = answers('post', `${CALL}/cancel`, view({ isOpen: false, waiting: [] }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Accept all and show the new version' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('409: One correction waits.');
  await user.click(screen.getByRole('button', { name: 'Drop all and show the new version' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Drop all' }));
  await waitFor(() => expect(confirmed.map(({ body }) => body)).toEqual([{ rest: 'accept' }, { rest: 'drop' }]));
  await user.click(await screen.findByRole('button', { name: 'Keep the old version' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep the old version' }),
  );
  await waitFor(() => expect(cancelled).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

it('asks one thing about a transcript that people wrote', async () => {
  const version = { ...SPLIT, id: 'version', kind: 'version' as const, newTime: null };
  answers('get', CALL, view({ placed: 0, waiting: [version] }));
  open('/?corrections=open');
  expect(await screen.findByRole('status')).toHaveTextContent('choose which one readers see.');
  expect(screen.queryByRole('button', { name: /Accept|^Drop$/ })).toBeNull();
});

const rows = () => [...screen.getByRole('list', { name: 'Corrections that need a look' }).children] as HTMLElement[];

function open(address = '/') {
  const played: number[] = [];
  const shown = show(<CarryOverNotice episodeUuid="ferries" phase="done" play={(ms) => played.push(ms)} />, address);

  return { ...shown, played };
}

const WORDS: WaitingCorrection = {
  id: 'words',
  kind: 'text',
  speaker: 'Ada',
  before: 'We took the fairy home.',
  corrected: 'We took the ferry home.',
  now: 'We took a very home.',
  proposal: 'We took the ferry home.',
  oldTime: { startTime: 70_000, endTime: 74_000 },
  newTime: { startTime: 72_000, endTime: 75_000 },
  canAccept: true,
};
const SPLIT: WaitingCorrection = { ...WORDS, id: 'split', kind: 'split', proposal: null, canAccept: false };

const view = (more: Partial<CarryOverView>): CarryOverView => ({
  isOpen: true,
  placed: 211,
  obsolete: 3,
  asked: 2,
  accepted: 0,
  dropped: 0,
  waiting: [WORDS, SPLIT],
  ...more,
});
