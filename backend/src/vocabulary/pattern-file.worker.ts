import { workerJob } from '../kit/process/worker-job.ts';
import type { PatternFile } from './pattern-file.ts';
import { patternFileParser, type PatternSource } from './read-pattern-file.ts';

export default workerJob<PatternSource, PatternFile>(async (source) => patternFileParser.read(source));
