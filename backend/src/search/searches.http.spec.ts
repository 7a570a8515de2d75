import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EpisodePage } from '@earmark/contracts/episodes';
import type { Suggestions } from '@earmark/contracts/search';
import { searchAdvanced } from '@earmark/projections/queries';
import { Pool } from 'pg';
import { parameters, startSearchedApp, type PodcastPage, type SearchedApp } from './search.fixture.ts';
import { Searches } from './searches.ts';

let searched: SearchedApp;
let pages: PodcastPage[];

beforeAll(async () => {
  searched = await startSearchedApp();
  pages = await searched.pages();
});
afterAll(async () => searched.app.stop());

describe('what a server remembers', () => {
  /** Corrects the first segment of the first page that is shown. */
  async function correct(words: string): Promise<void> {
    const { page } = pages[0]!;
    const { transcript } = await searched.get<EpisodePage>(`/api/podcasts/${pages[0]!.podcast}/${page.episode.slug}`);
    const admin = await searched.app.signIn('admin');
    const segments = transcript.map((segment, index) => (index === 0 ? { ...segment, text: words } : segment));
    const { status } = await admin('PUT', `/api/episodes/${page.episode.uuid}/transcript`, { segments });
    if (status !== 200) throw new Error(`a correction was answered with ${status}`);
  }

  it('takes no time, which the answer says', async () => {
    const timing = async () => {
      const answer = await fetch(`${searched.app.url}/api/search/advanced?q=tea&limit=7`);
      await answer.arrayBuffer();

      return answer.headers.get('Server-Timing');
    };
    expect(await timing()).toMatch(/^find;dur=[\d.]+, count;dur=[\d.]+, read;dur=[\d.]+$/);
    expect(await timing()).toBeNull();
  });

  it('is forgotten when a correction changes the answer', async () => {
    const totals = async (q: string) => {
      const { summary } = await searched.search({ q });
      const { totalPassages } = await searched.get<Suggestions>(`/api/search/suggest?${parameters({ q })}`);

      return [summary.totalPassages, totalPassages];
    };
    expect(await totals('quixotically')).toEqual([0, 0]);
    await correct('Quixotically said, quixotically meant.');
    expect(await totals('quixotically')).toEqual([1, 1]);
    expect(await totals('"quixotically meant"')).toEqual([1, 1]);
    await correct('Said as it was meant.');
    expect(await totals('quixotically')).toEqual([0, 0]);
    expect(await totals('"quixotically meant"')).toEqual([0, 0]);
  });

  it('is read in the background from the start of the server to its end', async () => {
    const { databaseUrl, checkpoints, log } = searched.app.services;
    const pool = new Pool({ connectionString: databaseUrl });
    let readings = 0;
    pool.on('acquire', () => (readings += 1));
    const reports: string[] = [];
    const searches = new Searches(pool, checkpoints, (line) => reports.push(line));
    const readAgain = async (since: number) => {
      while (readings === since) await pause(10);
    };
    searches.start();
    await readAgain(0);
    const kept = async () =>
      (await pool.query<{ count: number }>('select count(*)::integer as count from search.episode')).rows[0]!.count;
    while ((await kept().catch(() => 0)) < pages.length) await pause(10);
    const next = new Searches(pool, checkpoints, (line) => reports.push(line));
    const asked = { q: '', entity: '', category: '', speaker: '', podcast: '', episode: '', from: '', to: '' };
    for (const q of ['', 'people', '"the sea"']) {
      const { answer } = await next.run(async (db, library) =>
        searchAdvanced(db, library, { ...asked, q, minMentions: 1 }, { after: null, limit: 10 }),
      );
      expect(answer).toEqual({ ...(await searched.search({ q })), next: undefined });
    }
    const atStart = readings;
    await correct('One correction.');
    await readAgain(atStart);
    await searches.onModuleDestroy();
    const atEnd = readings;
    await correct('Another correction.');
    expect(await checkpoints.passed(await log.head())).toBe(true);
    expect({ readings, reports }).toEqual({ readings: atEnd, reports: [] });
    await pool.end();
  });
});
