import type { Db } from '../kit/db.ts';
import type { Library, SearchedEpisodeFacts } from './library.ts';
import { WordPostings } from './word-postings.ts';

/** Half of all that is ever said. */
const COMMON_WORDS = 150;

/** Where the words stand, by word; those of `withPlaces` with the places in each segment. `only`: in one episode. */
export async function readPostings(
  db: Db,
  library: Library,
  words: ReadonlySet<string>,
  withPlaces: ReadonlySet<string>,
  only: SearchedEpisodeFacts | null,
): Promise<Map<string, WordPostings>> {
  const found = new Map<string, WordPostings>();
  const { remembered, lastChunk } = library;
  if (only !== null) {
    const chunks = only.chunks.map(({ chunk }) => chunk);
    const read = await readBytes(db, [...words], true, { chunks });
    for (const [word, bytes] of read) found.set(word, new WordPostings(bytes));

    return found;
  }
  /** Words to read from the same chunk on. */
  const missing = new Map<string, { hasPlaces: boolean; upTo: number; words: string[] }>();
  for (const word of words) {
    const known = remembered.find(word, withPlaces.has(word));
    if (known) found.set(word, new WordPostings(known.bytes));
    if (known && known.upTo >= lastChunk) continue;
    const hasPlaces = known?.hasPlaces ?? withPlaces.has(word);
    const upTo = known?.upTo ?? -1;
    const alike = missing.get(`${hasPlaces} ${upTo}`) ?? { hasPlaces, upTo, words: [] };
    missing.set(`${hasPlaces} ${upTo}`, alike);
    alike.words.push(word);
  }
  for (const { hasPlaces, upTo, words: wanted } of missing.values()) {
    const read = await readBytes(db, wanted, hasPlaces, { after: upTo });
    for (const word of wanted) {
      const added = read.get(word) ?? Buffer.alloc(0);
      const known = found.get(word)?.bytes;
      const bytes = known ? Buffer.concat([known, added]) : added;
      found.set(word, new WordPostings(bytes));
      remembered.set(word, { bytes, hasPlaces, upTo: lastChunk });
    }
  }

  return found;
}

/** Reads the words that are said most: most phrases have one of them. */
export async function rememberCommonWords(db: Db, library: Library, signal: AbortSignal): Promise<void> {
  const { rows } = await db.query<{ word: string }>(
    'select p.word from read.passages_word p group by p.word order by count(*) desc, p.word limit $1',
    [COMMON_WORDS],
  );
  for (const { word } of rows) {
    signal.throwIfAborted();
    await readPostings(db, library, new Set([word]), new Set([word]), null);
  }
}

/** Of each word, for each chunk: its number, the length of its segments, these, the length of their places, and these. */
async function readBytes(
  db: Db,
  words: readonly string[],
  hasPlaces: boolean,
  { chunks, after }: { chunks?: readonly number[]; after?: number },
): Promise<Map<string, Buffer>> {
  const places = hasPlaces ? 'int4send(length(p.places)) || p.places' : 'int4send(0)';
  const { rows } = await db.query<{ word: string; bytes: string }>({
    name: `search: words${hasPlaces ? ' with places' : ''}${chunks ? ' of chunks' : ''}`,
    // In base 64 they are shorter than as bytes, of which Postgres writes two letters each.
    text: `select p.word, encode(string_agg(
        int4send(p.chunk) || int4send(length(p.segments)) || p.segments || ${places}, ''::bytea order by p.chunk
      ), 'base64') as bytes
      from read.passages_word p
      where p.word = any($1) and ${chunks ? 'p.chunk = any($2)' : 'p.chunk > $2'} group by p.word`,
    values: [words, chunks ?? after],
  });

  return new Map(rows.map(({ word, bytes }) => [word, Buffer.from(bytes, 'base64')]));
}
