import { readFile } from 'node:fs/promises';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { SegmentId, SpeakerId, VersionId, type RecordedSegment } from '@earmark/contracts/transcripts';
import { Rejected } from '@earmark/backend/kit/rejected';
import { parseTranscript, TranscriptFormatUnknown } from '@earmark/backend/transcripts/formats/parse-transcript';
import { orderKeysBetween } from '@earmark/backend/transcripts/order-keys';
import { verifyTimes } from '@earmark/backend/transcripts/times/verify-times';
import { filesBelow } from '../suites/corpus.ts';

const versionId = uuidFrom(EARMARK_NAMESPACE, 'speakers', VersionId);

/** As a version holds it. */
export function recordedSegments(parsed: Pick<ReturnType<typeof parseTranscript>, 'segments'>): RecordedSegment[] {
  const orderKeys = orderKeysBetween(null, null, parsed.segments.length);

  return parsed.segments.map(({ speaker, ...segment }, index) => ({
    ...segment,
    segmentId: uuidFrom(versionId, String(index), SegmentId),
    orderKey: orderKeys[index]!,
    speakerId: speaker === null ? null : uuidFrom(versionId, speaker, SpeakerId),
  }));
}

export interface VerifiedFolders {
  readonly transcripts: number;
  readonly segments: number;
  readonly retimed: number;
  readonly split: number;
  readonly merged: number;
  readonly withoutTimes: number;
  readonly oddPace: number;
  readonly refused: readonly string[];
  /** Files in which a second run repaired something. */
  readonly unsettled: readonly string[];
}

/** Verifies the times of all transcripts below the folders, twice. */
export async function verifyFolders(folders: readonly string[], quick: boolean): Promise<VerifiedFolders> {
  const counts = { transcripts: 0, segments: 0, retimed: 0, split: 0, merged: 0, withoutTimes: 0, oddPace: 0 };
  const refused: string[] = [];
  const unsettled: string[] = [];
  for (const folder of folders) {
    const files = await filesBelow(folder);
    for (const file of quick ? files.slice(0, 20) : files)
      try {
        const segments = recordedSegments(parseTranscript(await readFile(file), { durationMs: null }));
        const first = await verifyTimes({ versionId, segments, deleted: [], durationMs: null });
        counts.transcripts += 1;
        counts.segments += segments.length;
        for (const { kind } of first.repairs) counts[kind] += 1;
        const { warnings } = first.report;
        if (warnings.some((one) => one.includes('has no times'))) counts.withoutTimes += 1;
        if (warnings.some((one) => one.includes('words a second'))) counts.oddPace += 1;
        const second = await verifyTimes({ versionId, segments: first.segments, deleted: [], durationMs: null });
        if (second.repairs.length > 0) unsettled.push(file);
      } catch (error) {
        if (error instanceof Rejected) refused.push(file);
        else if (!(error instanceof TranscriptFormatUnknown)) throw error;
      }
  }

  return { ...counts, refused, unsettled };
}
