import { PodcastPage } from '@earmark/contracts/episodes';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { textsOf, sampleSite } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

// What it shows while it loads and when that fails: page-states.spec.tsx.
const site = sampleSite();
const SLUG = 'SemicolonWeather';
const PATH = `/podcasts/${SLUG}`;
const EMPTY = "We couldn't find any episodes for this podcast. Please sync episodes first.";

it.describe('the page of a podcast', () => {
  it('shows the podcast and its episodes, narrows them while one types, and shows what a link to it says', async () => {
    const page = await site.open('about:blank');
    await it.step(
      'shows the podcast and its episodes, each a link to its page, and narrows them while up to two characters are typed',
      async () => {
        await page.goto(PATH);
        await it.step('its name, host, number of episodes, categories and description', async () => {
          const { podcast } = await readPodcast();
          await page.getByRole('heading', { level: 1, name: podcast.name }).waitFor();
          for (const part of [`${podcast.host}`, `${podcast.totalEpisodes} episodes`, `${podcast.description}`])
            await expect(page.getByRole('main')).toContainText(part);
          expect(await textsOf(page.getByRole('list', { name: 'Categories' }).getByRole('listitem'))).toEqual(
            podcast.categories.map((category) =>
              category.replace('PODCASTSERIES_', '').toLowerCase().replaceAll('_', ' '),
            ),
          );
          expect(await page.title()).toContain(podcast.name);
        });
        await it.step('its episodes with date and length', async () => {
          const rows = episodesOf(page);
          await rows.first().waitFor();
          const { podcast, episodes } = await readPodcast();
          const texts = await textsOf(rows);
          expect(texts.length).toBe(podcast.totalEpisodes);
          episodes.forEach(({ title, duration, mentionsCount }, index) => {
            const minutes = Math.floor((duration ?? 0) / 60);
            for (const part of [title, '202', `${minutes}m`, `${mentionsCount} mention`])
              expect(texts[index]).toContain(part);
          });
          const [episode] = episodes;
          await rows.first().getByRole('link', { name: episode?.title }).click();
          await page.getByRole('heading', { level: 1, name: episode?.title }).waitFor();
          expect(new URL(page.url()).pathname).toBe(`${PATH}/${episode?.slug}`);
          await page.goBack();
        });
        await it.step('fewer while up to two characters are typed, and all again', async () => {
          await episodesOf(page).first().waitFor();
          const all = await textsOf(episodesOf(page).getByRole('heading'));
          await searchBox(page).fill('c+');
          await eventually(
            () => textsOf(episodesOf(page).getByRole('heading')),
            (titles) => expect(titles).toEqual(['C++: the language that would not retire']),
          );
          await page.getByRole('button', { name: 'Clear search' }).click();
          expect(await searchBox(page).inputValue()).toBe('');
          await eventually(
            () => textsOf(episodesOf(page).getByRole('heading')),
            (titles) => expect(titles).toEqual(all),
          );
        });
        await it.step('says that nothing matches, and what was searched', async () => {
          await episodesOf(page).first().waitFor();
          await searchBox(page).fill('qqzzx');
          await page.getByRole('heading', { name: 'No episodes found' }).waitFor();
          await page.getByText('qqzzx').waitFor();
          expect(await episodesOf(page).count()).toBe(0);
        });
      },
    );

    await it.step('shows what a link to it says, not what was typed before', async () => {
      await page.goto(PATH);
      await episodesOf(page).first().waitFor();
      const { podcast, episodes } = await readPodcast();
      const own = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: podcast.name });
      const q = () => new URL(page.url()).searchParams.get('q');
      const showsAll = async () => {
        await eventually(
          () => searchBox(page).inputValue(),
          (text) => expect(text).toBe(''),
        );
        await eventually(
          () => episodesOf(page).count(),
          (count) => expect(count).toBe(episodes.length),
        );
      };
      await searchBox(page).fill('new york');
      await matchBadges(page).first().waitFor();
      await eventually(q, (text) => expect(text).toBe('new york'));
      await own.click();
      await showsAll();
      // Before the address is written, too: within one task, so that it cannot be.
      await searchBox(page).focus();
      await own.evaluate(async (link: HTMLElement) => {
        document.execCommand('insertText', false, 'people');
        await new Promise((resolve) => setTimeout(resolve));
        link.click();
      });
      await showsAll();
      expect(q()).toBeNull();
      await page.goBack();
      await eventually(
        () => searchBox(page).inputValue(),
        (text) => expect(text).toBe('new york'),
      );
      await page.getByRole('button', { name: 'Clear search' }).click();
      await eventually(q, (text) => expect(text).toBeNull());
    });

    await it.step('says when no podcast has its address', async () => {
      for (const [what, slug] of [
        ['a word', 'nobody'],
        ['Chinese', '%E4%BD%A0%E5%A5%BD'],
        ['from right to left', '%D7%A9%D7%9C%D7%95%D7%9D%E2%80%AE'],
        ['HTML', '%3Cb%3E%27x%3C%2Fb%3E'],
        ['a zero byte', '%00'],
        ['a path', '..%2F..'],
        ['long', 'a'.repeat(3000)],
      ] as const)
        await it.step(what, async () => {
          await page.goto(`/podcasts/${slug}`);
          await page.getByRole('heading', { name: 'No episodes found' }).waitFor();
          const alert = await page.getByRole('alert').innerText();
          expect(alert).toContain(EMPTY);
          expect(alert).toMatch(/40[04]: /);
        });
    });
  });

  it('asks the server from three characters on, and says how often a text is found', async () => {
    const page = await site.open('about:blank');
    await it.step(
      'asks the server from three characters on, keeps the search in the address and loses nothing that is typed meanwhile',
      async () => {
        const asked: (string | null)[] = [];
        page.on('request', (request) => {
          const url = new URL(request.url());
          if (url.pathname.endsWith(`/podcasts/${SLUG}/search`)) asked.push(url.search);
        });
        await page.goto(PATH);
        await episodesOf(page).first().waitFor();
        await searchBox(page).fill('ne');
        await eventually(
          () => new URL(page.url()).searchParams.get('q'),
          (q) => expect(q).toBe('ne'),
        );
        expect(asked).toEqual([]);
        await searchBox(page).fill('new york');
        await matchBadges(page).first().waitFor();
        await eventually(
          () => new URL(page.url()).searchParams.get('q'),
          (q) => expect(q).toBe('new york'),
        );
        expect(asked.length).toBe(1);
        await page.reload();
        await matchBadges(page).first().waitFor();
        expect(await searchBox(page).inputValue()).toBe('new york');
        await it.step('typed while the address is updated', async () => {
          await page.goto(PATH);
          await episodesOf(page).first().waitFor();
          await searchBox(page).focus();
          for (const part of ['ne', 'w ', 'yo', 'rk']) {
            const typed = (await searchBox(page).inputValue()) + part;
            await page.keyboard.type(part);
            await page.waitForURL((url) => url.searchParams.get('q') === typed.trim());
            expect(await searchBox(page).inputValue()).toBe(typed);
          }
        });
      },
    );

    await it.step('says how often a text is found, as the transcript that the number leads to does', async () => {
      for (const [what, text] of [
        ['an entity', 'new york'],
        ['a text that is no entity', 'people'],
      ] as const)
        await it.step(what, async () => {
          // Afresh: the results of the text before stay until the new ones have come.
          await page.goto(PATH);
          await searchBox(page).fill(text);
          await matchBadges(page).first().waitFor();
          const shown = await textsOf(matchBadges(page));
          expect(shown.every((badge) => /^\d+ match(es)?$/.test(badge))).toBe(true);
          for (const [index, badge] of shown.entries()) {
            await matchBadges(page).nth(index).click();
            const count = Number.parseInt(badge, 10);
            await page
              .getByRole('status')
              .filter({ hasText: `1 of ${count} mentions` })
              .waitFor();
            expect(new URL(page.url()).searchParams.get('search')).toBe(text);
            await page.goBack();
            await matchBadges(page).nth(index).waitFor();
          }
        });
    });
  });
});

const readPodcast = () => site.product().read(`/api/podcasts/${SLUG}`, PodcastPage);

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search episodes and entities...' });

/** The links that say in how many places an episode matches. */
const matchBadges = (page: Page) => episodesOf(page).getByRole('link', { name: /match/ });

const episodesOf = (page: Page) => page.getByRole('list', { name: 'Episodes', exact: true }).getByRole('listitem');
