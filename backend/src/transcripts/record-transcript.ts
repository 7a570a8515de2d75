import { createHash } from 'node:crypto';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import {
  type RecordedSegment,
  recordedSegmentId,
  SpeakerId,
  type TranscriptSource,
  type TranscriptText,
  VersionId,
} from '@earmark/contracts/transcripts';
import type { Pin } from '@earmark/contracts/vocabulary';
import { mapInTurns } from '../kit/in-turns.ts';
import { orderKeysBetween } from './order-keys.ts';
import type { RecordTranscript } from './transcript.decider.ts';

/** Limits of one SegmentsRecorded; the log takes at most 1 MiB per append. */
const CHUNK_SEGMENTS = 500;
const CHUNK_BYTES = 256 * 1024;

/** The command that records a parsed file. Ids derive from the file's content, so the same file gives the same command. */
export async function recordTranscript(options: {
  episodeUuid: EpisodeUuid;
  bytes: Uint8Array;
  parsed: TranscriptText;
  source: TranscriptSource;
  pin: Pin;
  replacesEdits: boolean;
  activates?: boolean;
}): Promise<RecordTranscript> {
  const { episodeUuid, bytes, parsed, source, pin, replacesEdits, activates = true } = options;
  const versionId = versionOfFile(episodeUuid, bytes);
  const speakers = parsed.speakers.map((name) => ({ speakerId: uuidFrom(versionId, name, SpeakerId), name }));
  const speakerIds = new Map(speakers.map(({ speakerId, name }) => [name, speakerId]));
  const orderKeys = orderKeysBetween(null, null, parsed.segments.length);
  const segments = await mapInTurns(parsed.segments, (segment, index): RecordedSegment => ({
    segmentId: recordedSegmentId(versionId, index),
    orderKey: orderKeys[index]!,
    speakerId: segment.speaker === null ? null : (speakerIds.get(segment.speaker) ?? null),
    startMs: segment.startMs,
    endMs: segment.endMs,
    text: segment.text,
  }));

  return {
    episodeUuid,
    versionId,
    source,
    form: parsed.format,
    chunks: inChunks(segments, await mapInTurns(segments, bytesOf)),
    speakers,
    warnings: parsed.warnings,
    pin,
    replacesEdits,
    activates,
  };
}

/** Derived from the content of the file, so the same file is the same version. */
export const versionOfFile = (episodeUuid: EpisodeUuid, bytes: Uint8Array): VersionId =>
  uuidFrom(episodeUuid, createHash('sha256').update(bytes).digest('hex'), VersionId);

export const bytesOf = (item: unknown): number => Buffer.byteLength(JSON.stringify(item)) + 1;

/** Chunks of as many segments, or changes of segments, as one event may hold. `sizes`: the bytes of each. */
export function inChunks<Item>(items: readonly Item[], sizes: readonly number[] = items.map(bytesOf)): Item[][] {
  const chunks: Item[][] = [];
  let chunk: Item[] = [];
  let bytes = 0;
  for (const [index, item] of items.entries()) {
    const size = sizes[index]!;
    if (chunk.length > 0 && (chunk.length === CHUNK_SEGMENTS || bytes + size > CHUNK_BYTES)) {
      chunks.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += size;
  }
  if (chunk.length > 0) chunks.push(chunk);

  return chunks;
}
