import { SegmentView } from '@earmark/contracts/transcripts';
import { z } from 'zod';
import { correctionKey } from '../../episodes/episode-drafts.ts';
import { makeDraftPlace } from '../../kit/draft-place.ts';

/** What somebody typed in place of a segment's text. `base`: the segment when the typing began. */
export const CorrectionDraft = z.object({ base: SegmentView, text: z.string() });
export type CorrectionDraft = z.infer<typeof CorrectionDraft>;

const Kept = z.record(z.string(), CorrectionDraft);

/** Whether the text differs from the one it began with. */
export const isTyped = ({ base, text }: CorrectionDraft): boolean => text.trim() !== base.text.trim();

export type CorrectionDrafts = ReturnType<typeof makeCorrectionDrafts>;

/** An account's unsaved corrections of an episode, by segment, kept on this device. */
export function makeCorrectionDrafts(episodeUuid: string, owner: string) {
  const place = makeDraftPlace(correctionKey(episodeUuid), owner);
  const all = (): Record<string, CorrectionDraft> => place.read(Kept) ?? {};

  return {
    all,
    put: (draft: CorrectionDraft) => place.put({ ...all(), [draft.base.id]: draft }),
    drop: (id: string) => {
      const { [id]: dropped, ...rest } = all();
      if (dropped === undefined) return;
      if (Object.keys(rest).length === 0) place.renew(null);
      else place.put(rest);
    },
  };
}
