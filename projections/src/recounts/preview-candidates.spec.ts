import { expect, it } from '@jest/globals';
import type { PatternRow } from '../mentions/pinned-vocabulary.ts';
import { candidatePages } from './preview-candidates.ts';

const EPISODES = 150;

/** Holds no texts: remembers of how many episodes each statement wanted them; null: of all. */
class EmptyLibrary {
  readonly asked: (number | null)[] = [];

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    if (text.includes('mentions_segment')) {
      const [episodes] = values;
      this.asked.push(text.includes('s.episode_uuid = any($1)') ? (episodes as string[]).length : null);
      return [];
    }
    const rows = Array.from({ length: EPISODES }, (_, index) => ({ uuid: `episode ${index}` }));
    return rows as unknown as Row[];
  }
}

const pattern = (name: string, wholeWord: boolean): PatternRow => ({
  entity_id: 'entity',
  name,
  case_sensitive: false,
  whole_word: wholeWord,
  from_revision: 0,
  to_revision: null,
});

it('asks the index once', async () => {
  const library = new EmptyLibrary();
  for await (const _ of candidatePages(library, [pattern('kubernetes', true)], new AbortController().signal));
  expect(library.asked).toEqual([null]);
});

it('reads every text page by page where the index cannot say, and no further once it is given up', async () => {
  const patterns = [pattern('kube', false), pattern('pod', true)];
  const library = new EmptyLibrary();
  for await (const _ of candidatePages(library, patterns, new AbortController().signal));
  expect(library.asked).toEqual([60, 60, 30]);

  const givenUp = new EmptyLibrary();
  const cancelling = new AbortController();
  const reading = async () => {
    for await (const _ of candidatePages(givenUp, patterns, cancelling.signal)) cancelling.abort();
  };
  await expect(reading()).rejects.toMatchObject({ name: 'AbortError' });
  expect(givenUp.asked).toEqual([60]);
});
