import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import * as Tabs from 'radix-ui/tabs';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from '../kit/router/routing.tsx';
import { me } from '../accounts/accounts.api.ts';
import { AudioPlayer } from '../audio/audio-player.tsx';
import { EpisodeHeader } from '../episodes/episode-header.tsx';
import { CategoryBadges } from '../series/podcast-header.tsx';
import { useEpisodeAudio } from '../audio/use-episode-audio.ts';
import { DraftOwnerContext } from '../kit/draft-place.ts';
import { late } from '../ui/late.tsx';
import { TabList } from '../ui/tabs.tsx';
import { withdrawUndo } from '../ui/toast.tsx';
import { EDITOR_TABS, editorTabOf } from './episode-address.ts';
import type { EditorTab } from './episode-address.ts';
import { useEpisodeSharing } from './episode-sharing.ts';
import { EpisodeToolbar } from './episode-toolbar.tsx';
import { EpisodeTools } from './episode-tools.tsx';
import { EpisodeTranscriptEditor } from './episode-transcript-editor.tsx';
import { PageFrame } from '../ui/page-frame.tsx';

const EntityManager = late(async () => (await import('../entities/entity-manager.tsx')).EntityManager);
const DescriptionEditor = late(async () => (await import('../episodes/description-editor.tsx')).DescriptionEditor);

const LABELS: Readonly<Record<EditorTab, string>> = {
  transcript: 'Edit Transcript',
  entities: 'Manage Entities',
  description: 'Edit Description',
};

interface EpisodeEditingProps {
  page: EpisodePage;
  /** Id of the segment that the reader came from; null for none. */
  startAt: string | null;
  toggle: ReactNode;
  tab: EditorTab;
  onTab: (tab: EditorTab) => void;
}

/** The page of an episode in edit mode. */
export function EpisodeEditing({ page, startAt, toggle, tab, onTab }: EpisodeEditingProps) {
  const { podcast } = page;
  const navigate = useNavigate();
  const user = useQuery(me).data?.user ?? null;
  const audio = useEpisodeAudio(page);
  const sharing = useEpisodeSharing(page, {
    highlighted: null,
    nowMs: () => audio?.nowMs() ?? 0,
    findQuote: () => null,
  });
  // An opened editor keeps its state while another tab is shown.
  const [opened, setOpened] = useState<ReadonlySet<EditorTab>>(new Set([tab]));
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  useEffect(() => withdrawUndo, []);
  const editors: Readonly<Record<EditorTab, ReactNode>> = {
    transcript: <EpisodeTranscriptEditor page={page} startAt={startAt} audio={audio} />,
    entities: <EntityManager page={page} />,
    description: <DescriptionEditor page={page} />,
  };

  return (
    <DraftOwnerContext value={user?.username ?? ''}>
      <PageFrame title={page.episode.title} className="flex flex-1 flex-col gap-5">
        <EpisodeToolbar
          page={page}
          sharing={sharing}
          onKeys={null}
          toggle={toggle}
          tools={<EpisodeTools episode={page.episode} onRemoved={() => navigate(`/podcasts/${podcast.slug}`)} />}
        />
        <EpisodeHeader
          page={page}
          categories={podcast.categories.length > 0 && <CategoryBadges categories={podcast.categories} />}
        />
        <Tabs.Root value={tab} onValueChange={(value) => onTab(editorTabOf(value))} className="min-w-0">
          <TabList label="Editors" tabs={EDITOR_TABS.map((value) => ({ value, label: LABELS[value] }))} />
          {EDITOR_TABS.map((value) => (
            <Tabs.Content key={value} value={value} forceMount hidden={tab !== value} tabIndex={-1} className="pt-4">
              {opened.has(value) && editors[value]}
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </PageFrame>
      {audio !== null && <AudioPlayer audio={audio} />}
    </DraftOwnerContext>
  );
}
