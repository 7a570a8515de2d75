import type { RecordedSegment, StepReport, TimeRepair, VersionId } from '@earmark/contracts/transcripts';
import { giveWay } from '../../kit/in-turns.ts';
import { Rejected } from '../../kit/rejected.ts';
import { counted } from '../formats/raw-transcript.ts';
import { joinedFragments } from './fragments.ts';
import { splitLong } from './long-segments.ts';
import { partsOf, spreadOver, straysOf, withoutStrays, type Times } from './stray-times.ts';
import { clampedEnd, timesReport } from './times-report.ts';
import { validTimes } from './valid-times.ts';

export interface TimesToVerify {
  readonly versionId: VersionId;
  /** In transcript order, which never changes. */
  readonly segments: readonly RecordedSegment[];
  /** Deleted segments still hold their ids and places. */
  readonly deleted: readonly RecordedSegment[];
  /** Of the audio; null: unknown. */
  readonly durationMs: number | null;
}

export interface VerifiedTimes {
  readonly repairs: readonly TimeRepair[];
  /** The segments after all repairs. */
  readonly segments: readonly RecordedSegment[];
  readonly report: Omit<StepReport, 'outcome'>;
}

/** So many stray times are taken for slips whatever the length of the transcript. */
const FEW_STRAYS = 3;
const STRAY_SHARE = 0.05;
/** Each round repairs what the one before left or caused; two do as a rule. */
const MOST_ROUNDS = 10;

/**
 * Checks and repairs the times of a transcript. Texts and their order stay; the repairs apply one after the other, and
 * a second run finds nothing more to repair. Throws Rejected `timestamps-unusable`.
 */
export async function verifyTimes({ versionId, segments, deleted, durationMs }: TimesToVerify): Promise<VerifiedTimes> {
  if (segments.length === 0)
    throw new Rejected('timestamps-unusable', 'The transcript has no segments, so there are no times to verify.');
  const length = durationMs === null || durationMs <= 0 ? null : durationMs;
  const isUntimed = segments.every(({ startMs, endMs }) => startMs === 0 && endMs === 0);
  if (isUntimed && length === null)
    return { repairs: [], segments, report: timesReport({ before: segments, after: segments, repairs: [], length }) };
  if (!isUntimed) refuseContradictions(segments);

  const repairs: TimeRepair[] = [];
  let now: readonly RecordedSegment[] = segments;
  const retime = (times: readonly Times[]) => {
    now = now.map((segment, index) => {
      const to = times[index]!;
      const { segmentId, startMs, endMs } = segment;
      if (startMs === to.startMs && endMs === to.endMs) return segment;
      repairs.push({ kind: 'retimed', segmentId, from: { startMs, endMs }, to: { ...to } });
      return { ...segment, startMs: to.startMs, endMs: to.endMs };
    });
  };
  if (isUntimed && length !== null) retime(spreadOver(segments, length).map(timesOnly));
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const known = repairs.length;
    retime(clampedEnd(partsOf(now).flatMap(repairedPart), length));
    await giveWay();
    const joined = joinedFragments(now);
    repairs.push(...joined.merges);
    now = joined.segments;
    await giveWay();
    const split = splitLong(now, [...segments, ...now, ...deleted], versionId);
    repairs.push(...split.splits);
    now = split.segments;
    await giveWay();
    if (repairs.length === known) break;
  }

  return { repairs, segments: now, report: timesReport({ before: segments, after: now, repairs, length }) };
}

function repairedPart(part: readonly RecordedSegment[]): Times[] {
  const strays = straysOf(part.map(({ startMs }) => startMs));
  if (strays.length === 0) return validTimes(part);
  const estimated = withoutStrays(part, strays);

  return validTimes(part.map((segment, index) => ({ ...segment, ...timesOnly(estimated[index]!) })));
}

const timesOnly = ({ startMs, endMs }: Times): Times => ({ startMs, endMs });

/** Throws Rejected `timestamps-unusable` when too many times contradict the order of the texts. */
function refuseContradictions(segments: readonly RecordedSegment[]): void {
  const strays = partsOf(segments).reduce((sum, part) => sum + straysOf(part.map(({ startMs }) => startMs)).length, 0);
  if (strays <= Math.max(FEW_STRAYS, segments.length * STRAY_SHARE)) return;

  throw new Rejected(
    'timestamps-unusable',
    `The times of ${strays} of ${counted(segments.length, 'segment')} contradict the order of the text, too many to repair. Transcribe the episode again, or upload a file with correct times.`,
  );
}
