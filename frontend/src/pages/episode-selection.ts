import type { EpisodePage } from '@earmark/contracts/episodes';
import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { findByName } from '../mentions/entity-filter.ts';
import { matchesOfMarks, matchesOfText } from '../transcripts/matches.ts';
import type { Marking } from '../transcripts/matches.ts';

type Selection = { kind: 'entity'; id: string } | { kind: 'text'; text: string } | { kind: 'none' };

/**
 * What is chosen for highlighting: by a click, else by the link's `entity` or `search`: the entity of that name, the first
 * whose name contains that text, or the text itself. A click holds until the reader goes somewhere else.
 */
export function useSelection({ transcript, entityMentions }: EpisodePage) {
  const { key } = useLocation();
  const [params] = useSearchParams();
  const [clicked, setClicked] = useState<{ at: string; selection: Selection } | null>(null);
  const asked = params.get('entity') ?? params.get('search') ?? '';
  const byLink = useMemo(() => selectionOf(asked, entityMentions), [asked, entityMentions]);
  const selection = clicked?.at === key ? clicked.selection : byLink;
  const marking = useMemo(
    () => markingOf(selection, transcript, entityMentions),
    [selection, transcript, entityMentions],
  );
  const select = (next: Selection) => setClicked({ at: key, selection: next });
  const selectedId = selection.kind === 'entity' ? selection.id : null;

  return {
    marking,
    selectedId,
    /** Chooses the entity; chooses nothing when it was chosen. */
    toggleEntity: (id: string) => select(id === selectedId ? { kind: 'none' } : { kind: 'entity', id }),
    clear: () => select({ kind: 'none' }),
  };
}

/** What a link's text stands for. */
export function selectionOf(asked: string, mentions: EpisodePage['entityMentions']): Selection {
  const text = asked.trim();
  if (text === '') return { kind: 'none' };
  const found = findByName(mentions, text);

  return found === null ? { kind: 'text', text } : { kind: 'entity', id: found.entity.id };
}

function markingOf(
  selection: Selection,
  transcript: EpisodePage['transcript'],
  mentions: EpisodePage['entityMentions'],
): Marking | null {
  if (selection.kind === 'none') return null;
  if (selection.kind === 'text') {
    const matches = matchesOfText(transcript, selection.text);

    return {
      key: `text ${selection.text}`,
      text: selection.text,
      kind: 'text',
      matches,
      total: matches.length,
      href: null,
    };
  }
  const mention = mentions.find(({ entity }) => entity.id === selection.id);
  if (mention === undefined) return null;

  return {
    key: `entity ${selection.id}`,
    text: mention.entity.name,
    kind: 'entity',
    matches: matchesOfMarks(mention.marks),
    total: mention.count,
    href: `/entities/${mention.entity.slug}`,
  };
}
