import { useQuery } from '@tanstack/react-query';
import { IntegrationList } from '../integrations/integration-list.tsx';
import { integrations } from '../integrations/integrations.api.ts';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';

export function IntegrationsPage() {
  const query = useQuery(integrations);

  return (
    <PageFrame title="Integrations" className="flex flex-col gap-6">
      <PageTitle
        title="Integrations"
        subtitle="The outside services that Earmark can use, and what each still needs."
      />
      <p className="text-ink-soft max-w-[76ch] text-pretty">
        Services are set up by environment variables and read when the server starts. Keys are never shown. Check sends
        one small request.
      </p>
      <section aria-label="Integrations" className="bg-surface border-line overflow-hidden rounded-md border">
        <Fetched
          query={query}
          pending={<RowSkeletons label="Loading integrations" rows={4} />}
          failed={<LoadingFailed query={query} level={2} title="Error loading integrations" />}
          isEmpty={(all) => all.length === 0}
          empty={<Notice title="No integrations">This server uses no external services.</Notice>}
        >
          {(all) => <IntegrationList integrations={all} />}
        </Fetched>
      </section>
    </PageFrame>
  );
}
