import type { TranscriptFileAnswer, TranscriptSource } from '@earmark/contracts/transcripts';
import { episode } from '../episodes/episode.decider.ts';
import type { Context } from '../kit/context.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Outcome, Streams } from '../kit/streams.ts';
import { headPin, pinInForce } from '../vocabulary/pins.ts';
import { parseTranscript, TranscriptFormUnknown, type ParsedTranscript } from './forms/parse-transcript.ts';
import { recordTranscript } from './record-transcript.ts';
import { transcript } from './transcript.decider.ts';

export class TranscriptsHandler {
  constructor(private readonly streams: Streams) {}

  /**
   * Records a transcript file of any known form and shows it. The same file again changes nothing.
   * Throws Rejected: episode-unknown, transcript-form-unknown.
   */
  async recordFile(
    episodeUuid: string,
    bytes: Uint8Array,
    source: TranscriptSource,
    context: Context,
  ): Promise<{ outcome: Outcome; answer: TranscriptFileAnswer }> {
    const { state } = await this.streams.read(episode, episodeUuid);
    if (!state.facts) throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
    const { durationSeconds } = state.facts;
    const parsed = parse(bytes, durationSeconds === null ? null : durationSeconds * 1000);

    return { outcome: await this.recordParsed(episodeUuid, bytes, parsed, source, context), answer: answerOf(parsed) };
  }

  async recordParsed(
    episodeUuid: string,
    bytes: Uint8Array,
    parsed: ParsedTranscript,
    source: TranscriptSource,
    context: Context,
  ): Promise<Outcome> {
    const pin = (await pinInForce(this.streams.log, episodeUuid)) ?? (await headPin(this.streams.log));
    const command = recordTranscript({ episodeUuid, bytes, parsed, source, pin });

    return this.streams.decide(transcript, episodeUuid, command, context);
  }
}

/** Throws Rejected `transcript-form-unknown`, whose message names what was seen. */
export function parse(bytes: Uint8Array, durationMs: number | null): ParsedTranscript {
  try {
    return parseTranscript(bytes, { durationMs });
  } catch (error) {
    if (error instanceof TranscriptFormUnknown) throw new Rejected('transcript-form-unknown', error.message);
    throw error;
  }
}

const answerOf = (parsed: ParsedTranscript): TranscriptFileAnswer => ({
  segments: parsed.segments.length,
  speakers: parsed.speakers.length,
  warnings: parsed.warnings,
});
