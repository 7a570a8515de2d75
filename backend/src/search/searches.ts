import { setTimeout as sleep } from 'node:timers/promises';
import {
  createKeptEpisodes,
  RecentlyUsed,
  rememberCommonWords,
  SearchLibrary,
  SearchRefused,
  type LibraryAt,
  type SearchMoment,
} from '@earmark/projections/queries';
import { projectors } from '@earmark/projections/runner';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { Checkpoints } from '../kit/checkpoints.ts';
import { REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { messageOf } from '../kit/process/pause.ts';
import { Rejected } from '../kit/rejected.ts';
import { atOneMoment, atTablesState } from '../kit/snapshot.ts';

/** Of a statement, so that no search keeps a connection for longer. */
const LONGEST_STATEMENT_MS = 1000;
const LONGEST_READING_MS = 20_000;
const CANCELLED = z.object({ code: z.literal('57014') });
/** Visitors ask the same: the examples, what the pages link to, the first letters of a word. */
const ANSWERS_KEPT = 200;
/** Between two readings in the background, so that an import is not slowed down. */
const READING_PAUSE_MS = 2000;
/** Without their tables, as this version makes them, there is nothing to read. */
const READS_FROM = projectors.filter(({ name }) => ['catalogue', 'mentions', 'passages', 'vocabulary'].includes(name));

/** Runs searches: each at one moment of the tables, none for long. */
@Injectable()
export class Searches implements OnModuleDestroy {
  /** Whether the library was read since the server started: until then, the first search waits for it. */
  isReady = false;
  private readonly library = new SearchLibrary();
  private answers = { state: '', byQuestion: new RecentlyUsed<object>(ANSWERS_KEPT) };
  private readonly stopping = new AbortController();
  private keeping: Promise<void> | null = null;
  private forget: (() => void) | null = null;
  private hasChanged = true;
  private hasTriedCommonWords = false;
  private canKeep = false;

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly checkpoints: Checkpoints,
    @Inject(REPORT) private readonly report: Report,
  ) {}

  /** Reads the library in the background and keeps it level, so that searches need not wait for that. */
  start(): void {
    this.forget ??= this.checkpoints.onChange(() => this.wake());
    this.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.forget?.();
    this.stopping.abort(new Error('the server is stopping'));
    await this.keeping;
  }

  /** As `run`. The answer to a question is remembered until an event reaches the tables. */
  async answer<Answer extends object>(
    question: unknown,
    search: (db: PoolClient, library: LibraryAt, lost: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const key = JSON.stringify(question);

    return atTablesState(this.pool, LONGEST_STATEMENT_MS, async (db, lost, state) => {
      const known = this.answersAt(state).find(key);
      // Its question names the call, and so its type.
      if (known) return known as Answer;
      const answer = await this.search(db, lost, state, search);
      this.answersAt(state).set(key, answer);

      return answer;
    });
  }

  /** Throws Rejected: search-too-costly. */
  async run<Answer>(
    search: (db: PoolClient, library: LibraryAt, lost: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    return atTablesState(this.pool, LONGEST_STATEMENT_MS, async (db, lost, state) =>
      this.search(db, lost, state, search),
    );
  }

  private async search<Answer>(
    db: PoolClient,
    lost: AbortSignal,
    state: string,
    search: (db: PoolClient, library: LibraryAt, lost: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const moment = this.library.known(state) ?? (await this.read(db));
    try {
      return await search(db, { at: async () => moment }, lost);
    } catch (error) {
      if (error instanceof SearchRefused) throw new Rejected('search-too-costly', error.message);
      if (CANCELLED.safeParse(error).success)
        throw new Rejected(
          'search-too-costly',
          'This search takes too long. Add a word, or choose a podcast or an entity.',
        );
      throw error;
    }
  }

  /** What has changed in the library is read without the limit of searches: it need not be read again. */
  private async read(db: PoolClient): Promise<SearchMoment> {
    await db.query(`set local statement_timeout = ${LONGEST_READING_MS}`);
    const moment = await this.library.at(db);
    await db.query(`set local statement_timeout = ${LONGEST_STATEMENT_MS}`);

    return moment;
  }

  private answersAt(state: string): RecentlyUsed<object> {
    if (this.answers.state !== state) this.answers = { state, byQuestion: new RecentlyUsed(ANSWERS_KEPT) };

    return this.answers.byQuestion;
  }

  private wake(): void {
    this.hasChanged = true;
    this.keeping ??= this.keepLevel().finally(() => (this.keeping = null));
  }

  private async keepLevel(): Promise<void> {
    const { signal } = this.stopping;
    while (this.hasChanged && !signal.aborted) {
      this.hasChanged = false;
      const built = new Set(this.checkpoints.all.map(({ name, version }) => `${name} ${version}`));
      if (!READS_FROM.every(({ name, version }) => built.has(`${name} ${version}`))) return;
      try {
        if (!this.canKeep) await createKeptEpisodes(this.pool);
        this.canKeep = true;
        await atOneMoment(this.pool, async (db) => {
          const { library, shown } = await this.library.at(db, signal);
          await shown.readAhead(db, library);
        });
        await this.library.keep(this.pool, signal);
        if (!this.hasTriedCommonWords) await this.rememberCommonWords();
        this.isReady = true;
      } catch (error) {
        // The next search reads it for itself, and says what is wrong.
        if (!signal.aborted) this.report(`search: the library could not be read: ${messageOf(error)}`);
      }
      await sleep(READING_PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Once: searches do without them, and counting all words takes a while. */
  private async rememberCommonWords(): Promise<void> {
    const { signal } = this.stopping;
    this.hasTriedCommonWords = true;
    await atOneMoment(this.pool, async (db) => {
      const { library } = await this.library.at(db, signal);
      await rememberCommonWords(db, library, signal);
    });
  }
}
