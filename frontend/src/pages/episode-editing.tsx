import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import * as Tabs from 'radix-ui/tabs';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { me } from '../accounts/accounts.api.ts';
import { AudioPlayer } from '../audio/audio-player.tsx';
import { EpisodeHeader } from '../episodes/episode-header.tsx';
import { CategoryBadges } from '../series/podcast-header.tsx';
import { useEpisodeAudio } from '../audio/use-episode-audio.ts';
import { DraftOwnerContext } from '../kit/draft-place.ts';
import { useEpisodeSharing } from './episode-sharing.ts';
import { EpisodeToolbar } from './episode-toolbar.tsx';
import { EpisodeTranscriptEditor } from './episode-transcript-editor.tsx';
import { PageFrame } from './page-frame.tsx';

const EntityManager = lazy(async () => ({ default: (await import('../entities/entity-manager.tsx')).EntityManager }));
const DescriptionEditor = lazy(async () => ({
  default: (await import('../episodes/description-editor.tsx')).DescriptionEditor,
}));

const TABS = [
  { value: 'transcript', label: 'Edit Transcript' },
  { value: 'entities', label: 'Manage Entities' },
  { value: 'description', label: 'Edit Description' },
] as const;
type Tab = (typeof TABS)[number]['value'];

interface EpisodeEditingProps {
  page: EpisodePage;
  pageKey: readonly string[];
  toggle: ReactNode;
}

/** An episode as an administrator changes it. */
export function EpisodeEditing({ page, pageKey, toggle }: EpisodeEditingProps) {
  const { podcast } = page;
  const user = useQuery(me).data?.user ?? null;
  const audio = useEpisodeAudio(page);
  const sharing = useEpisodeSharing(page, {
    highlighted: null,
    nowMs: () => audio?.nowMs() ?? 0,
    findQuote: () => null,
  });
  const [tab, setTab] = useState<Tab>('transcript');
  // What was opened stays as it was left while another tab is shown.
  const [opened, setOpened] = useState<ReadonlySet<Tab>>(new Set([tab]));
  const open = (value: string) => {
    const chosen = TABS.find((each) => each.value === value);
    if (chosen === undefined) return;
    setTab(chosen.value);
    setOpened(new Set([...opened, chosen.value]));
  };
  const editors: Readonly<Record<Tab, ReactNode>> = {
    transcript: <EpisodeTranscriptEditor page={page} pageKey={pageKey} audio={audio} />,
    entities: <EntityManager page={page} />,
    description: <DescriptionEditor page={page} />,
  };

  return (
    <DraftOwnerContext value={user?.username ?? ''}>
      <PageFrame title={page.episode.title} className="flex flex-1 flex-col gap-5">
        <EpisodeToolbar page={page} sharing={sharing} onKeys={null} toggle={toggle} />
        <EpisodeHeader
          page={page}
          categories={podcast.categories.length > 0 && <CategoryBadges categories={podcast.categories} />}
        />
        <Tabs.Root value={tab} onValueChange={open} className="min-w-0">
          <Tabs.List aria-label="Editors" className="border-line flex gap-1 overflow-x-auto border-b">
            {TABS.map(({ value, label }) => (
              <Tabs.Trigger
                key={value}
                value={value}
                className="text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink -mb-px h-10 shrink-0 border-b-2 border-transparent px-3 font-medium whitespace-nowrap max-sm:flex-auto max-sm:px-1 max-sm:text-[13px] focus-visible:-outline-offset-2 pointer-coarse:h-11"
              >
                {label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {TABS.map(({ value }) => (
            <Tabs.Content key={value} value={value} forceMount hidden={tab !== value} tabIndex={-1} className="pt-4">
              {opened.has(value) && <Suspense>{editors[value]}</Suspense>}
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </PageFrame>
      {audio !== null && <AudioPlayer audio={audio} />}
    </DraftOwnerContext>
  );
}
