import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { candidateOf, cardOf, decided, serveReview } from '../testing/discovery.ts';
import { PAGE, card, current, open, row, screenOf } from '../testing/review-page.tsx';
import { answers, refusal } from '../testing/server.ts';

beforeEach(() => screenOf({ isWide: true }));

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

  it('is decided by a double click, and the next one is not', async () => {
    serveReview([cardOf('One'), cardOf('Two'), cardOf('Three')]);
    const { user } = await open();
    await card('One');
    await user.click(within(current()).getByRole('button', { name: 'Reject' }));
    expect(current()).toHaveAccessibleName('Two');
    fireEvent.click(within(current()).getByRole('button', { name: 'Reject' }), { detail: 2 });
    expect(current()).toHaveAccessibleName('Two');
    expect(row('Two')).not.toHaveTextContent('Rejected');
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
    expect(screen.getByRole('combobox', { name: 'Approve for' })).toHaveDisplayValue('these 3 episodes');
    await user.click(within(one).getByRole('checkbox', { name: 'Decide about tides too' }));
    expect(screen.getByRole('combobox', { name: 'Reject for' })).toHaveDisplayValue('these 2 episodes');
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
