import type { RecordedSegment, StepReport } from '@earmark/contracts/transcripts';
import { Rejected } from '../kit/rejected.ts';

/** Throws Rejected `timestamps-unusable`. */
export function verifyTimes(segments: readonly RecordedSegment[]): Omit<StepReport, 'outcome'> {
  if (segments.length === 0)
    throw new Rejected('timestamps-unusable', 'The transcript has no segments, so there are no times to verify.');
  const count = segments.length === 1 ? '1 segment' : `${segments.length} segments`;

  return { sentence: `${count} checked, 0 repaired`, details: [], warnings: [] };
}
