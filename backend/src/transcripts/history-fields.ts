import type { FieldChange } from '@earmark/contracts/history';
import type { Need } from '../kit/history/event-history.ts';
import type { RecordedSegment, SegmentId, SpeakerId, VersionId } from '@earmark/contracts/transcripts';

// Fields that events of a transcript set, and fields that must be as they were for an event to be undone.

export const segmentPath = (versionId: VersionId, segmentId: SegmentId) =>
  `versions/${versionId}/segments/${segmentId}`;
export const speakerPath = (versionId: VersionId, speakerId: SpeakerId) =>
  `versions/${versionId}/speakers/${speakerId}/name`;

/** Its version is the one that is shown; a correction may have been recorded before it was. */
export const shown = (versionId: VersionId): Need[] => [{ path: 'active', value: versionId }];
export const inSight = (versionId: VersionId, segmentId: SegmentId): Need[] => [
  ...shown(versionId),
  `${segmentPath(versionId, segmentId)}/exists`,
];

const times = ({ startMs, endMs }: RecordedSegment) => ({ startMs, endMs });

export function content(
  versionId: VersionId,
  segmentId: SegmentId,
  before: RecordedSegment | null,
  after: RecordedSegment | null,
): FieldChange[] {
  const path = segmentPath(versionId, segmentId);

  return [
    { path: `${path}/text`, from: before?.text ?? null, to: after?.text ?? null },
    { path: `${path}/times`, from: before && times(before), to: after && times(after) },
    { path: `${path}/speaker`, from: before?.speakerId ?? null, to: after?.speakerId ?? null },
    { path: `${path}/place`, from: before?.orderKey ?? null, to: after?.orderKey ?? null },
  ];
}

export const came = (versionId: VersionId, segment: RecordedSegment): FieldChange[] => [
  { path: `${segmentPath(versionId, segment.segmentId)}/exists`, from: false, to: true },
  { path: `${segmentPath(versionId, segment.segmentId)}/gone`, from: null, to: null },
  ...content(versionId, segment.segmentId, null, segment),
];

/**
 * Also remembers the content of the segment and the one it was merged into, which a restoration must find unchanged.
 */
export const went = (versionId: VersionId, segment: RecordedSegment, into: string | null): FieldChange[] => [
  { path: `${segmentPath(versionId, segment.segmentId)}/exists`, from: true, to: false },
  { path: `${segmentPath(versionId, segment.segmentId)}/gone`, from: null, to: { segment, into } },
  ...content(versionId, segment.segmentId, segment, null),
];
