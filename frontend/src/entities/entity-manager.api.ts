import type { EpisodePage } from '@earmark/contracts/episodes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { readAgain } from '../episodes/whole-write.ts';
import { sendJson } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';

const Refreshed = z.object({ entityCount: z.number().int() });

/** Finds the episode's entities again with the current patterns. */
export function useRefreshEntities({ episode: { uuid } }: EpisodePage) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: () => sendJson('POST', `/api/episodes/${uuid}/refresh-entities`, Refreshed, {}),
    onSuccess: ({ entityCount }) =>
      notify('Entities refreshed successfully!', `Found ${entityCount} entities using current admin patterns`),
    onError: (error) => notify('Failed to refresh entities', { detail: error.message, isDestructive: true }),
    onSettled: () => readAgain(client, uuid),
  });
}
