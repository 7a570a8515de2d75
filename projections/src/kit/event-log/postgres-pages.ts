import { z } from 'zod';
import type { CorrelatedCount, LogFilter, RecordedEvent } from './event-log.ts';
import { storedMetadata } from './stored-metadata.ts';

export interface PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Resolves with the rows. Throws LogUnavailable. */
export type Query = (query: PreparedQuery) => Promise<unknown>;

export interface ReadPage {
  readonly events: readonly RecordedEvent[];
  /** Everything up to here was read. */
  readonly end: bigint;
}

/** Approximate bytes of JSON on a page, which always holds at least one event. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** Positions read in one step when a filter may skip all of them. */
const FILTER_WINDOW = 10_000n;

const Rows = z.array(
  z.object({
    position: z.string().transform(BigInt),
    stream: z.string(),
    revision: z.number(),
    id: z.string().brand('EventId'),
    type: z.string(),
    data: z.unknown(),
    metadata: z.unknown(),
    bytes: z.number(),
  }),
);

const rowsOf = (answer: unknown) => Rows.parse(answer).map((row) => Object.assign(row, storedMetadata(row.metadata)));
type Row = ReturnType<typeof rowsOf>[number];

const COLUMNS = 'position, stream, revision, id, type, data, metadata, bytes';
/** $3: most rows; $4: rows beyond this many bytes are cut before their data is fetched. */
const pageSql = (where: string, order: string): string => `
  select ${COLUMNS} from (
    select ${COLUMNS}, sum(bytes) over (order by ${order} rows unbounded preceding) - bytes as before
    from log.event where ${where} order by ${order} limit $3
  ) page
  where before < $4 order by ${order}`;

const FORWARDS = pageSql('stream = $1 and revision >= $2', 'revision');
const BACKWARDS = pageSql('stream = $1 and revision <= $2', 'revision desc');
const ALL = pageSql('position > $1 and position <= $2', 'position');
const FILTERED = pageSql(
  `position > $1 and position <= $2
    and ($5::text[] is null or stream like any ($5)) and ($6::text[] is null or type = any ($6))`,
  'position',
);
const ALL_BACKWARDS = pageSql(
  `position < $1 and position >= $2
    and ($5::text[] is null or stream like any ($5)) and ($6::text[] is null or type = any ($6))`,
  'position desc',
);
/** $2 is not used, so that the parameters are those of ALL_BACKWARDS. */
const CORRELATED = pageSql(
  `position < $1 and $2::bigint is not null
    and ($5::text[] is null or stream like any ($5)) and ($6::text[] is null or type = any ($6))
    and metadata ->> 'correlationId' = $7`,
  'position desc',
);

/**
 * $5: whole categories. Compares and orders by category and position together, so that Postgres can only use the index on
 * both: by position alone it would read all other events.
 */
const OF_CATEGORIES = `
  select ${COLUMNS} from (
    select ${COLUMNS}, sum(bytes) over (order by position desc rows unbounded preceding) - bytes as before
    from (
      select found.* from unnest($5::text[]) as wanted(category)
      cross join lateral (
        select ${COLUMNS} from log.event
        where (split_part(stream, '-', 1), position) < (wanted.category, $1)
          and (split_part(stream, '-', 1), position) >= (wanted.category, $2)
          and ($6::text[] is null or type = any ($6))
        order by split_part(stream, '-', 1) desc, position desc limit $3
      ) found
    ) every order by position desc limit $3
  ) page
  where before < $4 order by position desc`;

const BY_ID = `select ${COLUMNS} from log.event where id = $1 order by position desc limit 1`;
/** `+ 0` makes Postgres use only the index on time instead of scanning the log in order. Without a later event: the last one. */
const LAST_BY = `
  select ${COLUMNS} from log.event
  where position < coalesce((select min(e.position + 0) from log.event e where e.at > $1), 9223372036854775807)
  order by position desc limit 1`;

export async function findById(query: Query, id: string): Promise<RecordedEvent | null> {
  const [row] = rowsOf(await query({ name: 'log-by-id', text: BY_ID, values: [id] }));

  return row ? recorded(row) : null;
}

const Counts = z.array(
  z.object({
    correlationId: z.string(),
    stream: z.string(),
    type: z.string(),
    count: z.number(),
    first: z.string().transform(BigInt),
    last: z.string().transform(BigInt),
  }),
);
const COUNT_CORRELATED = `
  select metadata ->> 'correlationId' as "correlationId", stream, type, count(*)::int as count,
    min(position)::text as first, max(position)::text as last
  from log.event where metadata ->> 'correlationId' = any ($1::text[]) and type = any ($2::text[])
  group by 1, 2, 3`;

export async function countCorrelated(
  query: Query,
  correlationIds: readonly string[],
  types: readonly string[],
): Promise<CorrelatedCount[]> {
  return Counts.parse(
    await query({ name: 'log-count-correlated', text: COUNT_CORRELATED, values: [correlationIds, types] }),
  );
}

/** The last event before the first one, in log order, whose `at` is later. */
export async function findLastBy(query: Query, instant: Date): Promise<RecordedEvent | null> {
  const [row] = rowsOf(await query({ name: 'log-last-by', text: LAST_BY, values: [instant.toISOString()] }));

  return row ? recorded(row) : null;
}

/** `next`: the revision to continue from; null at the end of the stream. */
export async function readStreamPage(
  query: Query,
  page: { stream: string; from: number; direction: 'forwards' | 'backwards'; limit: number },
): Promise<{ events: readonly RecordedEvent[]; next: number | null }> {
  const { stream, from, direction, limit } = page;
  const forwards = direction === 'forwards';
  const rows = rowsOf(
    await query({
      name: forwards ? 'log-forwards' : 'log-backwards',
      text: forwards ? FORWARDS : BACKWARDS,
      values: [stream, from, limit, PAGE_BYTES],
    }),
  );
  const last = rows.at(-1);
  const more = last !== undefined && (rows.length === limit || isFull(rows));
  if (!more) return { events: rows.map(recorded), next: null };
  const next = last.revision + (forwards ? 1 : -1);

  return { events: rows.map(recorded), next: next < 0 ? null : next };
}

/**
 * Events in (after, upTo] that pass the filter. The page exceeds its limit to complete the last append, by less than
 * 1 MiB.
 */
export async function readAllPage(
  query: Query,
  page: { after: bigint; upTo: bigint; filter: LogFilter; limit: number },
): Promise<ReadPage> {
  const { after, filter, limit } = page;
  const filtered = filter.streamPrefixes !== undefined || filter.types !== undefined;
  const windowEnd = after + FILTER_WINDOW;
  const upTo = filtered && windowEnd < page.upTo ? windowEnd : page.upTo;
  const read = async (from: bigint, to: bigint, most: number, bytes: number) =>
    rowsOf(
      await query({
        name: filtered ? 'log-filtered' : 'log-all',
        text: filtered ? FILTERED : ALL,
        values: [from, to, most, bytes, ...(filtered ? [prefixPatterns(filter), filter.types ?? null] : [])],
      }),
    );

  const rows = await read(after, upTo, limit, PAGE_BYTES);
  const last = rows.at(-1);
  const cut = last !== undefined && (rows.length === limit || isFull(rows));
  const end = cut ? last.position : upTo;
  // The positions of one append are consecutive.
  const appendEnd = last ? last.position + BigInt(last.metadata.append.last - last.metadata.append.index) : end;
  if (appendEnd <= end) return { events: rows.map(recorded), end };

  const rest = await read(end, appendEnd, MAX_ROWS, MAX_BYTES);

  return { events: [...rows, ...rest].map(recorded), end: appendEnd };
}

/**
 * Newest first: the events with this correlation id, those of whole categories, or what there is in a limited part of the
 * log. Everything from `end` on was read.
 */
export async function readAllBackwardsPage(
  query: Query,
  page: { before: bigint; filter: LogFilter; correlationId: string | null; limit: number },
): Promise<ReadPage> {
  const { before, filter, correlationId, limit } = page;
  const categories = correlationId === null ? wholeCategories(filter) : null;
  const isIndexed = correlationId !== null || categories !== null;
  const from = isIndexed ? 0n : before - FILTER_WINDOW;
  const values = [before, from, limit, PAGE_BYTES, categories ?? prefixPatterns(filter), filter.types ?? null];
  const prepared =
    correlationId !== null
      ? { name: 'log-correlated', text: CORRELATED, values: [...values, correlationId] }
      : categories !== null
        ? { name: 'log-categories-backwards', text: OF_CATEGORIES, values }
        : { name: 'log-all-backwards', text: ALL_BACKWARDS, values };
  const rows = rowsOf(await query(prepared));
  const last = rows.at(-1);
  const cut = last !== undefined && (rows.length === limit || isFull(rows));

  return { events: rows.map(recorded), end: cut ? last.position : from };
}

/** The categories that the prefixes stand for, each once; null: some prefix is not just a category with its dash. */
function wholeCategories({ streamPrefixes }: LogFilter): string[] | null {
  const isWhole = streamPrefixes?.every((prefix) => /^[^-]+-$/.test(prefix)) ?? false;

  return isWhole ? [...new Set(streamPrefixes!.map((prefix) => prefix.slice(0, -1)))] : null;
}

const MAX_ROWS = 2 ** 31 - 1;
const MAX_BYTES = 2 ** 31 - 1;

const isFull = (rows: readonly Row[]): boolean => rows.reduce((sum, row) => sum + row.bytes, 0) >= PAGE_BYTES;

const prefixPatterns = ({ streamPrefixes }: LogFilter): string[] | null =>
  streamPrefixes?.map((prefix) => `${prefix.replace(/[\\%_]/g, '\\$&')}%`) ?? null;

const recorded = ({ position, stream, revision, id, type, data, metadata, malformed }: Row): RecordedEvent => ({
  position,
  stream,
  revision,
  id,
  type,
  data,
  metadata,
  ...(malformed === undefined ? {} : { malformed }),
});
