import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { appears, failCalls, FAILURE, siteWith, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('empty');

it.describe('the projections of this server', () => {
  it('are live, and are rebuilt on demand', async () => {
    const page = await site.openAs('admin', '/admin/projections');
    const catalogue = projector(page, 'catalogue');
    await catalogue.getByText('Live', { exact: true }).waitFor();
    const answer = page.waitForResponse('**/api/admin/projections/catalogue/rebuild');
    await page.getByRole('button', { name: 'Rebuild catalogue' }).click();
    expect((await answer).status()).toBe(202);
    await page.getByText('Rebuilding catalogue', { exact: true }).waitFor();
    expect(await appears(catalogue.getByText('Live', { exact: true }))).toBe(true);
  });
});

it.describe('projections in every state', () => {
  it('show how far they are, what they hold and what a rebuild does', async () => {
    const page = await openWith([
      projection('catalogue', {}),
      projection('search', { state: 'behind', lag: 500, lagIsMore: true }),
    ]);
    await page.getByText(/^Rebuild creates a projector's tables again/).waitFor();
    expect(await textsOf(page.getByRole('list', { name: 'Projectors' }).locator(':scope > li'))).toEqual([
      'catalogue Live version 3 Rebuild Position 12345 of 99999 Lag 0 events Rate 0 events/s Rows about 1,201 2 tables',
      'search Behind version 3 Rebuild Position 12345 of 99999 Lag more than 500 events Rate 0 events/s Rows about 1,201 2 tables',
    ]);
    await projector(page, 'catalogue').getByText('2 tables', { exact: true }).click();
    expect(
      await textsOf(projector(page, 'catalogue').getByRole('list', { name: 'Tables' }).getByRole('listitem')),
    ).toEqual(['one 1 row', 'other about 1,200 rows']);
  });

  it('are read again while one of them moves, and rebuilt without another question', async () => {
    const page = await openWith([projection('mentions', {})]);
    let orders = 0;
    await page.route('**/api/admin/projections/mentions/rebuild', async (route) => {
      orders += 1;
      const progress = { percent: 42.7, eventsPerSecond: 23_456, secondsLeft: 130 };
      await answerWith(page, [projection('mentions', { state: 'rebuilding', progress })]);
      await route.fulfill({ json: projection('x', {}) });
    });
    await page.getByRole('button', { name: 'Rebuild mentions' }).click();
    await projector(page, 'mentions').getByText('42% · 23,456 events/s · about 3 min left').waitFor();
    expect(await page.getByRole('progressbar', { name: 'Rebuild of mentions' }).getAttribute('value')).toBe('42.7');
    expect(await page.getByRole('button', { name: 'Rebuild mentions' }).isDisabled()).toBe(true);
    await page.getByText('Rebuilding mentions', { exact: true }).waitFor();
    await answerWith(page, [projection('mentions', { position: '99999' })]);
    await projector(page, 'mentions').getByText('99999 of 99999').waitFor();
    expect(await page.getByRole('button', { name: 'Rebuild mentions' }).isEnabled()).toBe(true);
    expect(orders).toBe(1);
  });

  it('that stopped show the event they could not apply, and can be retried', async () => {
    const page = await openWith([projection('vocabulary', { state: 'stopped', failure: FAILED })]);
    const why = projector(page, 'vocabulary').getByRole('region', { name: 'Why it stopped' });
    await why.getByText('No pattern 1b2c.', { exact: true }).waitFor();
    for (const fact of ['PatternEdited', 'vocabulary-main', '11001', 'the id'])
      await why.getByText(fact, { exact: true }).waitFor();
    expect(await why.getByRole('region', { name: 'Data of the event' }).innerText()).toContain('"patternId": "1b2c"');
    await page.route('**/api/admin/projections/vocabulary/retry', async (route) => {
      await answerWith(page, [projection('vocabulary', {})]);
      await route.fulfill({ json: projection('x', {}) });
    });
    await page.getByRole('button', { name: 'Retry vocabulary' }).click();
    await projector(page, 'vocabulary').getByText('Live', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Retry vocabulary' }).count()).toBe(0);
  });

  it('say why an order was refused', async () => {
    const page = await openWith([projection('search', {})]);
    await failCalls(page, /\/rebuild$/);
    await page.getByRole('button', { name: 'Rebuild search' }).click();
    await page.getByText('Could not rebuild search', { exact: true }).waitFor();
    expect(await appears(page.getByText(`503: ${FAILURE}`, { exact: true }))).toBe(true);
  });

  it('that cannot be read say so, and are read again', async () => {
    const page = await site.openAs('admin', '/help');
    const recover = await failCalls(page, LIST);
    await page.goto('/admin/projections');
    await page
      .getByRole('alert')
      .filter({ hasText: `503: ${FAILURE}` })
      .waitFor();
    await recover();
    await answerWith(page, [projection('search', {})]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await eventually(
      () => projector(page, 'search').count(),
      (count) => expect(count).toBe(1),
    );
  });
});

const LIST = /\/api\/admin\/projections$/;
const FAILED = {
  message: 'No pattern 1b2c.',
  eventId: 'the id',
  type: 'PatternEdited',
  position: '11001',
  stream: 'vocabulary-main',
  data: { patternId: '1b2c' },
};

const projection = (name: string, more: Readonly<Record<string, unknown>>) => ({
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

/** From now on the server says that these are its projections: none stops or lags for the asking. */
async function answerWith(page: Page, projections: readonly unknown[]): Promise<void> {
  // Over what it said before, so that no call gets past both.
  await page.route(LIST, (route) =>
    route.fulfill({ json: { projections, foreignEvents: { count: 0, isMore: false } } }),
  );
}

async function openWith(projections: readonly unknown[]): Promise<Page> {
  const page = await site.openAs('admin', '/help');
  await answerWith(page, projections);
  await page.goto('/admin/projections');
  await page.getByRole('list', { name: 'Projectors' }).waitFor();

  return page;
}

const projector = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
