import { Problem } from '@earmark/contracts';
import { TranscriptFileAnswer, TranscriptFilePreview } from '@earmark/contracts/transcripts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postFile, RequestFailed } from '../../kit/api.ts';
import { counted } from '../../kit/counted.ts';
import { notify } from '../../ui/toast.tsx';

const pathOf = (episodeUuid: string, parameter: string): string =>
  `/api/admin/episodes/${episodeUuid}/transcript-file${parameter}`;

/** What the file would become. */
export const usePreview = (episodeUuid: string) =>
  useMutation({
    mutationFn: (file: File) =>
      postFile(pathOf(episodeUuid, '?preview=true'), TranscriptFilePreview, file, 'application/octet-stream'),
  });

interface Recording {
  readonly file: File;
  /** Whether it may replace a transcript that people have corrected. */
  readonly replacesEdits: boolean;
}

export function useRecord(episodeUuid: string) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: ({ file, replacesEdits }: Recording) =>
      postFile(
        pathOf(episodeUuid, replacesEdits ? '?replaceEdits=true' : ''),
        TranscriptFileAnswer,
        file,
        'application/octet-stream',
      ),
    onSuccess: ({ segments, speakers }) =>
      notify('Transcript recorded', `${counted(segments, 'segment')}, ${counted(speakers, 'speaker')}.`),
    // Its mentions are counted everywhere.
    onSettled: () => client.invalidateQueries(),
  });
}

/** Whether somebody has corrected the current transcript since the preview. */
export const isEditedMeanwhile = (error: unknown): boolean =>
  error instanceof RequestFailed && Problem.safeParse(error.problem).data?.code === 'transcript-edited';
