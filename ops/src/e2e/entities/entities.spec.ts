import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import {
  entityEntries,
  highlights,
  isRowInView,
  pressInPlace,
  readEpisode,
  scrolled,
  TEA,
} from '../episodes/episode.fixtures.ts';
import { sampleSite, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it('lists the entities as the server counts them, finds one by a part of its name, and marks and unmarks each', async () => {
  const page = await site.open(TEA);
  const { entityMentions } = await readEpisode(site);
  await it.step('are listed with their mentions as the server counts them', async () => {
    await page.getByRole('complementary', { name: `Entities Mentioned (${entityMentions.length})` }).waitFor();
    expect(await textsOf(entityEntries(page))).toEqual(
      entityMentions.map(
        ({ entity, count }) =>
          `${entity.name} ${entity.type.replaceAll('_', ' ')} ${count} ${count === 1 ? 'mention' : 'mentions'}`,
      ),
    );
  });

  await it.step('are found by a part of the name, and say when none is', async () => {
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
    await search.fill('');
    await eventually(
      () => entityEntries(page).count(),
      (count) => expect(count).toBe(entityMentions.length),
    );
  });

  await it.step('mark their mentions when chosen, as many as the list says, and show the first', async () => {
    for (const [index, { entity, count, marks }] of entityMentions.entries()) {
      const entry = entityEntries(page).nth(index);
      await pressInPlace(entry);
      expect(await entry.getAttribute('aria-pressed')).toBe('true');
      await at(page, 1, count);
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
      await isShown(page, marks[0] ?? 0);
    }
  });

  await it.step('offer no next mention when there is only one', async () => {
    await entityEntries(page)
      .nth(entityMentions.findIndex(({ count }) => count === 1))
      .click();
    await at(page, 1, 1);
    expect(await page.getByRole('button', { name: 'Next mention' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Previous mention' }).count()).toBe(0);
  });

  await it.step('are no longer marked after a second click or “Clear highlight”', async () => {
    const entry = entityEntries(page).first();
    const unmarked = async () => {
      await eventually(
        () => highlights(page),
        (sizes) => expect(sizes).toEqual({ entities: 0, texts: 0, current: 0 }),
      );
      expect(await entry.getAttribute('aria-pressed')).toBe('false');
    };
    await pressInPlace(entry);
    await page.getByRole('button', { name: 'Next mention' }).waitFor();
    await pressInPlace(entry);
    await unmarked();
    await pressInPlace(entry);
    await pressInPlace(page.getByRole('button', { name: 'Clear highlight' }));
    await unmarked();
  });
});

it('steps through the mentions in both directions and around the end', async () => {
  const page = await site.open(TEA);
  const [mention, second] = (await readEpisode(site)).entityMentions;
  const count = mention?.count ?? 0;
  const segments = [...new Set((mention?.marks ?? []).filter((_, index) => index % 3 === 0))];
  await it.step('in both directions and around the end', async () => {
    expect(count).toBeGreaterThan(2);
    await pressInPlace(entityEntries(page).first());
    await at(page, 1, count);
    await pressInPlace(page.getByRole('button', { name: 'Previous mention' }));
    await at(page, count, count);
    await isShown(page, segments.at(-1) ?? 0);
    expect(await scrolled(page)).toBeGreaterThan(0);
    for (const [index, segment] of segments.entries()) {
      await pressInPlace(page.getByRole('button', { name: 'Next mention' }));
      await at(page, index + 1, count);
      await isShown(page, segment);
    }
  });

  await it.step('starts at the first again after another one was chosen', async () => {
    await pressInPlace(page.getByRole('button', { name: 'Previous mention' }));
    await at(page, count - 1, count);
    await pressInPlace(entityEntries(page).nth(1));
    await at(page, 1, second?.count ?? 0);
    await pressInPlace(entityEntries(page).first());
    await at(page, 1, count);
    await isShown(page, segments[0] ?? 0);
  });
});

it('opens the entities over the transcript on a phone; one chosen there closes them and is marked', async () => {
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
  await at(page, 1, entityMentions[0]?.count ?? 0);
  expect((await highlights(page)).current).toBeGreaterThan(0);
});

/** Waits until this mention is the current one. */
const at = (page: Page, k: number, count: number): Promise<void> =>
  page
    .getByRole('status')
    .filter({ hasText: `${k} of ${count} mentions` })
    .waitFor();

const isShown = (page: Page, segment: number): Promise<void> =>
  eventually(
    () => isRowInView(page, segment),
    (isInView) => expect(isInView).toBe(true),
  );
