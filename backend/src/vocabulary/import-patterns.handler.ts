import { randomUUID } from 'node:crypto';
import { ImportPatterns, PatternId, type PatternImportReport, type PatternRow } from '@earmark/contracts/vocabulary';
import type { Context } from '@earmark/contracts/kit';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '../kit/commands.ts';
import { metadataBytesOf } from '../kit/context.ts';
import { Streams } from '../kit/streams.ts';
import { vocabulary, VOCABULARY_ID } from './vocabulary.decider.ts';
import { importPatterns } from './vocabulary.import.ts';

/** The most patterns in one event. */
const IMPORT_ROWS = 500;

/**
 * Imports in appends of up to 500 rows and reports rows that cannot be added. Throws the error that prevents the first
 * append; one that stops a later append is in the report, beside what was added.
 */
@CommandHandler(ImportPatterns)
export class ImportPatternsHandler implements Handles<ImportPatterns> {
  constructor(private readonly streams: Streams) {}

  async execute({ command: { rows, onProgress }, context }: ImportPatterns): Promise<PatternImportReport> {
    const report: PatternImportReport = { added: 0, unchanged: 0, skipped: [], position: null, cutOff: null };
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

  /** Returns how many rows were processed. */
  private async importPart(
    rows: readonly PatternRow[],
    start: number,
    context: Context,
    report: PatternImportReport,
  ): Promise<number> {
    const part = rows
      .slice(start, start + IMPORT_ROWS)
      .map((row) => ({ ...row, patternId: PatternId.parse(randomUUID()) }));
    const { outcome, result } = await this.streams.change(
      vocabulary,
      VOCABULARY_ID,
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
