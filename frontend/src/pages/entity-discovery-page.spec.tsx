import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { candidateOf, cardOf, contextOf, pageOf, serveReview } from '../testing/discovery.ts';
import { CANDIDATES, PAGE, Page, card, current, hear, open, row, screenOf } from '../testing/review-page.tsx';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';

beforeEach(() => screenOf({ isWide: true }));

describe('the queue', () => {
  it('shows each card with its confidence in words, and the first with its evidence', async () => {
    serveReview([
      cardOf('Zettelkasten', { members: [candidateOf('Zettelkasten', { frequency: 5 })] }),
      cardOf('Maybe', { confidence: '0.60' }),
      cardOf('Noise', { confidence: '0.59' }),
    ]);
    const { user } = await open();
    expect(row('Zettelkasten')).toHaveTextContent('High 0.85');
    expect(row('Zettelkasten')).toHaveTextContent('Books5× · Ferries · Harbour');
    expect(within(row('Maybe')).getByText('Medium 0.60').closest('[data-band]')).toHaveAttribute('data-band', 'medium');
    expect(within(row('Noise')).getByText('Low 0.59').closest('[data-band]')).toHaveAttribute('data-band', 'low');
    const first = await card('Zettelkasten');
    expect(within(first).getAllByText('Ada')).toHaveLength(2);
    expect(within(first).getByRole('link', { name: /^0:10/ })).toHaveAttribute(
      'href',
      '/podcasts/harbour/ferries?t=10&search=Zettelkasten',
    );
    const contexts = within(first).getByRole('list', { name: 'Contexts in Ferries' });
    expect(within(contexts).getAllByRole('listitem')[0]).toHaveTextContent(
      /^Ada0:10in the transcript, in a new tabWe spoke of Zettelkasten again\.$/,
    );
    expect(within(first).getByText('Pending')).toBeVisible();
    expect(await within(first).findByText('Would approve 1 for episode.')).toBeVisible();
    expect(screen.getByText(/^3 remaining/)).toBeVisible();
    answers('get', `${CANDIDATES}/zettelkasten-ferries/contexts`, {
      contexts: [1, 2, 3, 4, 5].map((at) => contextOf('Zettelkasten', at)),
    });
    await user.click(within(first).getByRole('button', { name: '+3 more' }));
    expect(await within(first).findByRole('link', { name: /^0:50/ })).toBeVisible();
    await user.click(within(first).getByRole('button', { name: 'Show fewer' }));
    expect(within(first).queryByRole('link', { name: /^0:50/ })).toBeNull();
  });

  it('says when nothing waits, when nothing matches, and why it could not be loaded', async () => {
    serveReview([]);
    const { user, address } = show(<Page />, PAGE);
    expect(await screen.findByText('Nothing is waiting for a decision')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'zet');
    expect(await screen.findByText('No candidates match')).toBeVisible();
    expect(address()).toBe(`${PAGE}?q=zet`);
    expect(screen.getByRole('button', { name: 'High 0' })).toBeVisible();
    answers('get', `${CANDIDATES}/cards`, () => refusal(503, 'down', 'The database is away.'));
    await user.click(screen.getByRole('radio', { name: 'Approved' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('503: The database is away.');
    answers('get', `${CANDIDATES}/cards`, pageOf([cardOf('Zettelkasten', { status: 'approved' })]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card('Zettelkasten')).toBeVisible();
  });

  it('gives no numbers before they are known', async () => {
    serveReview([]);
    answers('get', `${CANDIDATES}/cards`, () => refusal(503, 'down', 'The database is away.'));
    show(<Page />, PAGE);
    expect(await screen.findByText('Error loading candidates')).toBeVisible();
    expect(screen.getByRole('button', { name: 'High' })).toHaveTextContent(/^High$/);
  });

  it('keeps filters, sort and place in the address, and asks for the view that it names', async () => {
    const { pages } = serveReview([cardOf('One'), cardOf('Two'), cardOf('Three')]);
    const { user, address } = await open(`${PAGE}?band=high&sort=uncertainty&at=Two`);
    expect(await card('Two')).toBeVisible();
    expect(pages[0]?.url.search).toBe('?status=pending&band=high&sort=uncertainty&limit=100');
    await user.keyboard('j');
    await waitFor(() => expect(address()).toBe(`${PAGE}?band=high&sort=uncertainty&at=Three`));
    await user.click(screen.getByRole('button', { name: 'Save this view' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the view' }), 'Tricky{Enter}');
    expect(screen.getByRole('link', { name: 'Tricky' })).toHaveAttribute('href', `${PAGE}?band=high&sort=uncertainty`);
    await user.click(screen.getByRole('button', { name: 'Remove view Tricky' }));
    await user.click(screen.getByRole('link', { name: 'Rejected' }));
    await waitFor(() => expect(address()).toBe(`${PAGE}?status=rejected&sort=newest`));
  });

  it('has few rows in the document however many cards there are', async () => {
    serveReview(Array.from({ length: 400 }, (_, at) => cardOf(`Card ${at}`)));
    const { user } = await open();
    expect(screen.getByRole('list', { name: 'Queue' }).childElementCount).toBeLessThan(40);
    await user.keyboard('{j>12}');
    expect(await card('Card 12')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Queue' }).childElementCount).toBeLessThan(40);
  });
});

describe('other people', () => {
  it('grey out what they decide, at once and with who', async () => {
    serveReview([cardOf('One'), cardOf('Two')]);
    await open();
    await card('One');
    hear({
      type: 'EntityRejected',
      actor: 'ana',
      own: false,
      diff: [{ path: 'candidates/two-ferries/status', from: 'pending', to: 'rejected' }],
    });
    await waitFor(() => expect(row('Two')).toHaveTextContent('Rejected by ana'));
  });

  it('grey out what they decide in bulk, which the feed does not name', async () => {
    serveReview([cardOf('One'), cardOf('Two')]);
    answers('get', `${CANDIDATES}/ids`, { ids: ['one-ferries'], isComplete: true });
    await open();
    await card('One');
    hear({ type: 'EntityApproved', actor: 'ana', own: false, diff: [] });
    await waitFor(() => expect(row('Two')).toHaveTextContent('Approved by ana'));
    expect(row('One')).not.toHaveTextContent('Approved');
  });

  it('do not move the queue: what was found since is loaded on request', async () => {
    serveReview([cardOf('One')]);
    const { user } = await open();
    await card('One');
    hear({ type: 'EntityDiscovered', actor: 'model' });
    answers('get', `${CANDIDATES}/cards`, pageOf([cardOf('Zero'), cardOf('One')]));
    await user.click(screen.getByRole('button', { name: 'Load them' }));
    await waitFor(() => expect(row('Zero')).toBeVisible());
    expect(current()).toHaveAccessibleName('One');
  });
});

describe('the list of decisions', () => {
  it('undoes any of them, also by key when this visit has made none', async () => {
    const { sent } = serveReview([cardOf('One')]);
    const asked = answers('get', `${CANDIDATES}/decisions`, {
      decisions: [
        {
          correlationId: 'c2',
          at: '2026-11-22T10:00:00Z',
          actor: 'ada',
          sentence: 'Approved “Two”.',
          candidateIds: ['two'],
          count: 1,
          isUndone: true,
        },
        {
          correlationId: 'c1',
          at: '2026-11-21T10:00:00Z',
          actor: 'ada',
          sentence: 'Rejected 40 candidates.',
          candidateIds: [],
          count: 40,
          isUndone: false,
        },
      ],
      next: null,
    });
    const { user } = await open();
    await card('One');
    await user.keyboard('u');
    await waitFor(() => expect(sent).toMatchObject([{ path: 'undo', body: { undoId: 'undo c1' } }]));
    await user.click(screen.getByRole('button', { name: 'Decisions' }));
    const sheet = screen.getByRole('dialog', { name: 'Decisions' });
    expect(await within(sheet).findByText('Undone')).toBeVisible();
    await user.click(within(sheet).getByRole('button', { name: 'Undo: Rejected 40 candidates.' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    await user.click(within(sheet).getByRole('radio', { name: 'Everybody’s' }));
    await waitFor(() => expect(asked.at(-1)?.url.search).toBe('?mine=false'));
  });
});

it('lists its keys', async () => {
  serveReview([cardOf('One')]);
  const { user } = await open();
  await card('One');
  await user.keyboard('?');
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Undo the latest decision');
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('on a phone', () => {
  beforeEach(() => screenOf({ isWide: false }));

  const swipe = (name: string, byPx: number) => {
    const target = screen.getByRole('heading', { name });
    const at = (type: string, x: number) =>
      fireEvent(
        target,
        Object.assign(new MouseEvent(type, { bubbles: true, clientX: 200 + x, clientY: 300 }), {
          pointerId: 1,
          isPrimary: true,
          pointerType: 'touch',
        }),
      );
    at('pointerdown', 0);
    at('pointermove', byPx / 2);
    at('pointermove', byPx);
    at('pointerup', byPx);
  };

  it('one card is shown at a time, which a swipe decides and a button brings back', async () => {
    const { sent } = serveReview([cardOf('One'), cardOf('Two'), cardOf('Three')]);
    const { user } = show(<Page />, PAGE);
    await card('One');
    expect(screen.queryByRole('list', { name: 'Queue' })).toBeNull();
    swipe('One', 60);
    expect(current()).toHaveAccessibleName('One');
    swipe('One', 120);
    expect(current()).toHaveAccessibleName('Two');
    swipe('Two', -120);
    expect(current()).toHaveAccessibleName('Three');
    await waitFor(() =>
      expect(sent.map(({ path }) => path).toSorted()).toEqual(['one-ferries/approve', 'two-ferries/reject']),
    );
    await user.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    expect(current()).toHaveAccessibleName('Two');
    await user.click(screen.getByRole('button', { name: 'List' }));
    expect(row('One')).toHaveTextContent('Approved by ada');
    await user.click(within(row('Three')).getByRole('button'));
    expect(current()).toHaveAccessibleName('Three');
  });
});
