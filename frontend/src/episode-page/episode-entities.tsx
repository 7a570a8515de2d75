import type { MentionView } from '@earmark/contracts/mentions';
import { useMediaQuery } from '../kit/media-query.ts';
import type { Highlights } from '../kit/preferences.ts';
import { entitiesTitle, EntityList } from '../mentions/entity-list.tsx';
import { EntitySheet } from './entity-sheet.tsx';
import { HighlightSwitch } from './episode-highlights.tsx';

interface EpisodeEntitiesProps {
  episodeUuid: string;
  mentions: readonly MentionView[];
  selectedId: string | null;
  onSelect: (entityId: string) => void;
  highlights: Highlights;
  onHighlights: (highlights: Highlights) => void;
  hasTranscript: boolean;
}

/** Whether there is room for the entities beside the transcript; otherwise they are in a sheet over it. */
export const useHasRoomBeside = (): boolean => useMediaQuery('(min-width: 1100px)');

/** The entities beside the transcript. */
export function EpisodeEntities(props: EpisodeEntitiesProps) {
  const { episodeUuid, mentions, selectedId, onSelect, highlights, onHighlights, hasTranscript } = props;

  return (
    <aside
      aria-labelledby="entities"
      className="bg-surface border-line sticky top-20 overflow-hidden rounded-md border print:hidden"
    >
      <EntityList
        episodeUuid={episodeUuid}
        mentions={mentions}
        selectedId={selectedId}
        onSelect={onSelect}
        titleId="entities"
      >
        {mentions.length > 0 && hasTranscript && (
          <HighlightSwitch value={highlights} onChange={onHighlights} mentions={mentions} />
        )}
      </EntityList>
    </aside>
  );
}

/** The button that opens the entities on small screens. */
export function EntitiesOpener(props: EpisodeEntitiesProps) {
  const { episodeUuid, mentions, selectedId, onSelect, highlights, onHighlights, hasTranscript } = props;

  return (
    <EntitySheet title={entitiesTitle(mentions.length)} short={String(mentions.length)}>
      {(close) => (
        <EntityList
          episodeUuid={episodeUuid}
          mentions={mentions}
          selectedId={selectedId}
          titleId={null}
          onSelect={(id) => {
            onSelect(id);
            close();
          }}
        >
          {mentions.length > 0 && hasTranscript && (
            <HighlightSwitch value={highlights} onChange={onHighlights} mentions={mentions} />
          )}
        </EntityList>
      )}
    </EntitySheet>
  );
}
