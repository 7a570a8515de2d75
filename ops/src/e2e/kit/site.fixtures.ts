import { expect, it } from './test.ts';
import type { BrowserContext, Cookie, Locator, Page } from 'playwright-core';
import { openStubs, type Stubs } from '@earmark/backend/testing/stubs/stubs';
import { Me } from '@earmark/contracts/accounts';
import { joinEditedProduct, PASSWORD, startProduct } from './product.ts';
import type { Settings } from './product-process.ts';
import type { Library, RunningProduct, VisitedProduct } from './product.ts';
import { joinSharedProduct } from './shared-product.ts';
import { visitorsOf } from './visitors.ts';
import type { Look, Visitors } from './visitors.ts';

export type { Look } from './visitors.ts';

/** The product with a browser, to look at. */
export interface VisitedSite<Product extends VisitedProduct = VisitedProduct> {
  product(): Product;
  /** A new visitor, who leaves after the test. */
  visitor(look?: Look): Promise<BrowserContext>;
  /** A page of a new visitor at this path. */
  open(path: string, look?: Look): Promise<Page>;
  /** A page at this path of a new browser in which somebody is signed in. */
  openAs(username: string, path: string, look?: Look): Promise<Page>;
}

export type Site = VisitedSite<RunningProduct>;

/** The sample library for the tests of a file that change nothing: other files look at the same product, also at once. */
export const sampleSite = (): VisitedSite => siteOf(joinSharedProduct, null);

/**
 * A sample library for the tests of a file that change it. Other files of the worker change the same one before and after:
 * take an episode that no other file edits, and read numbers from the server.
 */
export const editedSite = (): Site => siteOf(joinEditedProduct, null);

/** Runs the product with a browser for all tests of a file. */
export const siteWith = (library: Library): Site =>
  siteOf(
    () => startProduct(library),
    (product) => product.stop(),
  );

/** As `siteWith`, with all outside services on this machine. */
export function siteWithStubs(library: Library, settings: Settings = {}): Site & { stubs(): Stubs } {
  let stubs: Stubs | null = null;
  const opened = (): Stubs => {
    if (stubs === null) throw new Error('the stubs are not running');

    return stubs;
  };
  const site = siteOf(
    async () => {
      stubs = await openStubs();

      return startProduct(library, { ...stubs.environment, ...settings });
    },
    async (product: RunningProduct) => {
      await product.stop();
      await opened().close();
    },
  );

  return { ...site, stubs: opened };
}

/** A test fails when one of its pages throws an error. Without `stop` the product outlives the file. */
function siteOf<Product extends VisitedProduct>(
  start: () => Promise<Product>,
  stop: ((product: Product) => Promise<void>) | null,
): VisitedSite<Product> {
  let product: Product | null = null;
  let visitors: Visitors | null = null;
  /** Cookies by user name. */
  const sessions = new Map<string, Cookie[]>();

  it.beforeAll(async ({ browser }) => {
    product = await start();
    visitors = visitorsOf(browser, product.url);
  });
  it.afterEach(async () => {
    expect((await visitors?.leave()) ?? []).toEqual([]);
  });
  it.afterAll(async () => {
    if (stop === null) return;
    if (product !== null) await stop(product);
  });

  const visitor = async (look: Look = {}) => {
    if (visitors === null) throw new Error('the browser is not running');

    return visitors.enter(look);
  };
  const running = (): Product => {
    if (product === null) throw new Error('the product is not running');

    return product;
  };

  return {
    product: running,
    visitor,
    open: async (path, look) => {
      const page = await (await visitor(look)).newPage();
      await page.goto(path);

      return page;
    },
    openAs: async (username, path, look) => {
      const context = await visitor(look);
      const { url, cookies } = running();
      const [name = '', value = ''] = cookies[username]?.split('=') ?? [];
      // Checking a password takes a second, so sessions are reused while they are valid.
      await context.addCookies(sessions.get(username) ?? (name === '' ? [] : [{ name, value, url }]));
      if (!(await isSignedIn(context))) {
        const answer = await context.request.post('/api/auth/login', {
          data: { username, password: PASSWORD },
          headers: { origin: url },
        });
        if (!answer.ok()) throw new Error(`${username} could not sign in: ${answer.status()}`);
        sessions.set(username, await context.cookies());
      }
      const page = await context.newPage();
      await page.goto(path);

      return page;
    },
  };
}

const isSignedIn = async (context: BrowserContext): Promise<boolean> =>
  Me.parse(await (await context.request.get('/api/auth/me')).json()).user !== null;

/** Holds all calls to these addresses until the returned function lets them go. */
export async function holdCalls(page: Page, address: RegExp): Promise<() => void> {
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });

  return () => letGo();
}

/** Answers all calls to these addresses as a server in trouble does, until the returned function is called. */
export async function failCalls(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, detail: FAILURE, code: 'down' };
  await page.route(address, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );

  return () => page.unroute(address);
}

export const FAILURE = 'The database is away for a moment.';

/** Waits until it is visible. Resolves to true; throws when it never is. */
export async function appears(locator: Locator): Promise<boolean> {
  await locator.waitFor();

  return true;
}

/** Waits until the page hears what happens on the site: what was done before its first connection is not told to it. */
export async function followsFeed(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('region', { name: 'Live activity' });
  await panel.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
}

/** In the page. Animation frames would not do: they stand still with the clock of a test. */
const nextFrame = async () =>
  new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement);
  });

/**
 * Texts of all elements that it stands for, white space as one space. A new row with `content-visibility: auto` has none
 * until a frame has told whether it is in view.
 */
export async function textsOf(locator: Locator): Promise<string[]> {
  await locator.page().evaluate(nextFrame);

  return (await locator.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
}
