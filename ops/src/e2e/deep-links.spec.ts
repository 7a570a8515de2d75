import { describe, expect, it } from '@jest/globals';
import {
  entityEntries,
  highlightedWords,
  highlights,
  isRowInBox,
  readEpisode,
  rows,
  TEA,
  tops,
} from './episode.fixtures.ts';
import { appears, siteWith } from './site.fixtures.ts';
import { eventually } from './until.ts';

const site = siteWith('sample');

describe('a link to an episode', () => {
  it('chooses the first entity whose name contains its “entity”', async () => {
    const { entityMentions } = await readEpisode(site);
    const mention = entityMentions[0];
    const part = mention?.entity.name.slice(1, -1).toUpperCase() ?? '';
    const page = await site.open(`${TEA}?entity=${encodeURIComponent(part)}`);
    await page
      .getByRole('status')
      .filter({ hasText: `1 of ${mention?.count} mentions` })
      .waitFor();
    expect(await entityEntries(page).first().getAttribute('aria-pressed')).toBe('true');
    await eventually(
      () => isRowInBox(page, mention?.marks[0] ?? 0),
      (isInBox) => expect(isInBox).toBe(true),
    );
    expect((await tops(page)).page).toBe(0);
  });

  it('marks the text of its “search” where no entity bears it, in whole words and any case', async () => {
    const page = await site.open(`${TEA}?search=WINDOWS`);
    const found = (await readEpisode(site)).transcript.filter(({ text }) => /\bwindows\b/i.test(text)).length;
    expect(found).toBeGreaterThan(1);
    await page
      .getByRole('status')
      .filter({ hasText: `1 of ${found} mentions` })
      .waitFor();
    expect((await highlights(page)).entities).toBe(0);
    const words = [
      ...(await highlightedWords(page, 'earmark-text')),
      ...(await highlightedWords(page, 'earmark-current')),
    ];
    expect(words.length).toBeGreaterThanOrEqual(found);
    expect(new Set(words.map((word) => word.toLowerCase()))).toEqual(new Set(['windows']));
  });

  it('says when its text occurs nowhere', async () => {
    const page = await site.open(`${TEA}?search=${encodeURIComponent('<b>qqzzx</b>')}`);
    await page.getByRole('status').filter({ hasText: 'no mentions' }).waitFor();
    expect(await appears(page.getByText('<b>qqzzx</b>'))).toBe(true);
  });

  it.each([
    ['seconds', (ms: number) => String(Math.ceil(ms / 1000))],
    ['milliseconds above 10000', (ms: number) => String(ms)],
  ])('goes to the segment at its “t” in %s', async (_, written) => {
    const { transcript } = await readEpisode(site);
    const index = Math.floor(transcript.length * 0.7);
    const page = await site.open(`${TEA}?t=${written(transcript[index]?.startTime ?? 0)}`);
    await eventually(
      () => isRowInBox(page, index),
      (isInBox) => expect(isInBox).toBe(true),
    );
    expect((await tops(page)).page).toBe(0);
  });

  it.each(['-1', 'abc', '', '99999999999999999999', '1e3', 'NaN'])('reads the moment %p without harm', async (t) => {
    const page = await site.open(`${TEA}?t=${t}&entity=&search=`);
    await rows(page).first().waitFor();
    expect(await appears(page.getByRole('button', { name: 'Play', exact: true }))).toBe(true);
  });

  it('with ten thousand characters to look for shows the transcript', async () => {
    const page = await site.open(`${TEA}?search=${'long '.repeat(2000)}`);
    await rows(page).first().waitFor();
    expect(await appears(page.getByRole('status').filter({ hasText: 'no mentions' }))).toBe(true);
  });
});
