import { randomUUID } from 'node:crypto';
import type { PatternView } from '@earmark/contracts/vocabulary';
import { listFirstHeard } from '@earmark/projections/queries';
import type { Pool } from 'pg';
import { metadataBytesOf, type Context } from '../kit/context.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams, type Outcome } from '../kit/streams.ts';
import { ownerOf, vocabulary, type VocabularyCommand } from './vocabulary.decider.ts';
import { importPatterns, type ImportRow } from './vocabulary.import.ts';
import { Inject, Injectable } from '@nestjs/common';
import { PG_POOL } from '../kit/pg.ts';

const MAIN = 'main';
/** Patterns of one event, at most. */
const IMPORT_ROWS = 500;

export interface ImportReport {
  added: number;
  unchanged: number;
  skipped: { row: number; reason: string }[];
  position: bigint | null;
  /** What kept the rows from this place on from being added, after others were; null: all were looked at. */
  cutOff: { from: number; error: unknown } | null;
}

@Injectable()
export class VocabularyHandler {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async run(command: VocabularyCommand, context: Context): Promise<Outcome> {
    const informed =
      command.type === 'EditPattern' ? { ...command, namesakeId: await this.findNamesake(command) } : command;

    return this.streams.decide(vocabulary, MAIN, informed, context);
  }

  /** As of the last event, whether or not the projections have seen it. Throws Rejected `pattern-unknown`. */
  async getPattern(patternId: string): Promise<PatternView> {
    const { state } = await this.streams.read(vocabulary, MAIN);
    const pattern = state.patterns.get(patternId);
    if (!pattern) throw new Rejected('pattern-unknown', `There is no pattern ${patternId}.`);
    const entity = state.entities.get(pattern.entityId)!;
    const { entityId, entityTypeId, name, caseSensitive, wholeWord } = pattern;

    return {
      id: patternId,
      entityId,
      entityTypeId,
      entity: entity.name,
      name,
      caseSensitive,
      wholeWord,
      url: entity.url,
    };
  }

  /**
   * In appends of up to 500 rows; rows that cannot be added are reported with their place in `rows`, from 0. Throws what
   * kept the first append from being recorded; what stops a later one is told in the report, beside what was added.
   */
  async import(
    rows: readonly Omit<ImportRow, 'patternId'>[],
    context: Context,
    onProgress?: (done: number) => void,
  ): Promise<ImportReport> {
    const report: ImportReport = { added: 0, unchanged: 0, skipped: [], position: null, cutOff: null };
    for (let start = 0; start < rows.length;) {
      try {
        start += await this.importPart(rows, start, context, report);
      } catch (error) {
        if (report.position === null) throw error;
        report.cutOff = { from: start, error };
        break;
      }
      onProgress?.(start);
    }

    return report;
  }

  /**
   * The entity that is called as the pattern is to be; null when there is none. The vocabulary need not know one that was
   * added to an episode by hand, but its id follows from its name.
   */
  private async findNamesake({ patternId, changes }: Extract<VocabularyCommand, { type: 'EditPattern' }>) {
    const { state } = await this.streams.read(vocabulary, MAIN);
    const pattern = state.patterns.get(patternId);
    if (!pattern || changes.name === undefined) return null;
    const { entityId } = ownerOf(state, pattern.entityTypeId, changes.name);

    return (await listFirstHeard(this.pool, [entityId])).has(entityId) ? entityId : null;
  }

  /** Answers how many rows were dealt with. */
  private async importPart(
    rows: readonly Omit<ImportRow, 'patternId'>[],
    start: number,
    context: Context,
    report: ImportReport,
  ): Promise<number> {
    const part = rows.slice(start, start + IMPORT_ROWS).map((row) => ({ ...row, patternId: randomUUID() }));
    const { outcome, result } = await this.streams.change(
      vocabulary,
      MAIN,
      (state) => importPatterns(state, part, metadataBytesOf(context)),
      context,
    );
    report.added += result.added;
    report.unchanged += result.unchanged;
    for (const { row, reason } of result.skipped) report.skipped.push({ row: start + row, reason });
    report.position = outcome.position ?? report.position;

    return result.taken;
  }
}
