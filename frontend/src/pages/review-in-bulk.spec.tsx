import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { cardOf, decided, serveReview } from '../testing/discovery.ts';
import { undo } from '../testing/episode.tsx';
import { CANDIDATES, PAGE, card, open, row, screenOf } from '../testing/review-page.tsx';
import { answers } from '../testing/server.ts';
import type { Call } from '../testing/server.ts';

beforeEach(() => screenOf({ isWide: true }));

describe('many cards', () => {
  const many = Array.from({ length: 120 }, (_, at) => cardOf(`Card ${at}`));

  it('are selected by range, decided in chunks as one, and undone as one', async () => {
    const { sent } = serveReview(many, { total: { cards: 120, candidates: 120 } });
    answers('get', `${CANDIDATES}/ids`, {
      ids: many.flatMap(({ members }) => members.map(({ id }) => id)),
      isComplete: true,
    });
    const shown = await open();
    const { user } = shown;
    await card('Card 0');
    await user.click(screen.getByRole('checkbox', { name: 'Select Card 1' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select Card 4' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('4 cards selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Select all 120 matching this filter' }));
    expect(await screen.findByText('All 120 candidates selected')).toBeVisible();
    await user.keyboard('a');
    const question = screen.getByRole('alertdialog', { name: 'Approve 120 candidates?' });
    expect(await within(question).findByText('Would approve 120 for episode.')).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Approve 120' }));
    expect(await screen.findByText('120 candidates approved')).toBeVisible();
    expect(sent.map(({ path, body }) => [path, (body.entityIds as string[]).length])).toEqual([
      ['bulk-approve', 50],
      ['bulk-approve', 50],
      ['bulk-approve', 20],
    ]);
    expect(new Set(sent.map(({ body }) => body.bulkId)).size).toBe(1);
    expect(row('Card 3')).toHaveTextContent('Approved by ada');
    await undo(shown, '120 candidates approved');
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ path: 'undo' }));
    expect(await screen.findByText('Undone')).toBeVisible();
  });

  it('that are approved are rejected after a warning, each as it was seen', async () => {
    const { sent } = serveReview([cardOf('One', { status: 'approved' }), cardOf('Two', { status: 'approved' })]);
    const { user } = await open(`${PAGE}?status=approved`);
    await card('One');
    await user.keyboard('J');
    expect(screen.getByRole('button', { name: /^Approve selected/ })).toBeDisabled();
    await user.keyboard('a');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.keyboard('x');
    const question = screen.getByRole('alertdialog', { name: 'Reject 2 candidates?' });
    expect(question).toHaveTextContent('2 of them are approved and will be removed from the episode.');
    await user.click(within(question).getByRole('button', { name: 'Reject 2' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        { path: 'bulk-reject', body: { entityIds: ['one-ferries', 'two-ferries'], expectedStatus: 'approved' } },
      ]),
    );
    expect(await screen.findByText('2 candidates rejected')).toBeVisible();
    expect(row('Two')).toHaveTextContent('Rejected by ada');
  });

  it('of every status are decided with the status of each, but for those that are so already', async () => {
    const { sent } = serveReview([cardOf('One', { status: 'approved' }), cardOf('Two')], {
      total: { cards: 4, candidates: 4 },
    });
    answers('get', `${CANDIDATES}/ids`, ({ url }: Call) =>
      Response.json({ ids: [`a ${url.searchParams.get('status')} one`], isComplete: true }),
    );
    const { user } = await open(`${PAGE}?status=all`);
    await card('One');
    await user.keyboard('J');
    await user.click(screen.getByRole('button', { name: 'Select all 4 matching this filter' }));
    expect(await screen.findByText('All 3 candidates selected')).toBeVisible();
    await user.keyboard('x');
    await user.click(screen.getByRole('button', { name: 'Reject 2' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        { body: { entityIds: ['a pending one'], expectedStatus: 'pending' } },
        { body: { entityIds: ['a approved one'], expectedStatus: 'approved' } },
      ]),
    );
  });

  it('are undone with a message that says how far it is', async () => {
    const { holdUndo } = serveReview([cardOf('One'), cardOf('Two')]);
    const finish = holdUndo();
    const asked = answers('get', '/api/admin/history/revert-batch/:undoId', { running: { done: 600, total: 1000 } });
    const shown = await open();
    await card('One');
    await shown.user.keyboard('Jx');
    await shown.user.click(screen.getByRole('button', { name: 'Reject 2' }));
    await screen.findByText('2 candidates rejected');
    await undo(shown, '2 candidates rejected');
    expect(await screen.findByText('Undoing 600 of 1,000 changes…', {}, { timeout: 10_000 })).toBeVisible();
    expect(asked[0]?.url.pathname).toMatch(/revert-batch\/undo/);
    finish();
    expect(await screen.findByText('Undone')).toBeVisible();
  });

  it('that one undo may not take back are announced as such', async () => {
    serveReview([cardOf('One'), cardOf('Two')], { total: { cards: 3751, candidates: 3751 } });
    answers('get', `${CANDIDATES}/ids`, { ids: Array.from({ length: 3751 }, (_, at) => `id ${at}`), isComplete: true });
    const { user } = await open();
    await card('One');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Approve for' }), 'everywhere');
    await user.keyboard('J');
    await user.click(screen.getByRole('button', { name: 'Select all 3,751 matching this filter' }));
    await screen.findByText('All 3,751 candidates selected');
    await user.click(screen.getByRole('button', { name: /^Approve selected/ }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent(/15,000 changes at most: select no more than 3,750/);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: /^Reject selected/ }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('One undo takes all of it back.');
    localStorage.clear();
  });

  it('keep those that were refused, with the reason', async () => {
    const { answerNext } = serveReview([cardOf('One'), cardOf('Two')]);
    answerNext(() => Response.json(decided(1, { failed: [{ id: 'two-ferries', why: 'Ana rejected it meanwhile.' }] })));
    const { user } = await open();
    await card('One');
    await user.keyboard('J');
    await user.keyboard('x');
    await user.click(screen.getByRole('button', { name: 'Reject 2' }));
    expect(await screen.findByText('1 candidate rejected')).toBeVisible();
    expect(screen.getByText('1 candidate left as it was. Ana rejected it meanwhile.')).toBeVisible();
    expect(row('One')).toHaveTextContent('Rejected by ada');
    expect(row('Two')).not.toHaveTextContent('Rejected');
  });
});
