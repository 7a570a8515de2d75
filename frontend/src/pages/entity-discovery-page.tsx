import { useQuery } from '@tanstack/react-query';
import * as Tabs from 'radix-ui/tabs';
import { useMemo } from 'react';
import { useSearchParams } from '../kit/router/routing.tsx';
import { me } from '../accounts/accounts.api.ts';
import { BatchTab } from '../discovery/batch-tab.tsx';
import { QualityTab } from '../discovery/quality-tab.tsx';
import { ReviewTab } from '../discovery/review-tab.tsx';
import { viewOf } from '../discovery/review-view.ts';
import { useAddress } from '../kit/address.ts';
import { seriesCards } from '../series/series.api.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TabList } from '../ui/tabs.tsx';
import { entityTypes } from '../vocabulary/vocabulary.api.ts';

const TABS = [
  { value: 'review', label: 'Review Entities' },
  { value: 'batch', label: 'Batch Discovery' },
  { value: 'quality', label: 'Model Quality' },
] as const;
type Tab = (typeof TABS)[number]['value'];

const TITLE = 'Automated Entity Discovery';

/** A model proposes, people decide. */
export function EntityDiscoveryPage() {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const { data: account } = useQuery(me);
  const { data: podcasts = [] } = useQuery(seriesCards);
  const { data: types = [] } = useQuery(entityTypes);
  const tab = TABS.find(({ value }) => value === params.get('tab'))?.value ?? 'review';
  const search = String(params);
  // The place in the queue is no part of the view.
  const view = useMemo(() => viewOf(new URLSearchParams(search)), [search]);
  const openTab = (next: Tab) => setAddress({ tab: next === 'review' ? null : next }, 'push');

  return (
    <PageFrame title={TITLE} className="flex max-w-380! flex-col gap-4">
      <PageTitle
        title={TITLE}
        subtitle="A model proposes names from the transcripts; nothing counts until a person approves it."
      />
      <Tabs.Root
        value={tab}
        onValueChange={(next) => openTab(TABS.find(({ value }) => value === next)?.value ?? 'review')}
        className="flex min-w-0 flex-col gap-4"
      >
        <TabList label="Entity Discovery" tabs={TABS} />
        <Tabs.Content value="review" tabIndex={-1}>
          <ReviewTab view={view} username={account?.user?.username ?? ''} podcasts={podcasts} types={types} />
        </Tabs.Content>
        <Tabs.Content value="batch" tabIndex={-1}>
          <BatchTab />
        </Tabs.Content>
        <Tabs.Content value="quality" tabIndex={-1}>
          <QualityTab types={types} />
        </Tabs.Content>
      </Tabs.Root>
    </PageFrame>
  );
}
