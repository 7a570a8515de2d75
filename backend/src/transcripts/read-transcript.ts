import type { Parser, Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { parseTranscript, TranscriptFormatUnknown, type ParsedTranscript } from './formats/parse-transcript.ts';

export interface TranscriptFile {
  readonly bytes: Uint8Array;
  /** The length of the audio; null when unknown. */
  readonly durationMs: number | null;
}

/** Throws Rejected `transcript-form-unknown`, whose message names what was seen. */
export const transcriptParser: Parser<TranscriptFile, ParsedTranscript> = {
  read: ({ bytes, durationMs }) => {
    try {
      return parseTranscript(bytes, { durationMs });
    } catch (error) {
      if (error instanceof TranscriptFormatUnknown) throw new Rejected('transcript-form-unknown', error.message);
      throw error;
    }
  },
  worker: new URL('../../../backend/dist/transcripts/transcript.worker.js', import.meta.url),
};

/** Throws Rejected: transcript-form-unknown, too-large, busy. */
export const readTranscript = async (parsing: Parsing, file: TranscriptFile): Promise<ParsedTranscript> =>
  parsing.run(transcriptParser, file, file.bytes.length);
