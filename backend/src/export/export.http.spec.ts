import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EpisodePage } from '@earmark/contracts/episodes';
import { parse } from 'csv-parse/sync';
import { runCommand } from '../command-line.ts';
import { readConfig } from '../config.ts';
import { createAppDatabase } from '../testing/app-database.ts';
import { startApp, type RunningApp } from '../testing/running-app.ts';
import { parseTranscript } from '../transcripts/formats/parse-transcript.ts';

let app: RunningApp;
let podcast: string;
let episodes: { podcastSlug: string; slug: string; page: EpisodePage }[];

beforeAll(async () => {
  app = await startApp();
  await app.services.sampleLibrary.load(() => undefined);
  const head = await app.services.log.head();
  while (!(await app.services.checkpoints.passed(head)));
  const cards = (await app.visitor('GET', '/api/dashboard/podcast-series')).body as { slug: string }[];
  podcast = cards[0]!.slug;
  episodes = [];
  for (const { slug: podcastSlug } of cards) {
    const { body } = await app.visitor('GET', `/api/podcasts/${podcastSlug}`);
    for (const { slug } of (body as { episodes: { slug: string }[] }).episodes) {
      const page = (await app.visitor('GET', `/api/podcasts/${podcastSlug}/${slug}`)).body as EpisodePage;
      if (page.transcript.length > 0) episodes.push({ podcastSlug, slug, page });
    }
  }
});
afterAll(async () => app.stop());

const records = (csv: unknown) => parse(String(csv), { columns: true }) as Record<string, string>[];
const shown = ({ page }: (typeof episodes)[number]) =>
  page.transcript.map(({ startTime, endTime, speaker, text }) => ({
    startMs: startTime,
    endMs: endTime,
    speaker: speaker === 'Unknown' ? null : speaker,
    text,
  }));

describe('the mentions', () => {
  it('are one row each, as many as the pages count, stamped with the last event', async () => {
    const { status, headers, body } = await app.visitor('GET', '/api/export/mentions');
    const rows = records(body);
    const sum = episodes.flatMap(({ page }) => page.entityMentions).reduce((all, { count }) => all + count, 0);

    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(rows).toHaveLength(sum);
    let last = null;
    for await (const event of app.services.log.readAll()) last = event;
    expect(new Set(rows.map(({ asOfPosition, asOfEventId }) => `${asOfPosition} ${asOfEventId}`))).toEqual(
      new Set([`${last!.position} ${last!.id}`]),
    );
    expect(headers.get('x-as-of')).toContain(last!.id);
    for (const { text, found } of rows) for (const one of found!.split(' | ')) expect(text).toContain(one);
  });

  it('can be limited to one podcast and one entity, as lines of JSON after a stamp', async () => {
    const page = episodes.find(({ podcastSlug }) => podcastSlug === podcast)!.page;
    const { entity } = page.entityMentions[0]!;
    const answer = await fetch(
      `${app.url}/api/export/mentions?form=jsonl&podcast=${podcast}&entity=${encodeURIComponent(entity.slug)}`,
    );
    const [head, ...rows] = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(head).toMatchObject({
      export: 'mentions',
      podcast,
      entity: entity.slug,
      asOf: { eventId: expect.any(String) },
    });
    const expected = episodes
      .filter(({ podcastSlug }) => podcastSlug === podcast)
      .flatMap((one) => one.page.entityMentions.filter((mention) => mention.entity.id === entity.id))
      .reduce((all, { count }) => all + count, 0);
    expect(rows).toHaveLength(expected);
    for (const { text, marks, found } of rows) expect(text.slice(marks[0], marks[1])).toBe(found[0]);
  });

  it.each([
    ['podcast=nobody', 404, 'series-unknown'],
    ['entity=nobody', 404, 'entity-unknown'],
    ['form=xlsx', 400, 'invalid'],
  ])('are refused for %s', async (query, status, code) => {
    expect(await app.visitor('GET', `/api/export/mentions?${query}`)).toMatchObject({ status, body: { code } });
  });
});

describe('a transcript', () => {
  it.each(['vtt', 'srt', 'json'])('read back from its %s has the same segments', async (form) => {
    for (const episode of episodes) {
      const { status, body } = await app.visitor(
        'GET',
        `/api/podcasts/${episode.podcastSlug}/${episode.slug}/transcript.${form}`,
      );
      expect(status).toBe(200);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      expect(parseTranscript(Buffer.from(text)).segments).toEqual(shown(episode));
    }
  });

  it('is available as text and as CSV, in any case of its name', async () => {
    const episode = episodes[0]!;
    const path = `/api/podcasts/${episode.podcastSlug.toUpperCase()}/${episode.slug}/transcript`;
    expect((await app.visitor('GET', `${path}.txt`)).body).toContain(episode.page.transcript[0]!.text);
    const rows = records((await app.visitor('GET', `${path}.csv`)).body);
    expect(rows.map(({ text }) => text)).toEqual(episode.page.transcript.map(({ text }) => text));
    expect(rows[0]).toMatchObject({ episode: episode.page.episode.title, asOfEventId: expect.stringMatching(/-/) });
  });

  it('as SubRip has its stamp in the file name', async () => {
    const { podcastSlug, slug } = episodes[0]!;
    const { headers } = await app.visitor('GET', `/api/podcasts/${podcastSlug}/${slug}/transcript.srt`);
    const [, position] = / at position (\d+),/.exec(headers.get('x-as-of')!)!;
    expect(headers.get('content-disposition')).toContain(`${slug}-as-of-${position}.srt`);
  });

  it('that does not exist is answered with 404', async () => {
    const { podcastSlug, slug } = episodes[0]!;
    for (const path of [
      `${podcastSlug}/${slug}/transcript.docx`,
      `${podcastSlug}/none/transcript.vtt`,
      'no/e/transcript.vtt',
    ])
      expect(await app.visitor('GET', `/api/podcasts/${path}`)).toMatchObject({ status: 404 });
  });
});

describe('the command line', () => {
  it('writes the same files into a folder, with a manifest, and imports them again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earmark-export-'));
    const other = await createAppDatabase();
    const write = console.log;
    console.log = () => undefined;
    try {
      const at = (url: string, ...words: string[]) => runCommand(words, readConfig({}), async () => url);
      const { databaseUrl } = app.services;
      expect(
        await at(databaseUrl, 'export', 'transcripts', '--form', 'vtt', '--podcast', podcast, '--out', folder),
      ).toBe(0);
      const ofPodcast = episodes.filter(({ podcastSlug }) => podcastSlug === podcast);
      expect((await readdir(join(folder, podcast))).sort()).toEqual(ofPodcast.map(({ slug }) => `${slug}.vtt`).sort());
      expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))).toMatchObject({
        export: 'transcripts',
        form: 'vtt',
        files: ofPodcast.length,
        asOf: { position: (await app.services.log.head()).toString() },
      });
      expect(await at(other.url, 'import', join(folder, podcast))).toBe(0);

      expect(await at(databaseUrl, 'export', 'mentions', '--out', folder)).toBe(0);
      const { body } = await app.visitor('GET', '/api/export/mentions');
      expect(await readFile(join(folder, 'mentions.csv'), 'utf8')).toBe(body);
      await expect(at(databaseUrl, 'export', 'transcripts', '--form', 'srt')).rejects.toThrow(
        /Name a folder with --out/,
      );
      await expect(at(databaseUrl, 'export', 'all')).rejects.toThrow(/^export takes mentions/);
    } finally {
      console.log = write;
      await other.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
