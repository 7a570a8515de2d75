import { z } from 'zod';

/** One recorded transcript of an episode; there may be several. */
export const VersionId = z.uuid().brand('VersionId');
export type VersionId = z.infer<typeof VersionId>;

export const SegmentId = z.uuid().brand('SegmentId');
export type SegmentId = z.infer<typeof SegmentId>;

/** Of one version. */
export const SpeakerId = z.uuid().brand('SpeakerId');
export type SpeakerId = z.infer<typeof SpeakerId>;
