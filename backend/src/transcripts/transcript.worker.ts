import { workerJob } from '../kit/process/worker-job.ts';
import type { ParsedTranscript } from './formats/parse-transcript.ts';
import { transcriptParser, type TranscriptFile } from './read-transcript.ts';

export default workerJob<TranscriptFile, ParsedTranscript>(async (file) => transcriptParser.read(file));
