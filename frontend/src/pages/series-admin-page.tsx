import { useQuery } from '@tanstack/react-query';
import * as Tabs from 'radix-ui/tabs';
import { useState } from 'react';
import { useSearchParams } from '../kit/router/routing.tsx';
import { useUndoChange } from '../history/history.api.ts';
import { useAddress } from '../kit/address.ts';
import { ProcessButton } from '../pipeline/process-button.tsx';
import { Additions } from '../series/directory/additions.tsx';
import { useStartAddition } from '../series/directory/additions.api.ts';
import { DirectoryEpisodes } from '../series/directory/directory-episodes.tsx';
import { DirectoryResults } from '../series/directory/directory-results.tsx';
import { DirectorySearchForm } from '../series/directory/directory-search-form.tsx';
import { directories, directorySearch } from '../series/directory/directory.api.ts';
import { FollowedPodcasts } from '../series/followed/followed-podcasts.tsx';
import { Button } from '../ui/button.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TabList } from '../ui/tabs.tsx';

const TABS = [
  { value: 'search', label: 'Add podcasts' },
  { value: 'followed', label: 'Followed podcasts' },
] as const;
type Tab = (typeof TABS)[number]['value'];

export function SeriesAdminPage() {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const undo = useUndoChange();
  const tab: Tab = params.get('tab') === 'followed' ? 'followed' : 'search';
  const open = (next: string) => setAddress({ tab: next === 'followed' ? next : null }, 'push');

  return (
    <PageFrame title="Series Management" className="flex flex-col gap-6">
      <PageTitle title="Series Management" subtitle="Find podcasts, add their episodes, and keep their feeds fresh." />
      <Tabs.Root value={tab} onValueChange={open} className="flex min-w-0 flex-col gap-4">
        <TabList label="Series Management" tabs={TABS} />
        <Tabs.Content value="search" tabIndex={-1} className="flex flex-col gap-4">
          <Search />
        </Tabs.Content>
        <Tabs.Content value="followed" tabIndex={-1}>
          <FollowedPodcasts undo={undo} search={<Button onClick={() => open('search')}>Add podcasts</Button>} />
        </Tabs.Content>
      </Tabs.Root>
    </PageFrame>
  );
}

/** The search of a directory, or the open series of one. */
function Search() {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const { data: choices = [] } = useQuery(directories);
  const start = useStartAddition();
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  // The focus goes along from the results to a series and back.
  const [wasMoved, setMoved] = useState(false);
  const move = (change: Record<'series' | 'in', string | null>) => {
    setMoved(true);
    setAddress(change, 'push');
  };
  const q = params.get('q')?.trim() ?? '';
  const directory = params.get('directory');
  const series = params.get('series');
  const seriesDirectory = params.get('in') ?? directory;
  const { refetch } = useQuery({ ...directorySearch(q, directory), enabled: false });
  const openSeries = ({ uuid, provider }: { uuid: string; provider: string }) => move({ series: uuid, in: provider });
  const onAdded = (one: { uuid: string; provider: string }) => {
    setAdded((known) => new Set([...known, one.uuid]));
    openSeries(one);
  };

  if (series !== null && seriesDirectory !== null)
    return (
      <>
        <Additions />
        <DirectoryEpisodes
          key={series}
          directory={seriesDirectory}
          seriesUuid={series}
          takesFocus={wasMoved}
          onBack={() => move({ series: null, in: null })}
          onAdded={onAdded}
          // Whether it has a transcript stands on its page.
          tools={({ uuid, name }, podcastId) => (
            <ProcessButton episode={{ uuid, title: name }} podcastId={podcastId} hasTranscript={false} isSmall />
          )}
        />
      </>
    );

  return (
    <>
      <DirectorySearchForm
        q={q}
        directory={directory}
        choices={choices}
        takesFocus={wasMoved}
        onSearch={(wanted, where) => {
          setAdded(new Set());
          if (wanted === q && where === directory && q !== '') void refetch();
          else setAddress({ q: wanted === '' ? null : wanted, directory: where }, 'push');
        }}
        onFeeds={(feeds) => start.mutate({ feeds })}
        onOpml={(opml) => start.mutate({ opml })}
      />
      <Additions />
      <DirectoryResults
        q={q}
        directory={directory}
        choices={choices}
        added={added}
        onAdded={onAdded}
        onOpen={openSeries}
      />
    </>
  );
}
