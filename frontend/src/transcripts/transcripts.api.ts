import { SavedAnswer } from '@earmark/contracts/episodes';
import type { EpisodePage } from '@earmark/contracts/episodes';
import { SegmentView } from '@earmark/contracts/transcripts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { RequestFailed, sendJson } from '../kit/api.ts';
import { saving } from '../kit/own-writes.ts';

interface TranscriptSave {
  readonly segments: readonly SegmentView[];
  /** Of the page that they were changed from. */
  readonly version: string;
}

/** Saves a whole transcript. The page under this key shows it at once, and again what it showed when the save fails. */
export function useSaveTranscript(episodeUuid: string, pageKey: readonly string[]) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: ({ segments, version }: TranscriptSave) =>
      saving(episodeUuid, () =>
        sendJson(
          'PUT',
          `/api/episodes/${episodeUuid}/transcript`,
          SavedAnswer,
          { segments },
          { 'if-match': `"${version}"` },
        ),
      ),
    onMutate: async ({ segments }) => {
      await client.cancelQueries({ queryKey: pageKey });
      const before = client.getQueryData<EpisodePage>(pageKey);
      const shown = before && client.setQueryData<EpisodePage>(pageKey, { ...before, transcript: [...segments] });

      return { before, shown };
    },
    onSuccess: ({ version }) => {
      if (version !== null) client.setQueryData<EpisodePage>(pageKey, (page) => page && { ...page, version });
    },
    onError: (_error, _save, held) => {
      // Whatever was read meanwhile is newer than both.
      if (held?.before !== undefined && client.getQueryData(pageKey) === held.shown)
        client.setQueryData(pageKey, held.before);
    },
  });
}

const Refusal = z.object({
  conflicts: z.array(z.object({ segmentId: z.string(), base: SegmentView.nullable(), theirs: SegmentView.nullable() })),
});

/** The segments because of which a save was refused; none when that was not the reason. */
export function conflictsOf(error: unknown): z.infer<typeof Refusal>['conflicts'] {
  if (!(error instanceof RequestFailed)) return [];

  return Refusal.safeParse(error.problem).data?.conflicts ?? [];
}
