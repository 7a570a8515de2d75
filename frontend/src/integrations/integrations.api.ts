import { IntegrationsAnswer, IntegrationView } from '@earmark/contracts/integrations';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getJson, sendJson } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';

const INTEGRATIONS = '/api/admin/integrations';

/** The outside services, and what their last check found. */
export const integrations = queryOptions({
  queryKey: ['integrations'],
  queryFn: ({ signal }) => getJson(INTEGRATIONS, IntegrationsAnswer, signal),
  staleTime: 0,
});

/** Asks a service whether it answers. */
export function useCheckIntegration() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (service: string) =>
      sendJson('POST', `${INTEGRATIONS}/${encodeURIComponent(service)}/check`, IntegrationView),
    onSuccess: (checked) =>
      client.setQueryData(integrations.queryKey, (all) =>
        all?.map((one) => (one.service === checked.service ? checked : one)),
      ),
    onError: (error) => notify('The service could not be checked', { detail: error.message, isDestructive: true }),
  });
}
