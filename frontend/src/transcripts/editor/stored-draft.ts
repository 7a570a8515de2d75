import { SegmentView } from '@earmark/contracts/transcripts';
import { z } from 'zod';
import { draftKey } from '../../episodes/episode-drafts.ts';
import { makeDraftPlace } from '../../kit/draft-place.ts';
import type { DraftPlace } from '../../kit/draft-place.ts';

export const StoredDraft = z.object({
  /** Of the transcript that was changed. */
  version: z.string(),
  edits: z.array(
    z.object({
      id: z.string(),
      base: SegmentView.nullable(),
      mine: SegmentView.nullable(),
      after: z.string().nullable(),
    }),
  ),
});

/** Where what is not saved of the episode's transcript is kept for this account. */
export const transcriptDraftPlace = (episodeUuid: string, owner: string): DraftPlace =>
  makeDraftPlace(draftKey('transcript', episodeUuid), owner);
