import type { Parser, Parsing } from '../kit/process/parsing.ts';
import { patternText, readPatternCsv, readPatternJson, type PatternFile } from './pattern-file.ts';

export interface PatternSource {
  readonly bytes: Uint8Array;
  readonly format: 'csv' | 'json';
}

export const patternFileParser: Parser<PatternSource, PatternFile> = {
  read: ({ bytes, format }) => (format === 'csv' ? readPatternCsv : readPatternJson)(patternText(bytes)),
  worker: new URL('../../../backend/dist/vocabulary/pattern-file.worker.js', import.meta.url),
};

/** Throws Rejected: invalid, too-large, busy. */
export const readPatternFile = async (parsing: Parsing, source: PatternSource): Promise<PatternFile> =>
  parsing.run(patternFileParser, source, source.bytes.length);
