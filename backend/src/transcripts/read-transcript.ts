import { Rejected } from '../kit/rejected.ts';
import { parseTranscript, TranscriptFormatUnknown, type ParsedTranscript } from './formats/parse-transcript.ts';

/** Throws Rejected `transcript-form-unknown`, whose message names what was seen. */
export function readTranscript(bytes: Uint8Array, durationMs: number | null): ParsedTranscript {
  try {
    return parseTranscript(bytes, { durationMs });
  } catch (error) {
    if (error instanceof TranscriptFormatUnknown) throw new Rejected('transcript-form-unknown', error.message);
    throw error;
  }
}
