import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { PodcastPage } from '@earmark/contracts/episodes';
import { z } from 'zod';
import { serveFeed } from '../kit/publisher.fixtures.ts';
import { editedSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';

const site = editedSite();

/** Runs wherever it is taken for markup, leaving `ran` behind, or is reported by the content security policy. */
const MARKUP = `"'><img src=x onerror="window.ran=1"><script>window.ran=1</script><svg onload=window.ran=1>`;
const named = (what: string): string => `${what} ${MARKUP}`;
const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

it('shows stored markup as text on every page', async () => {
  const admin = await site.product().signIn();
  const publisher = await serveFeed(
    Buffer.from(`<rss version="2.0"><channel><title>${quoted(named('Markup'))}</title>
      <description>${quoted(named('About'))}</description><language>en</language>
      <item><title>${quoted(named('Night'))}</title><guid>${quoted(named('guid'))}</guid>
      <enclosure url="https://publisher.example/1.mp3" length="1" type="audio/mpeg"/>
      <description>${quoted(named('Notes'))}</description></item></channel></rss>`),
  );
  let series = '';
  try {
    series = await publisher.addSeries(admin, 'markup');
    const uuid = await publisher.addEpisode(admin, series);
    const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
    await admin.post('/api/admin/entity-patterns', {
      name: named('Entity'),
      entityTypeId: types[0]!.id,
      caseSensitive: false,
      wholeWord: false,
    });
    const segments = [{ start: 0, end: 4, speaker: named('Speaker'), text: named('Entity') }];
    await admin.post(`/api/admin/episodes/${uuid}/transcript-file`, Buffer.from(JSON.stringify({ segments })));
  } finally {
    publisher.stop();
  }
  const { podcast, episodes } = await site.product().read(`/api/podcasts/${series}`, PodcastPage);
  const episode = `/podcasts/${podcast.slug}/${episodes[0]!.slug}`;

  const page = await site.openAs('admin', '/');
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => refused.push('a dialog')));
  for (const [path, text] of [
    ['/', 'Markup'],
    [`/podcasts/${podcast.slug}`, 'Night'],
    [episode, 'Entity'],
    ['/search?q=markup', 'Markup'],
    ['/admin/changes', 'Entity'],
  ] as const) {
    await page.goto(path);
    await page
      .getByRole('main')
      .filter({ hasText: named(text) })
      .waitFor();
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  }
  expect(refused).toEqual([]);
});
