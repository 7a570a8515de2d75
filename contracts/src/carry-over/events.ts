import { z } from 'zod';
import { EpisodeUuid } from '../episodes/values.ts';
import { defineEvent, EventId, type EventOf } from '../kit/event.ts';
import { SegmentId, SpeakerId, VersionId } from '../transcripts/values.ts';
import { CorrectionId, CorrectionKind } from './values.ts';

/** Corrections of one version are taken over to another one, which readers do not see yet. */
const inVersion = { episodeUuid: EpisodeUuid, versionId: VersionId };

/** Refers to the text that it is about, which stands only in the stream of the transcript. */
export const CorrectionRef = z.object({
  correctionId: CorrectionId,
  kind: CorrectionKind,
  /** The last event by which people made it; null: the whole version. */
  eventId: EventId.nullable(),
  /** What it is about in the corrected version, before and after it, and in the new one. */
  before: z.array(SegmentId),
  after: z.array(SegmentId),
  place: z.array(SegmentId),
  /** The same for speakers' names. */
  speakerBefore: SpeakerId.nullable(),
  speakerPlace: z.array(SpeakerId),
});
export type CorrectionRef = z.infer<typeof CorrectionRef>;

const corrections = z.array(CorrectionRef).min(1).max(500);

/** `revision`: of the transcript's stream; corrections up to there are taken over. A later one begins another round. */
export const CarryOverStarted = defineEvent('CarryOverStarted', {
  ...inVersion,
  from: VersionId,
  revision: z.number().int().min(0),
});
/** They were recorded on the new version. */
export const CorrectionsPlaced = defineEvent('CorrectionsPlaced', { ...inVersion, corrections });
/** They wait for a person. */
export const CorrectionsAsked = defineEvent('CorrectionsAsked', { ...inVersion, corrections });
/** Every correction of the round was looked at. `obsolete`: how many the new version needs no longer. */
export const CorrectionsCarriedOver = defineEvent('CorrectionsCarriedOver', {
  ...inVersion,
  placed: z.number().int().min(0),
  asked: z.number().int().min(0),
  obsolete: z.number().int().min(0),
});
/** `isEdited`: in other words than those that were proposed. */
export const CorrectionAccepted = defineEvent('CorrectionAccepted', {
  ...inVersion,
  correctionId: CorrectionId,
  isEdited: z.boolean(),
});
export const CorrectionDropped = defineEvent('CorrectionDropped', { ...inVersion, correctionId: CorrectionId });
/** `shown`: readers see the new version; `kept`: the corrected one stays. */
export const CarryOverFinished = defineEvent('CarryOverFinished', { ...inVersion, outcome: z.enum(['shown', 'kept']) });

export const carryOverEvents = [
  CarryOverStarted,
  CorrectionsPlaced,
  CorrectionsAsked,
  CorrectionsCarriedOver,
  CorrectionAccepted,
  CorrectionDropped,
  CarryOverFinished,
] as const;
export type CarryOverEvent = EventOf<(typeof carryOverEvents)[number]>;
