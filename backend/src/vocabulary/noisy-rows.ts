import type { HeldRow, PatternImportReport, PatternRow } from '@earmark/contracts/vocabulary';
import { Injectable, Logger } from '@nestjs/common';
import { Streams } from '../kit/streams.ts';
import { timeLimit } from '../kit/time-limit.ts';
import { NoiseCounts } from '../noise/noise-counts.ts';
import { HeldPatterns, type NoisyRow } from './held-patterns.ts';
import { vocabulary, VOCABULARY_ID } from './vocabulary.decider.ts';
import { keyOfRow } from './vocabulary.import.ts';

/** How long a report waits for the counts after the import. */
const PATIENCE_MS = 30_000;

interface Rows {
  readonly rows: readonly PatternRow[];
  /** Of each row in the file. */
  readonly places: readonly number[];
}

/** Of the new names in a file of patterns, those that the texts mostly write as ordinary words. */
@Injectable()
export class NoisyRows {
  private readonly logger = new Logger('Vocabulary');

  constructor(
    private readonly noise: NoiseCounts,
    private readonly held: HeldPatterns,
    private readonly streams: Streams,
  ) {}

  /** Divides the rows into those to add and those that are kept aside, to be looked at first. */
  async hold(file: Rows, accountId: string): Promise<Rows & { held: HeldRow[] }> {
    const noisy = await this.count(file, await this.freshOf(file.rows));
    await this.held.hold([...noisy.values()], accountId);
    const isAdded = (_: unknown, index: number) => !noisy.has(index);
    const held = [...noisy.values()].map(
      ({ row: { name, entityType: type, entity }, place, mentions, says, quieter }) => ({
        row: place,
        name,
        type,
        entity,
        mentions,
        says,
        quieter,
      }),
    );

    return { rows: file.rows.filter(isAdded), places: file.places.filter(isAdded), held };
  }

  /**
   * Imports all rows, and names the new ones that are noisy; none when that takes too long or others are counting, for
   * the worklist counts them anyway.
   */
  async importAll(
    { rows, places }: Rows,
    add: () => Promise<PatternImportReport>,
  ): Promise<{ report: PatternImportReport; noisy: string[] }> {
    const fresh = await this.freshOf(rows);
    const counting = this.count({ rows, places }, fresh, timeLimit(PATIENCE_MS)).catch((error: unknown) => {
      this.logger.warn(`New patterns were not counted: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    });
    const report = await add();
    const missing = new Set(report.skipped.map(({ row }) => row));
    const end = report.cutOff?.from ?? rows.length;
    const noisy = [...((await counting) ?? [])].filter(([index]) => index < end && !missing.has(index));

    return { report, noisy: noisy.map(([, { row }]) => row.name) };
  }

  /** The new ones, by index. A name that is in the vocabulary, or in the file before, is not new. */
  private async freshOf(rows: readonly PatternRow[]): Promise<number[]> {
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const seen = new Set<string>();

    return [...rows.keys()].filter((index) => {
      const key = keyOfRow(state, rows[index]!);
      if (state.patternIdByName.has(key) || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  }

  /** By index. */
  private async count(
    { rows, places }: Rows,
    fresh: readonly number[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<number, NoisyRow>> {
    if (fresh.length === 0) return new Map();
    const found = await this.noise.listNoisy(
      fresh.map((index) => rows[index]!),
      signal,
    );

    return new Map(
      [...found].map(([at, { mentions, best }]) => {
        const index = fresh[at]!;
        const row = rows[index]!;
        const { changes, says } = best;
        const quieter = changes && {
          caseSensitive: changes.caseSensitive ?? row.caseSensitive,
          wholeWord: changes.wholeWord ?? row.wholeWord,
          near: [...(changes.near ?? row.near ?? [])],
        };

        return [index, { row, place: places[index]!, mentions, says, quieter }];
      }),
    );
  }
}
