import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EpisodePage, PodcastPage } from '@earmark/contracts/episodes';
import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { entityEntries, highlightedWords, isRowInView, pressInPlace, rows } from '../episodes/episode.fixtures.ts';
import { serveFeed } from '../kit/publisher.fixtures.ts';
import { siteWith } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const data = join(import.meta.dirname, '../../../../../shared/data');

const FILES = [
  { file: 'podnews-weekly-review/podnews_weekly_review_2024-01-19.vtt', name: 'Podnews', word: 'podcast' },
  { file: 'podcasting-2.0/podcasting_20_episode_124.srt', name: 'Spotify', word: 'podcast' },
  { file: 'talk-python-to-me/494-update-on-flet-python-flutter-uis.vtt', name: 'Flutter', word: 'python' },
] as const;

it.describe('a published feed and published transcripts', () => {
  it.skip(!existsSync(join(data, 'MANIFEST.json')), 'The published files are not part of the repository.');

  const site = siteWith('empty');
  const paths = new Map<string, string>();
  let podcastPath = '';

  it.beforeAll(async () => {
    const publisher = await serveFeed(readFileSync(join(data, 'feeds/changelog/ship-it.xml')));
    try {
      const admin = await site.product().signIn();
      const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
      const entityTypeId = types.find(({ name }) => name === 'company')?.id;
      for (const { name } of FILES)
        await admin.post('/api/admin/entity-patterns', { name, entityTypeId, caseSensitive: false, wholeWord: true });
      const series = await publisher.addSeries(admin, 'feed');
      const uuids = await publisher.addEpisodes(admin, series, FILES.length);
      for (const [index, { file }] of FILES.entries())
        await admin.post(
          `/api/admin/episodes/${uuids[index]}/transcript-file`,
          readFileSync(join(data, 'transcripts', file)),
        );
      const { podcast, episodes } = await site.product().read(`/api/podcasts/${series}`, PodcastPage);
      podcastPath = `/podcasts/${podcast.slug}`;
      FILES.forEach(({ file }, index) => {
        const episode = episodes.find(({ uuid }) => uuid === uuids[index]);
        paths.set(file, `${podcastPath}/${episode?.slug}`);
      });
    } finally {
      publisher.stop();
    }
  });

  it('make the page of a podcast, whose cards count what the episodes’ pages count', async () => {
    const page = await site.open(podcastPath);
    await page.getByRole('heading', { level: 1, name: 'Ship It! Cloud, SRE, Platform Engineering' }).waitFor();
    await expect(page.getByRole('main')).toContainText('A podcast about everything that happens after');
    await expect(page.getByRole('list', { name: 'Episodes', exact: true }).getByRole('listitem')).toHaveCount(
      FILES.length,
    );
    for (const { file, name } of FILES) {
      await page.getByRole('searchbox', { name: 'Search episodes and entities...' }).fill(name);
      const { entityMentions } = await site.product().read(`/api${paths.get(file)}`, EpisodePage);
      const count = entityMentions.find(({ entity }) => entity.name === name)?.count;
      await page.locator(`a[href="${paths.get(file)}?search=${name}"]`, { hasText: `${count} matches` }).waitFor();
    }
    expect(await page.getByRole('heading', { name: 'The search failed' }).count()).toBe(0);
  });

  for (const { file, name, word } of FILES)
    it(`are read whole, with their mentions marked: ${file}`, async () => {
      const cues = cuesOf(file);
      expect(cues.length).toBeGreaterThan(100);
      const page = await site.open(`${paths.get(file)}?entity=${name}`);
      await page
        .getByRole('heading', { name: `Complete Transcript (${cues.length.toLocaleString('en-GB')} segments)` })
        .waitFor();
      await expect(rows(page)).toHaveCount(cues.length);

      const naming = cues.flatMap(({ text }, index) => (wordIn(name).test(text) ? [index] : []));
      expect(naming.length).toBeGreaterThan(1);
      await page
        .getByRole('status')
        .filter({ hasText: `1 of ${naming.length} mentions` })
        .waitFor();
      expect(await entityEntries(page).filter({ hasText: name }).getAttribute('aria-pressed')).toBe('true');
      await eventually(
        async () => [
          ...(await highlightedWords(page, 'earmark-entity')),
          ...(await highlightedWords(page, 'earmark-current')),
        ],
        (painted) => {
          expect(painted.length).toBe(cues.flatMap(({ text }) => [...text.matchAll(wordIn(name, 'g'))]).length);
          expect(new Set(painted.map((words) => words.toLowerCase()))).toEqual(new Set([name.toLowerCase()]));
        },
      );
      await inBox(page, naming[0] ?? 0);

      await pressInPlace(page.getByRole('button', { name: 'Find in transcript' }));
      const bar = page.getByRole('search', { name: 'Find in transcript' });
      await bar.getByRole('searchbox').fill(word);
      const places = cues.flatMap(({ text }) => [...text.matchAll(new RegExp(word, 'gi'))]).length;
      await bar.getByText(new RegExp(`^\\d+ of ${places}$`)).waitFor();

      const index = Math.floor(cues.length * 0.8);
      await page.goto(`${paths.get(file)}?t=${cues[index]?.startMs}`);
      await rows(page).first().waitFor();
      await inBox(page, index);
    });
});

interface Cue {
  readonly startMs: number;
  readonly text: string;
}

/** The cues of a caption file, read as simply as can be: a line of times, then lines of text up to a blank one. */
function cuesOf(file: string): Cue[] {
  const blocks = readFileSync(join(data, 'transcripts', file), 'utf8')
    .replaceAll('\r', '')
    .split(/\n\n+/);

  return blocks.flatMap((block) => {
    const lines = block.split('\n');
    const times = lines.findIndex((line) => line.includes('-->'));
    if (times === -1) return [];
    const [, hours = '0', minutes = '0', seconds = '0'] =
      /^(?:(\d+):)??(?:(\d+):)?(\d+[.,]\d+) -->/.exec(lines[times] ?? '') ?? [];
    const text = lines
      .slice(times + 1)
      .join(' ')
      .replaceAll(/<[^>]*>/g, '');

    return [
      {
        startMs: Math.round((Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds.replace(',', '.')) * 1000),
        text,
      },
    ];
  });
}

const wordIn = (name: string, flags = ''): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])${name}(?![\\p{L}\\p{M}\\p{N}_])`, `iu${flags}`);

const inBox = (page: Page, index: number): Promise<void> =>
  eventually(
    () => isRowInView(page, index),
    (isInView) => expect(isInView).toBe(true),
  );
