import { AdvancedSearchAnswer } from '@earmark/contracts/search';
import type { Page } from 'playwright-core';
import { audio } from '../audio/audio.fixtures.ts';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { sampleSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it('finds what was said, plays it in place, narrows it down, and is found again on the way back', async () => {
  const page = await site.open('/advanced-search', { reducedMotion: 'reduce' });
  await it.step('an example fills in the criteria and finds something', async () => {
    await examples(page).first().click();
    await eventually(
      () => new URL(page.url()).search,
      (search) => expect(search).toMatch(/^\?entity=/),
    );
    const { totalResults, summary } = await ask(page);
    expect(totalResults).toBeGreaterThan(0);
    await page
      // Alone: it is also announced, after the number of results.
      .getByText(`${summary.totalMentions} total mention${summary.totalMentions === 1 ? '' : 's'} · 1 unique entity`, {
        exact: true,
      })
      .waitFor();
    expect(await box(page).inputValue()).toContain('entity:');
  });

  await it.step('words are typed, and the first passage is heard, with the keyboard alone', async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).focus();
    await page.keyboard.press('/');
    await page.keyboard.type('tea speaker:łuk');
    await page.getByRole('option', { name: 'Łukasz Zieliński' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(
      () => new URL(page.url()).search,
      (search) => expect(search).toBe('?q=tea&speaker=%C5%81ukasz+Zieli%C5%84ski'),
    );
    await result(page, TEA).waitFor();
    await settled(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(
      () => audio(page),
      ({ paused, seconds }) => {
        expect(paused).toBe(false);
        expect(seconds).toBeGreaterThan(50);
      },
    );
    await page.getByRole('region', { name: 'Now playing' }).getByRole('link', { name: TEA }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/advanced-search');
    await page.keyboard.press('Enter');
    await eventually(
      () => audio(page),
      ({ paused }) => expect(paused).toBe(true),
    );
  });

  await it.step('the context of a passage, and the passages that were left out', async () => {
    await page.goto('/advanced-search?q=tea');
    const tea = result(page, TEA);
    await tea.getByRole('button', { name: 'Context' }).first().click();
    await tea.getByText('Before: ', { exact: true }).waitFor({ state: 'attached' });
    const { results } = await ask(page);
    const total = results.find(({ episode }) => episode.name === TEA)?.passages.total ?? 0;
    expect(total).toBeGreaterThan(3);
    await tea.getByText(`3 of ${total} passages shown`).waitFor();
    await tea.getByRole('button', { name: 'Show more' }).click();
    await tea.getByText(`${total} of ${total} passages shown`).waitFor();
    await expect(tea.getByRole('button', { name: /^Play from / })).toHaveCount(total);
  });

  await it.step('a facet narrows; Back widens again', async () => {
    const podcast = page.getByRole('region', { name: 'Podcast', exact: true }).getByRole('button').first();
    await podcast.click();
    await page.getByRole('region', { name: 'Podcast', exact: true }).locator('[aria-pressed=true]').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('tea');
    expect(new URL(page.url()).searchParams.get('podcast')).not.toBeNull();
    await page.goBack();
    await eventually(
      () => box(page).inputValue(),
      (text) => expect(text).toBe('tea'),
    );
  });

  await it.step('the segments of a speaker lead to their places, and Back to the search', async () => {
    await page.goto('/advanced-search?entity=Guernsey');
    const [first] = (await ask(page)).results;
    const speaker = first?.mentions[0]?.primarySpeaker ?? '';
    const opener = page.getByRole('button', { name: new RegExp(`^${speaker}, \\d+ mentions?, primary`) }).first();
    await opener.click();
    const dialog = page.getByRole('dialog', { name: `${speaker} on Guernsey` });
    await dialog.getByRole('list', { name: 'Segments' }).waitFor();
    await expectNoFaults(page, '[role=dialog]', { isState: true });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.click();
    await dialog.getByRole('link', { name: 'Jump to segment' }).first().click();
    await page.getByRole('heading', { level: 1, name: first?.episode.name ?? '', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('entity')).toBe('Guernsey');
    expect(new URL(page.url()).searchParams.get('t')).toMatch(/^\d+$/);
    await page.goBack();
    await result(page, first?.episode.name ?? '').waitFor();
    expect(await box(page).inputValue()).toBe('entity:Guernsey');
  });
});

it('has no fault that axe can find, found or not', async () => {
  const page = await site.open('/advanced-search?q=tea', { reducedMotion: 'reduce' });
  await expectNoFaults(page, 'main', {
    exclude: ['#results > :nth-child(n + 3)', '[aria-label="Narrow down"] section:nth-child(n + 2)'],
    ready: async () => {
      await page.goto('/advanced-search?q=tea');
      await result(page, TEA).waitFor();
      await settled(page);
    },
  });
  await page.goto('/advanced-search?q=tea&speaker=Haruka&minMentions=9');
  const ways = page.getByRole('list', { name: 'Search more widely' }).getByRole('button');
  await ways.first().waitFor();
  await expectNoFaults(page, 'main', { isState: true });
  await ways.first().click();
  await page.getByRole('article').first().waitFor();
});

const TEA = 'The half past two tea';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search what was said' });

const examples = (page: Page) => page.getByRole('region', { name: 'Example queries' }).getByRole('button');

const result = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

/** No results of an earlier search are on show. */
const settled = (page: Page) => page.locator('[aria-labelledby=found][aria-busy=false]').waitFor();

/** What the server answers to the search in the address. */
const ask = (page: Page) =>
  site.product().read(`/api/search/advanced${new URL(page.url()).search}`, AdvancedSearchAnswer);
