import type { FeedItem } from '@earmark/contracts/history';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { PlayerProvider } from '../audio/player-context.tsx';
import { LiveFeedContext } from '../kit/live-feed.ts';
import { candidateOf, cardOf, decided, pageOf, serveReview, contextOf } from '../testing/discovery.ts';
import { answers, refusal } from '../testing/server.ts';
import type { Call } from '../testing/server.ts';
import { undo } from '../testing/episode.tsx';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { EntityDiscoveryPage } from './entity-discovery-page.tsx';

beforeEach(() => screenOf({ isWide: true }));

const PAGE = '/admin/entity-discovery';
const CANDIDATES = '/api/admin/discovered-entities';

const heard: { add: (item: FeedItem) => void; lines: number } = { add: () => {}, lines: 0 };
const hear = (item: Partial<FeedItem>) => {
  heard.lines += 1;
  act(() => heard.add({ ...LINE, position: String(heard.lines), ...item }));
};

function Page() {
  const [items, setItems] = useState<readonly FeedItem[]>([]);
  useEffect(() => {
    heard.add = (item) => setItems((known) => [item, ...known]);
  }, []);

  return (
    <PlayerProvider>
      <LiveFeedContext value={{ state: 'live', items }}>
        <EntityDiscoveryPage />
      </LiveFeedContext>
      <Toasts />
    </PlayerProvider>
  );
}

const open = async (address = PAGE) => {
  const shown = show(<Page />, address);
  await screen.findByRole('list', { name: 'Queue' });

  return shown;
};
const row = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` }).closest('li')!;
const current = () => document.querySelector<HTMLElement>('[data-card] > article')!;
const card = (name: string) => screen.findByRole('article', { name });

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

describe('one card', () => {
  it('is approved, rejected, skipped and undone with one key each, and the next one comes at once', async () => {
    const { sent } = serveReview([cardOf('One'), cardOf('Two'), cardOf('Three'), cardOf('Four')]);
    const { user } = await open();
    await card('One');
    await user.keyboard('a');
    expect(current()).toHaveAccessibleName('Two');
    expect(row('One')).toHaveTextContent('Approved by ada');
    await user.keyboard('s');
    expect(current()).toHaveAccessibleName('Three');
    await user.keyboard('x');
    expect(current()).toHaveAccessibleName('Four');
    expect(screen.getByText('Rejected “Three”')).toBeVisible();
    await waitFor(() =>
      expect(sent.map(({ path }) => path).toSorted()).toEqual(['one-ferries/approve', 'three-ferries/reject']),
    );
    const bulkIdOf = (part: string) => String(sent.find(({ path }) => path.endsWith(part))?.body.bulkId);
    expect(sent.find(({ path }) => path.endsWith('approve'))?.body).toMatchObject({
      scope: 'episode',
      createEntity: true,
      correctedEntityName: null,
    });
    expect(await screen.findByText(/^2 remaining/)).toBeVisible();
    await user.keyboard('u');
    expect(current()).toHaveAccessibleName('Three');
    expect(row('Three')).not.toHaveTextContent('Rejected');
    await user.keyboard('u');
    expect(current()).toHaveAccessibleName('One');
    await waitFor(() =>
      expect(sent.slice(2)).toEqual([
        { path: 'undo', body: { undoId: `undo ${bulkIdOf('reject')}`, reason: null } },
        { path: 'undo', body: { undoId: `undo ${bulkIdOf('approve')}`, reason: null } },
      ]),
    );
  });

  it('is decided in the order of the keys, however long each takes', async () => {
    const { sent, answerNext } = serveReview([cardOf('One'), cardOf('Two')]);
    let answer = () => {};
    answerNext(async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return Response.json(decided(1));
    });
    const { user } = await open();
    await card('One');
    await user.keyboard('2a');
    expect(current()).toHaveAccessibleName('Two');
    // What concerns another card need not wait.
    await user.keyboard('x');
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toEqual(['one-ferries/correct-type', 'two-ferries/reject']),
    );
    await user.keyboard('uuk');
    await user.keyboard('x');
    answer();
    await waitFor(() => expect(sent).toHaveLength(6));
    expect(sent.map(({ path }) => path)).toEqual([
      'one-ferries/correct-type',
      'two-ferries/reject',
      'undo',
      'one-ferries/approve',
      'undo',
      'one-ferries/reject',
    ]);
    expect(row('One')).toHaveTextContent('Rejected by ada');
  });

  it('comes back with the sentence of the refusal', async () => {
    const { answerNext } = serveReview([cardOf('One'), cardOf('Two')]);
    answerNext(() => refusal(409, 'candidate-decided', 'Ana rejected it a minute ago.'));
    const { user } = await open();
    await card('One');
    await user.keyboard('a');
    expect(await screen.findByText('“One” was not changed')).toBeVisible();
    expect(screen.getByText('409: Ana rejected it a minute ago.')).toBeVisible();
    expect(row('One')).toHaveTextContent('Not saved');
    await user.keyboard('k');
    expect(current()).toHaveTextContent('Not saved. 409: Ana rejected it a minute ago.');
    expect(within(current()).getByRole('button', { name: 'Approve' })).toBeEnabled();
  });

  it('does nothing by key while somebody types, or once single keys are switched off', async () => {
    const { sent } = serveReview([cardOf('One'), cardOf('Two')]);
    const { user } = await open();
    await card('One');
    await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'ax');
    await user.clear(screen.getByRole('searchbox', { name: 'Search by name' }));
    expect(current()).toHaveAccessibleName('One');
    localStorage.setItem('earmark-preferences', JSON.stringify({ singleKeys: false }));
    await user.click(screen.getByRole('heading', { name: 'One' }));
    await user.keyboard('a');
    expect(current()).toHaveAccessibleName('One');
    expect(sent).toEqual([]);
    localStorage.clear();
  });

  it('is approved with a link, notes, another type and another name', async () => {
    const { sent } = serveReview([cardOf('One'), cardOf('Two')]);
    const { user } = await open();
    await card('One');
    await user.keyboard('n');
    expect(screen.getByRole('textbox', { name: 'Admin Notes (optional)' })).toHaveFocus();
    const form = screen.getByRole('form', { name: 'Review One' });
    expect([...form.querySelectorAll('label')].map((label) => label.textContent)).toEqual([
      'Admin URL (optional)',
      'Admin Notes (optional)',
      expect.stringContaining('Corrected Type (optional)'),
      'Corrected Name (optional)',
    ]);
    await user.keyboard('axle');
    await user.type(screen.getByRole('textbox', { name: 'Corrected Name (optional)' }), 'Number One');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Corrected Type (optional)' }), 'People');
    await user.type(screen.getByRole('textbox', { name: 'Admin URL (optional)' }), 'https://one.example/');
    await user.click(screen.getByRole('button', { name: 'Approve with this' }));
    await waitFor(() =>
      expect(sent[0]).toMatchObject({
        path: 'one-ferries/approve',
        body: {
          adminUrl: 'https://one.example/',
          adminNotes: 'axle',
          correctedEntityType: 'person',
          correctedEntityName: 'Number One',
        },
      }),
    );
    expect(row('Number One')).toHaveTextContent('People');
    expect(current()).toHaveAccessibleName('Two');
    expect(screen.queryByRole('textbox', { name: 'Admin Notes (optional)' })).toBeNull();
  });

  it('moves to another category by a digit and stays', async () => {
    const { sent } = serveReview([cardOf('One'), cardOf('Two')]);
    const { user } = await open();
    await card('One');
    expect(screen.getByRole('button', { name: 'People' })).toHaveTextContent('People2');
    await user.keyboard('2');
    expect(current()).toHaveAccessibleName('One');
    expect(screen.getByRole('button', { name: 'People' })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() =>
      expect(sent).toMatchObject([
        { path: 'one-ferries/correct-type', body: { newType: 'person', expectedStatus: 'pending' } },
      ]),
    );
  });

  it('is edited in place', async () => {
    const { sent } = serveReview([cardOf('One')]);
    const { user } = await open();
    await card('One');
    await user.keyboard('e');
    const form = screen.getByRole('form', { name: 'Edit One' });
    await user.type(within(form).getByRole('textbox', { name: 'URL' }), 'one.example');
    await user.click(within(form).getByRole('button', { name: 'Save Changes' }));
    expect(within(form).getByText('A link starts with http:// or https://.')).toBeVisible();
    await user.clear(within(form).getByRole('textbox', { name: 'URL' }));
    await user.clear(within(form).getByRole('textbox', { name: 'Name' }));
    await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Uno');
    await user.selectOptions(within(form).getByRole('combobox', { name: 'Status' }), 'Approved');
    await user.click(within(form).getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        { path: 'one-ferries/edit', body: { name: 'Uno', type: 'book', status: 'approved', url: null } },
      ]),
    );
    expect(await card('Uno')).toHaveTextContent('Approved');
    await user.keyboard('e');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('form', { name: 'Edit Uno' })).toBeNull();
  });

  it('of a category that does not exist warns, and the category is created on the way', async () => {
    const { sent } = serveReview([cardOf('One', { type: 'gadget', typeExists: false }), cardOf('Two')]);
    const created = answers('post', '/api/admin/entity-types', {
      id: 'type-gadget',
      name: 'gadget',
      displayName: 'Gadgets',
      iconName: 'Package',
      colorClass: 'bg-blue-100 text-blue-800',
    });
    const { user } = await open();
    await card('One');
    expect(screen.getByText(/^There is no category “gadget” yet/)).toBeVisible();
    expect(screen.getByText('It needs a category first.')).toBeVisible();
    expect(await screen.findByText('Would reject 1 for episode.')).toBeVisible();
    await user.keyboard('a');
    expect(current()).toHaveAccessibleName('One');
    expect(sent).toEqual([]);
    expect(document.activeElement).toHaveTextContent('New Type');
    await user.keyboard('{Enter}');
    const dialog = screen.getByRole('dialog', { name: 'Create New Entity Type' });
    await user.clear(within(dialog).getByRole('textbox', { name: 'Display Name' }));
    expect(within(dialog).getByRole('button', { name: 'Create Type' })).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: 'Display Name' }), 'Gadgets');
    await user.click(within(dialog).getByRole('button', { name: 'Create Type' }));
    await waitFor(() => expect(sent).toMatchObject([{ path: 'one-ferries/correct-type' }]));
    expect(created[0]?.body).toMatchObject({ name: 'gadget', displayName: 'Gadgets', iconName: 'Package' });
    expect(screen.queryByText(/^There is no category/)).toBeNull();
    expect(screen.getByText('Moved “One” to Gadgets')).toBeVisible();
    expect(await screen.findByText('Would approve 1 for episode.')).toBeVisible();
    await user.keyboard('a');
    await waitFor(() => expect(sent[1]).toMatchObject({ path: 'one-ferries/approve' }));
  });

  it('that was taken out of its episode after it was approved says so, and is approved again', async () => {
    const members = [candidateOf('One', { status: 'approved', isTakenOut: true })];
    const { sent } = serveReview([cardOf('One', { status: 'approved', members })]);
    const { user } = await open(`${PAGE}?status=approved`);
    await card('One');
    expect(screen.getByText(/^It was taken out of the episode after it was approved\./)).toBeVisible();
    await user.keyboard('a');
    await waitFor(() =>
      expect(sent).toMatchObject([{ path: 'one-ferries/approve', body: { expectedStatus: 'approved' } }]),
    );
    expect(screen.queryByText(/^It was taken out of/)).toBeNull();
  });

  it('of which one episode lacks the entity announces an approval of that one only', async () => {
    const members = ['ferries', 'tides'].map((episodeUuid) =>
      candidateOf('One', { episodeUuid, status: 'approved', isTakenOut: episodeUuid === 'tides' }),
    );
    serveReview([cardOf('One', { status: 'approved', members })]);
    await open(`${PAGE}?status=approved`);
    expect(await screen.findByText('Would approve 1 for episode.')).toBeVisible();
    expect(screen.getByText('Would reject 2 for episode.')).toBeVisible();
  });

  it('says in a list of every status what became of each', async () => {
    serveReview([cardOf('One'), cardOf('Two', { status: 'approved' })]);
    await open(`${PAGE}?status=all`);
    expect(row('One')).toHaveTextContent('Pending');
    expect(row('Two')).toHaveTextContent('Approved');
  });

  it('that was approved is rejected only once that is confirmed', async () => {
    const { sent } = serveReview([cardOf('One', { status: 'approved' })]);
    const { user } = await open(`${PAGE}?status=approved`);
    await card('One');
    await user.keyboard('x');
    const question = screen.getByRole('alertdialog');
    expect(question).toHaveTextContent('Are you sure you want to reject "One"? This will remove it from the episode.');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    await user.keyboard('x');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Reject' }));
    await waitFor(() =>
      expect(sent).toMatchObject([{ path: 'one-ferries/reject', body: { expectedStatus: 'approved' } }]),
    );
  });

  it('becomes another name of a near match, or of an entity that is searched for', async () => {
    const near = [
      {
        entityId: 'entity-1',
        name: 'Andrew Huberman',
        slug: 'andrew-huberman',
        type: 'person',
        how: 'one letter differs',
      },
    ];
    const { sent } = serveReview([cardOf('Andrew Hubermann', { near }), cardOf('Two')]);
    answers('get', '/api/entities', {
      entities: [
        {
          id: 'entity-2',
          name: 'Two Towers',
          slug: 'two',
          type: 'book',
          iconName: 'Book',
          colorClass: '',
          mentions: 3,
          episodes: 1,
          recent: 0,
          previous: 0,
        },
      ],
      total: 1,
      next: null,
      categories: [],
    });
    const { user } = await open();
    await card('Andrew Hubermann');
    await user.click(screen.getByRole('button', { name: 'Add as another name of Andrew Huberman' }));
    await card('Two');
    await user.keyboard('m');
    const dialog = screen.getByRole('dialog', { name: 'Add “Two” as another name of…' });
    expect(dialog).toHaveTextContent('No entity has a similar name.');
    await user.type(within(dialog).getByRole('combobox', { name: 'Search entities' }), 'two');
    await within(dialog).findByRole('option', { name: /Two Towers/ });
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(new Map(sent.map(({ path, body }) => [path, [body.entityId, body.createEntity]]))).toEqual(
        new Map([
          ['andrew-hubermann-ferries/approve', ['entity-1', false]],
          ['two-ferries/approve', ['entity-2', false]],
        ]),
      ),
    );
  });

  it('remembers where decisions hold, and says what they will do there', async () => {
    const { sent } = serveReview([cardOf('One'), cardOf('Two')]);
    const { user } = await open();
    await card('One');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Approve for' }), 'everywhere');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reject for' }), 'this name in Books');
    expect(await screen.findByText('Would approve 1 for everywhere.')).toBeVisible();
    expect(await screen.findByText('Would reject 1 for category.')).toBeVisible();
    await user.keyboard('a');
    expect(screen.getByRole('combobox', { name: 'Approve for' })).toHaveValue('everywhere');
    await user.keyboard('x');
    await waitFor(() =>
      expect(sent.map(({ body }) => String(body.scope)).toSorted()).toEqual(['category', 'everywhere']),
    );
    localStorage.clear();
  });

  it('with several members is decided as a whole, but for those that are excepted', async () => {
    const members = ['ferries', 'tides', 'fog'].map((episodeUuid) =>
      candidateOf('One', { episodeUuid, episodeName: episodeUuid }),
    );
    const { sent } = serveReview([cardOf('One', { members }), cardOf('Two')]);
    const { user } = await open();
    const one = await card('One');
    expect(one).toHaveTextContent('6 mentions in 3 episodes');
    await user.click(within(one).getByRole('checkbox', { name: 'Decide about tides too' }));
    await user.keyboard('a');
    await waitFor(() =>
      expect(sent).toMatchObject([
        { path: 'bulk-approve', body: { entityIds: ['one-ferries', 'one-fog'], expectedStatus: 'pending' } },
      ]),
    );
    expect(row('One')).toHaveTextContent('Partly decided');
    await user.keyboard('k');
    expect(within(current()).getByRole('article', { name: 'tides' })).toBeVisible();
    await user.keyboard('x');
    await waitFor(() => expect(sent[1]).toMatchObject({ path: 'one-tides/reject' }));
  });
});

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

describe('model quality', () => {
  it('has a table and a chart with the same numbers', async () => {
    serveReview([]);
    answers('get', `${CANDIDATES}/quality`, () =>
      Response.json({
        rows: [
          {
            provider: 'offline',
            model: 'built-in finder 1',
            type: 'book',
            band: 'high',
            proposed: 12,
            approved: 6,
            corrected: 2,
            rejected: 2,
            pending: 2,
          },
          {
            provider: 'offline',
            model: 'built-in finder 1',
            type: 'person',
            band: 'low',
            proposed: 4,
            approved: 1,
            corrected: 0,
            rejected: 3,
            pending: 0,
          },
          {
            provider: 'openai',
            model: 'gpt-x',
            type: 'book',
            band: 'medium',
            proposed: 1,
            approved: 0,
            corrected: 0,
            rejected: 0,
            pending: 1,
          },
        ],
      }),
    );
    show(<Page />, `${PAGE}?tab=quality`);
    const table = await screen.findByRole('table', { name: 'Proposals by model, category and confidence' });
    const cells = within(table)
      .getAllByRole('row')
      .map((one) => [...one.children].map(({ textContent }) => textContent));
    expect(cells[1]).toEqual(['Built-in finder 1', 'Books', 'High', '12', '6', '2', '2', '2', '60 %']);
    expect(cells[3]).toEqual(['Built-in finder 1, all', '16', '7', '2', '5', '2', '50 %']);
    expect(cells[5]).toEqual(['gpt-x, all', '1', '0', '0', '0', '1', '–']);
    const chart = screen.getByRole('figure', { name: 'What became of the proposals of Built-in finder 1' });
    expect(within(chart).getByText('50 % right of 14 decided, 2 pending')).toBeVisible();
    expect(within(chart).getAllByText(/^6 approved, 2 corrected, 2 rejected, 2 pending/)).toHaveLength(2);
  });
});

/** A wide window with a mouse, or a phone. */
function screenOf({ isWide }: { isWide: boolean }): void {
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: (media: string) => ({
      matches: media.includes('coarse') ? !isWide : media.includes('min-width') && isWide,
      addEventListener: () => {},
      removeEventListener: () => {},
    }),
  });
}

const LINE: FeedItem = {
  position: '1',
  type: 'EntityApproved',
  at: '2026-11-23T07:00:00.000Z',
  actor: 'ana',
  sentence: 'Approved something.',
  link: null,
  podcastUuid: null,
  episodeUuid: 'ferries',
  entityIds: [],
};
