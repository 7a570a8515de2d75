import type { ProjectionList, ProjectionView } from '@earmark/contracts/projections';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { ProjectionsPage } from './projections-page.tsx';

const LIST = '/api/admin/projections';
const AWAY = 'The database is away for a moment.';

it('shows how far each is, what it holds and what a rebuild does', async () => {
  const { user } = open([
    projection('catalogue', {}),
    projection('search', { state: 'behind', lag: 500, lagIsMore: true }),
  ]);
  expect(await screen.findByText(/^Rebuild creates a projector's tables again/)).toBeVisible();
  const rows = within(await screen.findByRole('list', { name: 'Projectors' })).getAllByRole('region');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/catalogue.*Live.*version 3.*12345 of 99999.*0 events.*0 events\/s.*about 1,201.*2 tables/),
    expect.stringMatching(/search.*Behind.*version 3.*12345 of 99999.*more than 500 events.*about 1,201.*2 tables/),
  ]);
  const catalogue = within(projector('catalogue'));
  await user.click(catalogue.getByText('2 tables'));
  const tables = within(catalogue.getByRole('list', { name: 'Tables' })).getAllByRole('listitem');
  expect(tables.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^one\s*1 row$/),
    expect.stringMatching(/^other\s*about 1,200 rows$/),
  ]);
});

it('says how many events of other applications are left out', async () => {
  open([projection('catalogue', {})], { count: 1200, isMore: true });
  expect(
    await screen.findByText('At least 1,200 events of other applications in the event log are left out.'),
  ).toBeVisible();
});

it('shows what the tables know while the event log does not answer', async () => {
  const server = serve([projection('search', { state: 'unknown', head: null, lag: null })], null);
  shown();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The event log does not answer, so how far/);
  expect(projector('search')).toHaveTextContent(/Unknown.*Position12345Lagunknown.*about 1,201.*2 tables/);
  server.projections = [projection('search', {})];
  server.foreignEvents = { count: 0, isMore: false };
  expect(await within(projector('search')).findByText('Live')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('rebuilds without another question, and reads again while one of them moves', async () => {
  const server = serve([projection('mentions', {})]);
  const orders = answers('post', `${LIST}/mentions/rebuild`, () => {
    const progress = { percent: 42.7, eventsPerSecond: 23_456, secondsLeft: 130 };
    server.projections = [projection('mentions', { state: 'rebuilding', progress })];

    return Response.json(projection('mentions', {}));
  });
  const { user } = shown();
  await user.click(await screen.findByRole('button', { name: 'Rebuild mentions' }));
  expect(await screen.findByText('42% · 23,456 events/s · about 3 min left')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Rebuild of mentions' })).toHaveAttribute('value', '42.7');
  expect(screen.getByRole('button', { name: 'Rebuild mentions' })).toBeDisabled();
  expect(await screen.findByText('Rebuilding mentions')).toBeVisible();
  server.projections = [projection('mentions', { position: '99999' })];
  expect(await screen.findByText('99999 of 99999')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Rebuild mentions' })).toBeEnabled();
  expect(orders).toHaveLength(1);
});

it('shows the event that one could not apply, and retries', async () => {
  const server = serve([projection('vocabulary', { state: 'stopped', failure: FAILED })]);
  answers('post', `${LIST}/vocabulary/retry`, () => {
    server.projections = [projection('vocabulary', {})];

    return Response.json(projection('vocabulary', {}));
  });
  const { user } = shown();
  const why = within(await screen.findByRole('region', { name: 'Why it stopped' }));
  for (const fact of ['No pattern 1b2c.', 'PatternEdited', 'vocabulary-main', '11001', 'the id'])
    expect(why.getByText(fact)).toBeVisible();
  expect(why.getByRole('region', { name: 'Data of the event' })).toHaveTextContent('"patternId": "1b2c"');
  await user.click(screen.getByRole('button', { name: 'Retry vocabulary' }));
  expect(await within(projector('vocabulary')).findByText('Live')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry vocabulary' })).toBeNull());
});

it('says why an order was refused', async () => {
  answers('post', `${LIST}/search/rebuild`, () => refusal(503, 'down', AWAY));
  const { user } = open([projection('search', {})]);
  await user.click(await screen.findByRole('button', { name: 'Rebuild search' }));
  expect(await screen.findByText('Could not rebuild search')).toBeVisible();
  expect(screen.getByText(`503: ${AWAY}`)).toBeVisible();
});

it('says why the projections cannot be read, and reads again', async () => {
  let isDown = true;
  answers('get', LIST, () => (isDown ? refusal(503, 'down', AWAY) : Response.json(list([projection('search', {})]))));
  const { user } = shown();
  expect(await screen.findByRole('alert')).toHaveTextContent(`503: ${AWAY}`);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'search' })).toBeVisible();
});

const FAILED = {
  message: 'No pattern 1b2c.',
  eventId: 'the id',
  type: 'PatternEdited',
  position: '11001',
  stream: 'vocabulary-main',
  data: { patternId: '1b2c' },
};

const projection = (name: string, more: Partial<ProjectionView>): ProjectionView => ({
  name,
  version: 3,
  state: 'live',
  position: '12345',
  lag: 0,
  builtVersion: 3,
  head: '99999',
  lagIsMore: false,
  eventsPerSecond: 0,
  outcome: null,
  progress: null,
  failure: null,
  tables: [
    { name: 'one', rows: 1, isEstimate: false },
    { name: 'other', rows: 1200, isEstimate: true },
  ],
  ...more,
});

const list = (
  projections: readonly ProjectionView[],
  foreignEvents: ProjectionList['foreignEvents'] = { count: 0, isMore: false },
) => ({ projections, foreignEvents });

/** Answers with these projections, until a spec sets others. */
function serve(projections: readonly ProjectionView[], foreignEvents?: ProjectionList['foreignEvents']) {
  const server = { projections, foreignEvents };
  answers('get', LIST, () => Response.json(list(server.projections, server.foreignEvents)));

  return server;
}

const shown = () =>
  show(
    <>
      <ProjectionsPage />
      <Toasts />
    </>,
  );

function open(projections: readonly ProjectionView[], foreignEvents?: ProjectionList['foreignEvents']) {
  serve(projections, foreignEvents);

  return shown();
}

const projector = (name: string): HTMLElement => screen.getByRole('region', { name });
