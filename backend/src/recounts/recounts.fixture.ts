import { expect } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { HistoryPage } from '@earmark/contracts/history';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import type { RecountList, RecountView } from '@earmark/contracts/recounts';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import type { PatternPage } from '@earmark/contracts/vocabulary';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

export let app: RunningApp;
export let analyst: Caller;
export let admin: Caller;
const PATIENCE_MS = 60_000;
/** As long as something is waited for that must not happen. */
export const SOON_MS = 300;
export const location = uuidFrom(EARMARK_NAMESPACE, 'location');
export const seriesOf = (number: number) => uuidFrom(EARMARK_NAMESPACE, `series ${number}`, SeriesUuid);
export const episodeOf = (number: number) => uuidFrom(EARMARK_NAMESPACE, `episode ${number}`, EpisodeUuid);
const TEXTS = ['Rome and Oslo.', 'Oslo only.', 'In Kyiv, by ship.', 'ROME again, Rome!', 'Nothing.'];

/** Two podcasts with three episodes of the same text, in which one pattern is found. */
export async function startRecounts(): Promise<void> {
  app = await startApp();
  analyst = await app.signIn('analyst');
  admin = await app.signIn('admin');
  await addPattern('Rome');
  for (const series of [1, 2])
    await app.services.series.putSeries(
      {
        seriesUuid: seriesOf(series),
        feedUrl: null,
        itunesId: null,
        facts: seriesFacts(`Series ${series}`),
      },
      systemContext('spec'),
    );
  for (const number of [1, 2, 3]) {
    await app.services.series.putEpisode(
      {
        episodeUuid: episodeOf(number),
        seriesUuid: seriesOf(number === 3 ? 2 : 1),
        guid: null,
        facts: {
          title: `Episode ${number}`,
          description: null,
          audioUrl: null,
          imageUrl: null,
          publishedAt: `2026-01-0${number}T00:00:00.000Z`,
          durationSeconds: null,
          link: null,
          transcripts: [],
        },
      },
      systemContext('spec'),
    );
    await putTranscript(number);
  }
}

async function putTranscript(number: number): Promise<void> {
  const cues = TEXTS.map((text, index) => `00:00:0${index}.000 --> 00:00:0${index + 1}.000\n<v Ada>${text}`);
  const { status } = await admin(
    'POST',
    `/api/admin/episodes/${episodeOf(number)}/transcript-file`,
    new TextEncoder().encode(`WEBVTT\n\n${cues.join('\n\n')}`),
  );
  expect(status).toBe(200);
}
export async function addPattern(name: string): Promise<void> {
  const { status } = await admin('POST', '/api/admin/entity-patterns', { name, entityTypeId: location });
  expect(status).toBe(201);
}
export const patterns = async (name: string) =>
  ((await analyst('GET', '/api/admin/entity-patterns')).body as PatternPage).patterns.filter(
    (one) => one.name === name,
  );
export async function start(body: unknown): Promise<string> {
  const { status, body: answer } = await analyst('POST', '/api/admin/recounts', body);
  expect(status).toBe(201);

  return (answer as { id: string }).id;
}
export const viewOf = async (id: string, query = ''): Promise<RecountView> =>
  (await analyst('GET', `/api/admin/recounts/${id}?${query}`)).body as RecountView;
export const list = async () => (await analyst('GET', '/api/admin/recounts')).body as RecountList;
export async function ready(id: string): Promise<RecountView> {
  let view = await viewOf(id);
  await until(async () => {
    // As a server does every two seconds: what was asked for while another thread or late tables stood in the way.
    await app.services.recountsProcess.resume();
    view = await viewOf(id);
    if (view.status === 'failed') throw new Error(view.failure ?? 'failed');
    return view.status === 'ready';
  });

  return view;
}
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it did not come about in time');
}
/** The newest event of this type in the vocabulary. */
export async function newestOf(type: string): Promise<string> {
  const { changes } = (await analyst('GET', '/api/history?stream=vocabulary-main')).body as HistoryPage;

  return changes.find((change) => change.type === type)!.eventId;
}
