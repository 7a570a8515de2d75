import type { MentionView } from '@earmark/contracts/mentions';
import type { Browser, Page } from 'playwright-core';
import { asVisitor, clickUntilPainted, jumpToEnd, scriptBytes } from './browser-measures.ts';
import { plainPage } from './plain-page.ts';
import { median, shown } from '../suites/statistics.ts';
import type { Bench, Bound, Result } from '../suites/suite.ts';

const FIRST_LOAD_KB = 120;
const PAINTED_PART = 0.35;
const HIGHLIGHT_PART = 0.2;
const PLAIN_PATH = '/plain-rows';
const ROW = '.transcript-rows .segment';
const PLAIN_ROW = '.box .row';

export interface Visit {
  readonly url: string;
  /** Pages of the podcast and of its episode. */
  readonly podcast: string;
  readonly path: string;
  /** The entity selected on the episode's page. */
  readonly mention: MentionView;
}

/** All in ms, except frames. */
interface Round {
  /** `readable` from the click on the episode, `painted` from the server's answer. */
  readonly readable: number;
  readonly painted: number;
  readonly jump: number;
  readonly frames: number;
  readonly highlight: number;
}

export interface PageRounds {
  readonly dashboardBytes: number;
  readonly episodeBytes: number;
  readonly isCompressed: boolean;
  readonly ours: readonly Round[];
  readonly plain: readonly Round[];
  readonly mentions: number;
}

/** Alternates between our page and the plain page, each with a new visitor. */
export async function measurePages({ rounds, say }: Bench, browser: Browser, visit: Visit): Promise<PageRounds> {
  const { url, path, mention } = visit;
  const dashboard = await asVisitor(browser, url, (page) =>
    scriptBytes(page, '/', 'main ul[aria-label="Recent episodes"] li'),
  );
  const episode = await asVisitor(browser, url, (page) => scriptBytes(page, path, ROW));
  const [ours, plain]: [Round[], Round[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    say(round === 0 ? 'warming up the browser' : `reading, round ${round} of ${rounds}`);
    const one = await asVisitor(browser, url, (page) => readOurs(page, visit));
    const other = await asVisitor(browser, url, (page) => readPlain(page, visit));
    if (round === 0) continue;
    ours.push(one);
    plain.push(other);
  }

  return {
    dashboardBytes: dashboard.packed,
    episodeBytes: episode.packed,
    isCompressed: dashboard.isCompressed,
    ours,
    plain,
    mentions: mention.count,
  };
}

async function readOurs(page: Page, { podcast, path, mention }: Visit): Promise<Round> {
  await page.goto(podcast);
  const link = page.locator(`a[href="${path}"]`).first();
  const { total, afterAnswer } = await clickUntilPainted(link, { selector: ROW });
  const { frames, ms } = await jumpToEnd(page.locator('html'), '.segment');
  const entity = page
    .getByRole('list', { name: 'Entities' })
    .getByRole('button')
    .filter({ has: page.getByText(mention.entity.name, { exact: true }) });
  const highlight = await clickUntilPainted(entity.first(), { highlight: 'earmark-entity' });

  return { readable: total, painted: afterAnswer, jump: ms, frames, highlight: highlight.total };
}

async function readPlain(page: Page, { path, mention }: Visit): Promise<Round> {
  const body = plainPage({ call: `/api${path}`, entity: mention.entity.name });
  await page.route(`**${PLAIN_PATH}`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(PLAIN_PATH);
  const { total, afterAnswer } = await clickUntilPainted(page.locator('a'), { selector: PLAIN_ROW });
  const { frames, ms } = await jumpToEnd(page.locator('.box'), '.row');
  const marked = await clickUntilPainted(page.locator('body > button'), { selector: 'mark' });

  return { readable: total, painted: afterAnswer, jump: ms, frames, highlight: marked.total };
}

export function pageResults({ dashboardBytes, episodeBytes, ours, plain, mentions }: PageRounds): Result[] {
  const of = (rounds: readonly Round[], key: keyof Round) => median(rounds.map((round) => round[key]));
  const bytes = (what: string, size: number, bound: Bound | null): Result => ({
    goal: bound === null ? null : 'first load',
    what: `scripts of ${what}, packed by brotli`,
    ours: `${shown(size / 1000)} KB`,
    against: '',
    score: size / 1000,
    unit: 'KB',
    bound,
    reason: 'React, the queries and the schemas of the answers are 84 KB of it.',
  });
  const beside = (goal: string | null, what: string, key: keyof Round, most: number | null): Result => ({
    goal,
    what,
    ours: `${shown(of(ours, key))} ms`,
    against: `plain rows: ${shown(of(plain, key))} ms`,
    score: of(ours, key) / of(plain, key),
    unit: '×',
    bound: most === null ? null : { atMost: most },
    reason: `in the rounds ${ours.map((round) => shown(round[key])).join(', ')} ms, plain ${plain.map((round) => shown(round[key])).join(', ')} ms; ours also draws the page around it (header, entities, player).`,
  });

  return [
    bytes('the dashboard', dashboardBytes, { atMost: FIRST_LOAD_KB }),
    bytes('the episode page', episodeBytes, null),
    beside(null, 'click on an episode → transcript readable, scripts not yet loaded', 'readable', null),
    beside('E1', 'server answer → transcript painted', 'painted', PAINTED_PART),
    {
      ...beside('E1', 'jump to the far end', 'jump', null),
      score: of(ours, 'frames'),
      unit: of(ours, 'frames') === 1 ? 'frame' : 'frames',
      bound: { atMost: 1 },
    },
    beside('E2', `highlight of ${shown(mentions)} mentions`, 'highlight', HIGHLIGHT_PART),
  ];
}
