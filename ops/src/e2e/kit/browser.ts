import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserType } from 'playwright-core';

/** The same engine without a window system: a page needs a third of the CPU time. */
const SHELL = 'chromium-headless-shell';
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ON_A_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];
/** Pages of tests live for seconds: collecting their garbage less often costs less. */
const FLAGS_OF_TESTS = ['--js-flags=--min-semi-space-size=16'];

/**
 * The machine's own Chromium, without a window. `isWhole`: with all that users have, for measuring; else the lightest one.
 * Throws, with how to install one, when there is none.
 */
export async function launchBrowser(
  { isWhole }: { isWhole: boolean },
  engine: BrowserType = chromium,
): Promise<Browser> {
  const names = isWhole ? BROWSERS : [SHELL, ...BROWSERS];

  return engine.launch({
    executablePath: await getChromium(names),
    args: isWhole ? FLAGS : [...FLAGS, ...FLAGS_OF_TESTS],
    timeout: 60_000,
  });
}

/** Path of CHROMIUM_PATH, else of the first of these, or Chrome, on this machine. */
async function getChromium(names: readonly string[]): Promise<string> {
  const told = process.env.CHROMIUM_PATH ?? '';
  if (told !== '') {
    if (await isRunnable(told)) return told;
    throw new Error(`CHROMIUM_PATH is ${told}, which is no program that can be run.`);
  }
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const places = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ON_A_MAC];
  for (const place of places) if (await isRunnable(place)) return place;

  throw new Error(
    'The browser tests need Chromium: install it (Debian and Ubuntu: apt-get install chromium-headless-shell, or chromium), or set CHROMIUM_PATH to a Chromium or Chrome.',
  );
}

const isRunnable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
