import type { z } from 'zod';
import { AnyUuid, uuidFrom } from '../kit/uuid.ts';

/** One recorded transcript of an episode; there may be several. */
export const VersionId = AnyUuid.brand('VersionId');
export type VersionId = z.infer<typeof VersionId>;

export const SegmentId = AnyUuid.brand('SegmentId');
export type SegmentId = z.infer<typeof SegmentId>;

/** The id that the recording of a file gives its segment of this number, counted from 0. */
export const recordedSegmentId = (versionId: string, number: number): SegmentId =>
  uuidFrom(versionId, String(number), SegmentId);

/** A speaker within one version. */
export const SpeakerId = AnyUuid.brand('SpeakerId');
export type SpeakerId = z.infer<typeof SpeakerId>;

/** Labels that software assigns to voices: "SPEAKER_00", "Speaker 3", "spk_1", "A", "2", "Unknown", "?". */
export const GENERIC_LABEL = /^(SPEAKER[_ ]?\d+|Speaker \d+|spk_?\d+|[A-Z]|\d{1,2}|Unknown|\?)$/i;
