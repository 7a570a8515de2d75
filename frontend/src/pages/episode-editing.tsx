import type { EpisodePage } from '@earmark/contracts/episodes';
import * as Tabs from 'radix-ui/tabs';
import { lazy, Suspense } from 'react';

const EntityManager = lazy(async () => ({
  default: (await import('../entities/entity-manager.tsx')).EntityManager,
}));
const DescriptionEditor = lazy(async () => ({
  default: (await import('../episodes/description-editor.tsx')).DescriptionEditor,
}));

export function EpisodeEditing({ page }: { page: EpisodePage }) {
  return (
    <Tabs.Root defaultValue="entities" className="flex flex-col gap-4">
      <Tabs.List className="border-line flex gap-1 border-b">
        <Tabs.Trigger
          value="entities"
          className="data-[state=active]:border-accent h-11 border-b-2 border-transparent px-3"
        >
          Manage Entities
        </Tabs.Trigger>
        <Tabs.Trigger
          value="description"
          className="data-[state=active]:border-accent h-11 border-b-2 border-transparent px-3"
        >
          Edit Description
        </Tabs.Trigger>
      </Tabs.List>
      <Suspense>
        <Tabs.Content value="entities">
          <EntityManager page={page} />
        </Tabs.Content>
        <Tabs.Content value="description">
          <DescriptionEditor page={page} />
        </Tabs.Content>
      </Suspense>
    </Tabs.Root>
  );
}
