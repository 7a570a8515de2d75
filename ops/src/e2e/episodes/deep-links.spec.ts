import { expect, it } from '../kit/test.ts';
import { audio, loaded } from '../audio/audio.fixtures.ts';
import {
  currentRow,
  entityEntries,
  highlightedWords,
  highlights,
  isRowInView,
  pressInPlace,
  readEpisode,
  rows,
  scrolled,
  TEA,
} from './episode.fixtures.ts';
import { appears, followsFeed, sampleSite } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it.describe('a link to an episode', () => {
  it('chooses the entity, marks the text and goes to the moment that it names; choosing begins at the first mention', async () => {
    const page = await site.open('about:blank');
    await it.step('chooses the entity and marks the text that it names, and says when it occurs nowhere', async () => {
      await it.step('chooses the entity of that name, whichever others contain it', async () => {
        const path = '/podcasts/Marginalia/new-york-and-the-new-york-times';
        const { entityMentions } = await readEpisode(site, path);
        const index = entityMentions.findIndex(({ entity }) => entity.name === 'New York');
        await page.goto(`${path}?entity=new%20york`);
        await page.getByRole('link', { name: 'New York', exact: true }).waitFor();
        expect(await entityEntries(page).nth(index).getAttribute('aria-pressed')).toBe('true');
      });

      await it.step('chooses the first entity whose name contains its “entity”', async () => {
        const { entityMentions } = await readEpisode(site);
        const mention = entityMentions[0];
        const part = mention?.entity.name.slice(1, -1).toUpperCase() ?? '';
        await page.goto(`${TEA}?entity=${encodeURIComponent(part)}`);
        await page
          .getByRole('status')
          .filter({ hasText: `1 of ${mention?.count} mentions` })
          .waitFor();
        expect(await entityEntries(page).first().getAttribute('aria-pressed')).toBe('true');
        await eventually(
          () => isRowInView(page, mention?.marks[0] ?? 0),
          (isInView) => expect(isInView).toBe(true),
        );
      });

      await it.step(
        'marks the text of its “search” when no entity has that name, as whole words, ignoring case',
        async () => {
          await page.goto(`${TEA}?search=WINDOWS`);
          const found = (await readEpisode(site)).transcript.filter(({ text }) => /\bwindows\b/i.test(text)).length;
          expect(found).toBeGreaterThan(1);
          await page
            .getByRole('status')
            .filter({ hasText: `1 of ${found} mentions` })
            .waitFor();
          await eventually(
            async () => [
              ...(await highlightedWords(page, 'earmark-text')),
              ...(await highlightedWords(page, 'earmark-current')),
            ],
            (words) => {
              expect(words.length).toBeGreaterThanOrEqual(found);
              expect(new Set(words.map((word) => word.toLowerCase()))).toEqual(new Set(['windows']));
            },
          );
          expect((await highlights(page)).entities).toBe(0);
        },
      );

      await it.step('says when its text occurs nowhere', async () => {
        await page.goto(`${TEA}?search=${encodeURIComponent('<b>qqzzx</b>')}`);
        await page.getByRole('status').filter({ hasText: 'no mentions' }).waitFor();
        expect(await appears(page.getByText('<b>qqzzx</b>'))).toBe(true);
      });

      await it.step('with ten thousand characters to look for shows the transcript', async () => {
        await page.goto(`${TEA}?search=${'long '.repeat(2000)}`);
        await rows(page).first().waitFor();
        expect(await appears(page.getByRole('status').filter({ hasText: 'no mentions' }))).toBe(true);
      });
    });

    await it.step('goes to the moment that it names, and reads one that is none without harm', async () => {
      await it.step('goes to the segment at its “t”, in seconds, and in milliseconds above 10000', async () => {
        const { transcript } = await readEpisode(site);
        const index = Math.floor(transcript.length * 0.7);
        const ms = transcript[index]?.startTime ?? 0;
        for (const written of [Math.ceil(ms / 1000), ms]) {
          await page.goto(`${TEA}?t=${written}`);
          await eventually(
            () => isRowInView(page, index),
            (isInView) => expect(isInView).toBe(true),
          );
        }
      });

      await it.step('marks the segment at its “t” where there is no audio, whatever else is chosen', async () => {
        const path = '/podcasts/TheLateCrossing/the-woman-who-counted-lighthouses';
        const { transcript, episode } = await readEpisode(site, path);
        expect(episode.audioUrl).toBeNull();
        const index = Math.floor(transcript.length * 0.7);
        for (const entity of ['', '&entity=cork']) {
          await page.goto(`${path}?t=${Math.ceil((transcript[index]?.startTime ?? 0) / 1000)}${entity}`);
          await eventually(
            () => currentRow(page),
            (current) => expect(current).toBe(index),
          );
          expect(await isRowInView(page, index)).toBe(true);
        }
      });

      await it.step('ignores an invalid moment', async () => {
        for (const t of ['-1', 'abc', '', '99999999999999999999', '1e3', 'NaN'])
          await it.step(t, async () => {
            await page.goto(`${TEA}?t=${t}&entity=&search=`);
            await rows(page).first().waitFor();
            expect(await appears(page.getByRole('button', { name: 'Play', exact: true }))).toBe(true);
          });
      });
    });

    await it.step('does not call the audio back to where a link began, and begins at its first mention', async () => {
      await it.step('does not call the audio back to where a link began', async () => {
        await page.goto(`${TEA}?t=30`);
        await loaded(page);
        await page.keyboard.press('Shift+ArrowRight');
        const before = await currentRow(page);
        await pressInPlace(entityEntries(page).first());
        await page.getByRole('button', { name: 'Clear highlight' }).waitFor();
        await page.waitForURL(/entity=/);
        expect(await currentRow(page)).toBe(before);
      });

      await it.step('starts at its first mention, even if a link started later', async () => {
        const { transcript, entityMentions } = await readEpisode(site);
        const mention = entityMentions[0];
        const end = Math.ceil((transcript.at(-1)?.startTime ?? 0) / 1000);
        await page.goto(`${TEA}?t=${end}&find=boat`);
        await loaded(page);
        await eventually(
          () => audio(page),
          ({ seconds }) => expect(Math.round(seconds)).toBe(end),
        );
        await pressInPlace(entityEntries(page).first());
        await page
          .getByRole('status')
          .filter({ hasText: `1 of ${mention?.count} mentions` })
          .waitFor();
        await eventually(
          () => isRowInView(page, mention?.marks[0] ?? 0),
          (isInView) => expect(isInView).toBe(true),
        );
        expect(new URL(page.url()).search).toBe(`?find=boat&entity=${encodeURIComponent(mention?.entity.name ?? '')}`);
        expect(Math.round((await audio(page)).seconds)).toBe(end);
        const before = await scrolled(page);
        await pressInPlace(page.getByRole('button', { name: 'Clear highlight' }));
        await page.waitForURL(`${TEA}?find=boat`);
        expect(await scrolled(page)).toBe(before);
      });
    });
  });
});

it.describe('what is chosen on the page', () => {
  it('is in the address, so that a reload and Back find it; choosing reads nothing anew', async () => {
    const page = await site.open('/help');
    await page.goto(TEA);
    await rows(page).first().waitFor();
    // The last request that the page makes unprompted.
    await followsFeed(page);
    const { entityMentions } = await readEpisode(site);
    const name = entityMentions[1]?.entity.name ?? '';
    const read: string[] = [];
    page.on('request', (request) => read.push(request.url()));
    await pressInPlace(entityEntries(page).nth(1));
    await eventually(
      () => new URL(page.url()).searchParams.get('entity'),
      (entity) => expect(entity).toBe(name),
    );
    expect(read.filter((url) => url.includes('/api/'))).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Clear highlight' }).waitFor();
    expect(await entityEntries(page).nth(1).getAttribute('aria-pressed')).toBe('true');
    await pressInPlace(page.getByRole('button', { name: 'Clear highlight' }));
    await pressInPlace(page.getByRole('button', { name: 'Find in transcript' }));
    const field = page.getByRole('searchbox', { name: 'Find in transcript' });
    await field.fill('boat');
    await page.waitForURL(`${TEA}?find=boat`);
    await page.reload();
    await field.waitFor();
    expect(await field.inputValue()).toBe('boat');
    // Another text in the address of the same page, reached by the buttons of the browser.
    await page.evaluate(() => history.pushState(null, '', '?find=sea'));
    await page.goBack();
    await page.goForward();
    await eventually(
      () => field.inputValue(),
      (text) => expect(text).toBe('sea'),
    );
    await page.goBack();
    await eventually(
      () => field.inputValue(),
      (text) => expect(text).toBe('boat'),
    );
    await pressInPlace(page.getByRole('button', { name: 'Close find' }));
    await page.waitForURL(TEA);
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe('/help');
  });
});
