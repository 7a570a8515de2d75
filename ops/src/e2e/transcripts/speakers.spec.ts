import { expect, it } from '../kit/test.ts';
import {
  area,
  findBar,
  isRowInView,
  pressInPlace,
  readEpisode,
  rows,
  scrolled,
  TEA,
} from '../episodes/episode.fixtures.ts';
import { sampleSite } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it('highlights one speaker, chosen by keyboard or by name', async () => {
  const page = await site.open(TEA);
  const { transcript } = await readEpisode(site);
  const turnsShown = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
  const choice = page.getByRole('combobox', { name: 'Speaker' });
  const aside = () =>
    rows(page).evaluateAll((all) => all.flatMap((row, index) => (row.classList.contains('is-aside') ? [index] : [])));
  await it.step('steps the others back, and is gone through and searched alone', async () => {
    const speaker = transcript[1]?.speaker ?? '';
    const theirs = transcript.flatMap((segment, index) => (segment.speaker === speaker ? [index] : []));
    const turns = theirs.filter((index) => transcript[index - 1]?.speaker !== speaker);
    await choice.focus();
    await page.keyboard.type(speaker.slice(0, 4));
    await turnsShown(`1 of ${turns.length} turns`);
    expect(await aside()).toEqual(transcript.flatMap((_, index) => (theirs.includes(index) ? [] : [index])));
    await area(page).evaluate((element) => element.focus({ preventScroll: true }));
    await page.keyboard.press(']');
    await turnsShown(`2 of ${turns.length} turns`);
    await page.keyboard.press('/');
    await page.getByPlaceholder(`Find in what ${speaker} says`).fill('the');
    const said = theirs.flatMap((index) => [...(transcript[index]?.text ?? '').matchAll(/the/gi)]).length;
    await findBar(page)
      .getByText(new RegExp(`^\\d+ of ${said}$`))
      .waitFor();
    await findBar(page).getByRole('searchbox').press('Escape');
    await pressInPlace(page.getByRole('button', { name: 'Clear highlight' }));
    await eventually(aside, (left) => expect(left).toEqual([]));
    expect(await choice.inputValue()).toBe('');
  });

  await it.step('has initials next to the name where the speaker changes, and a click on it chooses them', async () => {
    const [first] = transcript;
    const initials = rows(page).first().locator('[data-initials]');
    expect(await initials.getAttribute('data-initials')).toBe(
      (first?.speaker ?? '')
        .split(' ')
        .map((word) => word[0])
        .join(''),
    );
    await expect(page.locator('[data-initials]')).toHaveCount(
      transcript.filter(({ speaker }, index) => transcript[index - 1]?.speaker !== speaker).length,
    );
    await rows(page).first().getByRole('button', { name: first?.speaker, exact: true }).click();
    await turnsShown(/^1 of \d+ turns$/);
  });
});

it('stays where the name of a speaker is clicked, and goes from there to the next turn of one in the list', async () => {
  const page = await site.open(TEA, { reducedMotion: 'reduce' });
  const { transcript } = await readEpisode(site);
  const isTurn = (index: number) => transcript[index - 1]?.speaker !== transcript[index]?.speaker;
  const turnsOf = (speaker: string) =>
    transcript.flatMap((segment, index) => (segment.speaker === speaker && isTurn(index) ? [index] : []));
  const clicked = transcript.findIndex((_, index) => index > transcript.length / 2 && isTurn(index));
  const speaker = transcript[clicked]?.speaker ?? '';
  const turns = turnsOf(speaker);
  const row = rows(page).nth(clicked);
  await row.evaluate(async (element) => {
    // Not all rows have been laid out the first time.
    for (let frame = 0; frame < 10; frame += 1) {
      element.scrollIntoView({ block: 'end' });
      await new Promise(requestAnimationFrame);
    }
  });
  const before = await scrolled(page);
  await pressInPlace(row.getByTitle('Show what this speaker says'));
  await page
    .getByRole('status')
    .filter({ hasText: `${turns.indexOf(clicked) + 1} of ${turns.length} turns` })
    .waitFor();
  await expect(row).toHaveClass(/is-match/);
  expect(await scrolled(page)).toBe(before);

  const top = await rows(page).evaluateAll((all) => {
    const { bottom = 0 } = document.querySelector('.reading-bar')?.getBoundingClientRect() ?? {};

    return all.findIndex((one) => one.getBoundingClientRect().bottom > bottom);
  });
  const other = transcript.find((segment, index) => index > clicked && segment.speaker !== speaker)?.speaker ?? '';
  const theirs = turnsOf(other);
  const next = theirs.findIndex((index) => index >= top);
  expect(next).toBeGreaterThan(0);
  await page
    .getByRole('combobox', { name: 'Speaker' })
    .selectOption(`${other} (${theirs.length} ${theirs.length === 1 ? 'turn' : 'turns'})`);
  await page
    .getByRole('status')
    .filter({ hasText: `${next + 1} of ${theirs.length} turns` })
    .waitFor();
  await eventually(
    () => isRowInView(page, theirs[next] ?? 0),
    (isInView) => expect(isInView).toBe(true),
  );
});

it('lets a finger choose a speaker on a phone, and another one at the name of the first', async () => {
  const page = await site.open(TEA, { width: 390, height: 844, hasTouch: true });
  const { transcript } = await readEpisode(site);
  const [first = '', second = ''] = new Set(transcript.map(({ speaker }) => speaker));
  const choice = page.getByRole('combobox', { name: 'Speaker' });
  for (const name of [first, second]) {
    const { width = 0, height = 0 } = (await choice.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await choice.selectOption({ index: name === first ? 1 : 2 });
    await page.locator('.reading-bar').getByText(name, { exact: true }).waitFor();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
