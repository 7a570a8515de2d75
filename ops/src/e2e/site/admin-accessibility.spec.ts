import type { RecountSummary } from '@earmark/contracts/recounts';
import { it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { TEA } from '../episodes/episode.fixtures.ts';
import { sampleSite } from '../kit/site.fixtures.ts';

const site = sampleSite();

/** A page, who looks at it, and what must be there before. */
type Looked = readonly [name: string, path: string, ready: (page: Page) => Promise<void>, who: 'visitor' | 'admin'];
const PAGES: readonly Looked[] = [
  ['the sign-in page', '/sign-in', (page) => page.getByRole('form', { name: 'Sign in' }).waitFor(), 'visitor'],
  [
    'the change of a password, with faults',
    '/password',
    async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Enter a new password.', { exact: true }).waitFor();
    },
    'admin',
  ],
  [
    'Entity Management with all its forms',
    '/admin/entities?category=restaurant',
    async (page) => {
      const form = page.getByRole('form', { name: 'Add category' });
      if ((await form.count()) === 0) await page.getByRole('button', { name: 'Add category' }).click();
      await form.waitFor();
      await page.getByRole('list', { name: 'Entities' }).waitFor();
      const edit = page.getByRole('form', { name: /^Edit / });
      if ((await edit.count()) === 0)
        await page
          .getByRole('button', { name: /^Edit / })
          .first()
          .click();
      await edit.waitFor();
    },
    'admin',
  ],
  [
    'the projections',
    '/admin/projections',
    async (page) => {
      await page.getByRole('button', { name: 'Retry vocabulary' }).waitFor();
      if ((await page.locator('details[open]').count()) === 0) await page.getByText('2 tables').first().click();
    },
    'admin',
  ],
  [
    'the integrations, one of them checked',
    '/admin/integrations',
    async (page) => {
      await page.getByRole('button', { name: 'Check Podcast feeds' }).click();
      await page.getByText(/^Checked /).waitFor();
    },
    'admin',
  ],
  [
    'a recount in progress',
    '/admin/recounts',
    (page) => page.getByRole('progressbar', { name: 'Progress of the recount' }).waitFor(),
    'admin',
  ],
  [
    'recent changes with a question open',
    '/admin/changes?actor=sample+library&kind=vocabulary',
    async (page) => {
      await page.getByRole('article').first().waitFor();
      if ((await page.getByRole('form', { name: 'Revert' }).count()) === 0) {
        await page
          .getByRole('button', { name: /^Show \d+ changes$/ })
          .first()
          .click();
        await page.getByRole('button', { name: 'Revert this change', disabled: false }).first().click();
      }
      await page.getByRole('form', { name: 'Revert' }).waitFor();
    },
    'admin',
  ],
  [
    'the history of an episode',
    TEA,
    async (page) => {
      const sheet = page.getByRole('dialog', { name: 'History' });
      if ((await sheet.count()) === 0) await page.getByRole('button', { name: 'History', exact: true }).click();
      await sheet.getByRole('article').first().waitFor();
    },
    'admin',
  ],
  [
    'an episode as it was, compared with now',
    `${TEA}?asOf=2999-01-01&compare=now`,
    async (page) => {
      await page.getByRole('region', { name: 'What changed since' }).waitFor();
      await page.getByRole('slider', { name: 'Moment' }).waitFor();
    },
    'visitor',
  ],
];
/** One in every state. */
const PROJECTIONS = (['live', 'behind', 'rebuilding', 'stopped'] as const).map((state, index) => ({
  name: ['catalogue', 'search', 'mentions', 'vocabulary'][index],
  version: 3,
  state,
  position: '12345',
  lag: state === 'live' ? 0 : 345,
  builtVersion: 3,
  head: '12345',
  lagIsMore: false,
  eventsPerSecond: 0,
  outcome: state === 'stopped' ? 'No pattern 1b2c.' : null,
  progress: state === 'rebuilding' ? { percent: 42, eventsPerSecond: 23_456, secondsLeft: 130 } : null,
  failure:
    state === 'stopped'
      ? {
          message: 'No pattern 1b2c.',
          eventId: 'f0c1',
          type: 'PatternEdited',
          position: '11001',
          stream: 'vocabulary-main',
          data: { names: Array.from({ length: 40 }, (_, name) => `name ${name}`) },
        }
      : null,
  tables: [
    { name: 'one', rows: 1, isEstimate: false },
    { name: 'other', rows: 1200, isEstimate: true },
  ],
}));

/** Under way: a real one is done too soon to be looked at. */
const RECOUNT: RecountSummary = {
  id: '0d2cd4a4-4c5e-4f5e-9a55-111111111111',
  status: 'running',
  startedAt: '2026-01-02T03:04:05.000Z',
  startedBy: 'ann',
  pin: { vocabularyRevision: 12, matcherVersion: 1 },
  podcastUuids: null,
  only: null,
  episodes: 11,
  progress: { percent: 42.7, eventsPerSecond: 310, secondsLeft: 12 },
  isWaiting: false,
  failure: null,
  before: null,
  after: null,
  inForce: null,
  overtaken: null,
  changedSince: 0,
};

for (const who of ['visitor', 'admin'] as const)
  it(`no page of the ${who} has a fault that axe can find, in light and dark, on a desk and on a phone`, async () => {
    const page = await openAs(who);
    for (const [what, path, ready] of PAGES.filter((looked) => looked[3] === who))
      await it.step(what, async () => {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(path);
        await expectNoFaults(page, 'body', {
          exclude: [
            '[aria-label="Entities"] > :nth-child(n + 3)',
            '[aria-label="Changes"] > :nth-child(n + 5)',
            '.segment:nth-child(n + 6)',
            '[aria-label="Segments"] > :nth-child(n + 2)',
            // The dashboard shows them.
            'nav[aria-label="Main"]',
            'header',
          ],
          ready: async () => {
            await ready(page);
            await page.getByRole('button', { name: /^Notifications/ }).waitFor();
          },
        });
      });
  });

async function openAs(who: 'visitor' | 'admin'): Promise<Page> {
  const look = { reducedMotion: 'reduce' } as const;
  if (who === 'visitor') return site.open('about:blank', look);
  const page = await site.openAs(who, 'about:blank', look);
  const list = { projections: PROJECTIONS, foreignEvents: { count: 12, isMore: true } };
  await page.route(/\/api\/admin\/projections$/, (route) => route.fulfill({ json: list }));
  const recounts = { recounts: [RECOUNT], next: null, behind: { episodes: 3, of: 11 } };
  await page.route(/\/api\/admin\/recounts$/, (route) => route.fulfill({ json: recounts }));
  await page.route(/\/api\/admin\/recounts\/effect$/, (route) => route.fulfill({ json: { episodes: 3 } }));

  return page;
}
