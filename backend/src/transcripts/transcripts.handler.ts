import type { TranscriptFileAnswer, TranscriptSource } from '@earmark/contracts/transcripts';
import type { Pin } from '@earmark/contracts/vocabulary';
import { episode } from '../episodes/episode.decider.ts';
import { notOurs, parseVersion, versionKnown, versionNow } from '../episodes/version.ts';
import type { Saved } from '../episodes/saved-answer.ts';
import { metadataBytesOf, type Context } from '../kit/context.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Outcome, Streams } from '../kit/streams.ts';
import { headPin, pinInForce } from '../vocabulary/pins.ts';
import { parseTranscript, TranscriptFormUnknown, type ParsedTranscript } from './forms/parse-transcript.ts';
import { recordTranscript } from './record-transcript.ts';
import { saveTranscript } from './save-transcript.ts';
import { transcript, type TranscriptState } from './transcript.decider.ts';
import type { WrittenSegment } from './written-segments.ts';

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

  /**
   * Saves what an editor holds, as the differences from what it loaded: `ifMatch` names it; left out: what is there now. Throws Rejected: episode-unknown, edit-conflict, invalid.
   */
  async save(
    episodeUuid: string,
    segments: readonly WrittenSegment[],
    ifMatch: string | undefined,
    context: Context,
  ): Promise<Saved> {
    const { state } = await this.streams.read(episode, episodeUuid);
    const version = ifMatch === undefined ? await versionNow(this.streams.log, episodeUuid) : parseVersion(ifMatch);
    const { transcriptRevision: baseRevision } = version;
    if (!state.facts) throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
    const metadataBytes = metadataBytesOf(context);

    // Mostly the base is what is there now, and a save needs no pin: both are looked up when the rule asks for them.
    let base: TranscriptState | null = null;
    let pin: Pin | null = null;
    for (;;) {
      let revision = -1;
      const { outcome, result } = await this.streams.change(
        transcript,
        episodeUuid,
        (now, at) => {
          revision = at;
          if (baseRevision > at) throw notOurs();
          const loaded = ifMatch === undefined || baseRevision === at ? now : base;
          return saveTranscript(now, { episodeUuid, written: segments, base: loaded, pin, metadataBytes });
        },
        context,
      );
      if ('changes' in result)
        return {
          outcome,
          changes: result.changes,
          version: versionKnown(version, {
            part: 'transcriptRevision',
            before: revision,
            after: revision + outcome.eventIds.length,
          }),
        };
      if (result.missing === 'pin') pin = await this.pinFor(episodeUuid);
      else base = await this.streams.readAt(transcript, episodeUuid, baseRevision);
    }
  }

  private async pinFor(episodeUuid: string): Promise<Pin> {
    return (await pinInForce(this.streams.log, episodeUuid)) ?? (await headPin(this.streams.log));
  }

  async recordParsed(
    episodeUuid: string,
    bytes: Uint8Array,
    parsed: ParsedTranscript,
    source: TranscriptSource,
    context: Context,
  ): Promise<Outcome> {
    const pin = await this.pinFor(episodeUuid);
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
