import type { z } from 'zod';
import { AnyUuid } from '../kit/uuid.ts';

/** One recorded transcript of an episode; there may be several. */
export const VersionId = AnyUuid.brand('VersionId');
export type VersionId = z.infer<typeof VersionId>;

export const SegmentId = AnyUuid.brand('SegmentId');
export type SegmentId = z.infer<typeof SegmentId>;

/** A speaker within one version. */
export const SpeakerId = AnyUuid.brand('SpeakerId');
export type SpeakerId = z.infer<typeof SpeakerId>;
