import { feedUuid } from '@earmark/contracts/kit';
import { ChangeSeries, SeriesUuid, type FollowedPodcast, seriesFacts } from '@earmark/contracts/series';
import { findFollowable } from '@earmark/projections/queries';
import { Leases } from '../kit/process/lease.ts';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type RunningApp } from '../testing/running-app.ts';
import { FeedCheckStore } from './feed-checks.store.ts';
import { FeedChecks } from './feed-checks.ts';
import { FollowingProcess } from './following.process.ts';
import { withFeedStates } from './followed-podcasts.ts';
import { openPublisher, type Publisher } from './publisher.fixture.ts';

const HOUR_MS = 3_600_000;
export const EVERY_MINUTES = 60;
const never = new AbortController().signal;
export const context = systemContext('spec');

export let app: RunningApp;
export let publisher: Publisher;
export let store: FeedCheckStore;
export let checks: FeedChecks;
const leases: Leases[] = [];
const publishers: Publisher[] = [];
export const reports: string[] = [];
/** Of the checks; moved by the specs. */
export let now = Date.now();

/** A server without its own checks, which are made by the specs. */
export async function startFeedChecks(): Promise<void> {
  app = await startApp();
  publisher = await opened();
  store = new FeedCheckStore(app.services.pool);
  const { commands, streams } = app.services;
  const clock = () => new Date(now);
  const report = (line: string) => reports.push(line);
  checks = new FeedChecks({
    ...{ commands, streams, leases: server(), store, report },
    everyMinutes: EVERY_MINUTES,
    now: clock,
  });
}

export async function stopFeedChecks(): Promise<void> {
  await checks.stop();
  await Promise.all(leases.map(async (one) => one.close()));
  await Promise.all(publishers.map(async (one) => one.close()));
  await app.stop();
}

/** All that earlier specs added has been checked. */
export async function finishChecks(): Promise<void> {
  await pass(48);
  publisher.asked.length = 0;
  reports.length = 0;
}

export const check = async () => checks.checkDue(never);

/** Lets hours pass, and checks what is then due. */
export async function pass(hours: number): Promise<void> {
  now += hours * HOUR_MS;
  await check();
}

export const hoursUntil = (instant: string | null): number => (Date.parse(instant ?? '') - now) / HOUR_MS;

export function processesOn(...servers: Leases[]): FollowingProcess[] {
  const { commands, streams } = app.services;
  const settings = { FEED_REFRESH_MINUTES: EVERY_MINUTES };

  return servers.map(
    (own) => new FollowingProcess(commands, streams, own, store, settings, (line) => reports.push(line)),
  );
}

export function server(): Leases {
  const own = new Leases(app.services.databaseUrl, (line) => reports.push(line), { standbyMs: 20 });
  leases.push(own);

  return own;
}

export async function opened(): Promise<Publisher> {
  const publishing = await openPublisher();
  publishers.push(publishing);

  return publishing;
}

/** A podcast as it is before its feed was read: without episodes, and nobody follows it. */
export async function added(path: string, at = publisher): Promise<SeriesUuid> {
  const { series: send, checkpoints } = app.services;
  const feedUrl = at.url + path;
  const seriesUuid = SeriesUuid.parse(feedUuid(feedUrl));
  const { position } = await send.putSeries({ seriesUuid, feedUrl, itunesId: null, facts: seriesFacts(path) }, context);
  await checkpoints.passed(position);

  return seriesUuid;
}

export async function follow(seriesUuid: SeriesUuid): Promise<void> {
  const { commands, checkpoints } = app.services;
  const { position } = await commands.send(new ChangeSeries({ type: 'FollowSeries', seriesUuid }, context));
  await checkpoints.passed(position);
}

export async function shown(uuid: string): Promise<FollowedPodcast> {
  const { pool, checkpoints, log } = app.services;
  await checkpoints.passed(await log.head());
  const [podcast] = await withFeedStates(pool, store, [(await findFollowable(pool, uuid))!], EVERY_MINUTES);

  return podcast!;
}
