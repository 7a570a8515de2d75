import { expect, it } from '@jest/globals';
import type { PatternRow } from '../mentions/pinned-vocabulary.ts';
import { candidatePages } from './preview-candidates.ts';

const EPISODES = 150;
const A_PAGE = 5000;

/** A library without words and texts that records its queries: the number of episodes, or `more` for a page of a cursor. */
class Library {
  readonly asked: (number | 'more')[] = [];

  constructor(private pagesOfIndex: number) {}

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.answer(text, values) as Row[];
  }

  private answer(text: string, values: unknown[]): object[] {
    if (text.startsWith('fetch')) {
      this.asked.push('more');
      this.pagesOfIndex -= 1;
      return Array.from({ length: this.pagesOfIndex > 0 ? A_PAGE : 1 }, () => ({}));
    }
    if (text.includes('as words')) return (values[0] as string[]).map(() => ({ words: [] }));
    if (text.includes('as uuid')) return Array.from({ length: EPISODES }, (_, index) => ({ uuid: `episode ${index}` }));
    if (text.startsWith('select')) this.asked.push((values[0] as string[]).length);
    return [];
  }
}

const pattern = (name: string, wholeWord: boolean): PatternRow => ({
  entity_id: 'entity',
  name,
  case_sensitive: false,
  near: [],
  not_near: [],
  distance: 30,
  whole_word: wholeWord,
  from_revision: 0,
  to_revision: null,
});

it.each([
  ['a word', pattern('kubernetes', true)],
  ['a part of a word', pattern('kube', false)],
])('queries the index once for %s that few texts have', async (_, asked) => {
  const library = new Library(1);
  for await (const _page of candidatePages(library, [asked], new AbortController().signal));
  expect(library.asked).toEqual(['more']);
});

it('reads on where many texts have it, and stops when aborted', async () => {
  const library = new Library(3);
  for await (const _ of candidatePages(library, [pattern('the', true)], new AbortController().signal));
  expect(library.asked).toEqual(['more', 'more', 'more']);
  expect(await askedUntilGivenUp([pattern('the', true)])).toEqual(['more']);
});

it('reads every text page by page where the index cannot help, and stops when aborted', async () => {
  const patterns = [pattern('!', false)];
  const library = new Library(1);
  for await (const _ of candidatePages(library, patterns, new AbortController().signal));
  expect(library.asked).toEqual([60, 60, 30]);
  expect(await askedUntilGivenUp(patterns)).toEqual([60]);
});

async function askedUntilGivenUp(patterns: readonly PatternRow[]) {
  const library = new Library(3);
  const cancelling = new AbortController();
  const reading = async () => {
    for await (const _ of candidatePages(library, patterns, cancelling.signal)) cancelling.abort();
  };
  await expect(reading()).rejects.toMatchObject({ name: 'AbortError' });

  return library.asked;
}
