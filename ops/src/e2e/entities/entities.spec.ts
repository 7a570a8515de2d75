import { expect, it } from '../kit/test.ts';
import {
  canScroll,
  entityEntries,
  highlights,
  isRowInBox,
  pressInPlace,
  readEpisode,
  TEA,
  tops,
} from '../episodes/episode.fixtures.ts';
import { sampleSite, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it.describe('the entities', () => {
  it('are listed with their mentions as the server counts them', async () => {
    const page = await site.open(TEA);
    const { entityMentions } = await readEpisode(site);
    await page.getByRole('complementary', { name: `Entities Mentioned (${entityMentions.length})` }).waitFor();
    expect(await textsOf(entityEntries(page))).toEqual(
      entityMentions.map(
        ({ entity, count }) =>
          `${entity.name} ${entity.type.replaceAll('_', ' ')} ${count} ${count === 1 ? 'mention' : 'mentions'}`,
      ),
    );
  });

  it('are found by a part of the name, and say when none is', async () => {
    const page = await site.open(TEA);
    const { entityMentions } = await readEpisode(site);
    const name = entityMentions[0]?.entity.name ?? '';
    const search = page.getByRole('searchbox', { name: 'Search entities...' });
    await search.fill(name.slice(1).toUpperCase());
    await eventually(
      () => textsOf(entityEntries(page)),
      (shown) => {
        expect(shown.length).toBeLessThan(entityMentions.length);
        expect(shown[0]).toContain(name);
      },
    );
    await search.fill('qqzzx');
    await page.getByText('No entities found matching "qqzzx"').waitFor();
    expect(await entityEntries(page).count()).toBe(0);
  });

  it('mark their mentions when chosen, as many as the list says, and show the first', async () => {
    const page = await site.open(TEA);
    const { entityMentions } = await readEpisode(site);
    for (const [index, { entity, count, marks }] of entityMentions.entries()) {
      const entry = entityEntries(page).nth(index);
      await pressInPlace(entry);
      expect(await entry.getAttribute('aria-pressed')).toBe('true');
      await page
        .getByRole('status')
        .filter({ hasText: `1 of ${count} mentions` })
        .waitFor();
      await eventually(
        () => highlights(page),
        ({ entities, current }) => {
          expect({ entity: entity.name, ranges: entities + current }).toEqual({
            entity: entity.name,
            ranges: marks.length / 3,
          });
          expect(current).toBeGreaterThan(0);
        },
      );
      await eventually(
        () => isRowInBox(page, marks[0] ?? 0),
        (isInBox) => expect(isInBox).toBe(true),
      );
      expect((await tops(page)).page).toBe(0);
    }
  });

  it('are stepped through in both directions and around the end, while only the transcript scrolls', async () => {
    const page = await site.open(TEA);
    const mention = (await readEpisode(site)).entityMentions[0];
    const count = mention?.count ?? 0;
    const segments = [...new Set((mention?.marks ?? []).filter((_, index) => index % 3 === 0))];
    expect(count).toBeGreaterThan(2);
    await pressInPlace(entityEntries(page).first());
    expect(await canScroll(page)).toBe(true);
    const at = (k: number) => page.getByRole('status').filter({ hasText: `${k} of ${count} mentions` });
    await at(1).waitFor();
    await page.getByRole('button', { name: 'Previous mention' }).click();
    await at(count).waitFor();
    await eventually(
      () => isRowInBox(page, segments.at(-1) ?? 0),
      (isInBox) => expect(isInBox).toBe(true),
    );
    expect((await tops(page)).box).toBeGreaterThan(0);
    for (const [index, segment] of segments.entries()) {
      await page.getByRole('button', { name: 'Next mention' }).click();
      await at(index + 1).waitFor();
      await eventually(
        () => isRowInBox(page, segment),
        (isInBox) => expect(isInBox).toBe(true),
      );
      expect((await tops(page)).page).toBe(0);
    }
  });

  it('start at their first mention again after another one was chosen', async () => {
    const page = await site.open(TEA);
    const [first, second] = (await readEpisode(site)).entityMentions;
    const at = (k: number, count = 0) =>
      page
        .getByRole('status')
        .filter({ hasText: `${k} of ${count} mentions` })
        .waitFor();
    await pressInPlace(entityEntries(page).first());
    await page.getByRole('button', { name: 'Next mention' }).click();
    await at(2, first?.count);
    await pressInPlace(entityEntries(page).nth(1));
    await at(1, second?.count);
    await pressInPlace(entityEntries(page).first());
    await at(1, first?.count);
    await eventually(
      () => isRowInBox(page, first?.marks[0] ?? 0),
      (isInBox) => expect(isInBox).toBe(true),
    );
  });

  it('offer no next mention when there is only one', async () => {
    const page = await site.open(TEA);
    const index = (await readEpisode(site)).entityMentions.findIndex(({ count }) => count === 1);
    await entityEntries(page).nth(index).click();
    await page.getByRole('status').filter({ hasText: '1 of 1 mentions' }).waitFor();
    expect(await page.getByRole('button', { name: 'Next mention' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Previous mention' }).count()).toBe(0);
  });

  it('are no longer marked after a second click or “Clear highlight”', async () => {
    const page = await site.open(TEA);
    const entry = entityEntries(page).first();
    const unmarked = async () => {
      await eventually(
        () => highlights(page),
        (sizes) => expect(sizes).toEqual({ entities: 0, texts: 0, current: 0 }),
      );
      expect(await entry.getAttribute('aria-pressed')).toBe('false');
    };
    await entry.click();
    await page.getByRole('button', { name: 'Next mention' }).waitFor();
    await entry.click();
    await unmarked();
    await entry.click();
    await page.getByRole('button', { name: 'Clear highlight' }).click();
    await unmarked();
  });

  it('open over the transcript on a phone, and one chosen there closes them and is marked', async () => {
    const page = await site.open(TEA, { width: 390, height: 844, hasTouch: true });
    const { entityMentions } = await readEpisode(site);
    const title = `Entities Mentioned (${entityMentions.length})`;
    const opener = page.getByRole('button', { name: title });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: 'Close entities' }).click();
    await dialog.waitFor({ state: 'detached' });
    await opener.click();
    await dialog.getByRole('list', { name: 'Entities' }).locator('button[aria-pressed]').first().click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('status')
      .filter({ hasText: `1 of ${entityMentions[0]?.count} mentions` })
      .waitFor();
    expect((await highlights(page)).current).toBeGreaterThan(0);
  });
});
