import type { EpisodePage } from '@earmark/contracts/episodes';
import { findByName } from '@earmark/contracts/mentions';
import { useMemo } from 'react';
import { useSearchParams } from '../kit/router/routing.tsx';
import { useAddress } from '../kit/address.ts';
import { matchesOfMarks, matchesOfText } from '../transcripts/matches.ts';
import type { Marking } from '../transcripts/matches.ts';

type Selection = { kind: 'entity'; id: string } | { kind: 'text'; text: string } | { kind: 'none' };

/**
 * What the address selects for highlighting with `entity` or `search`: the entity with that id or name, the first whose name
 * contains that text, or the text itself.
 */
export function useSelection({ transcript, entityMentions }: EpisodePage) {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const asked = params.get('entity') ?? params.get('search') ?? '';
  const selection = useMemo(() => selectionOf(asked, entityMentions), [asked, entityMentions]);
  const marking = useMemo(
    () => markingOf(asked, selection, transcript, entityMentions),
    [asked, selection, transcript, entityMentions],
  );
  // A new selection starts at the first match, not at the moment of the link.
  const select = (text: string | null) => setAddress({ entity: text, search: null, t: null, segment: null });
  const selectedId = selection.kind === 'entity' ? selection.id : null;

  return {
    marking,
    selectedId,
    /** Selects the entity, or clears the selection if it is selected already. */
    toggleEntity: (id: string) => select(id === selectedId ? null : textOf(id, entityMentions)),
    clear: () => select(null),
  };
}

/** Identifies the entity in a link: by name, or by id if another one has the same name. */
function textOf(id: string, mentions: EpisodePage['entityMentions']): string {
  const name = mentions.find(({ entity }) => entity.id === id)?.entity.name ?? id;

  return findByName(mentions, name)?.entity.id === id ? name : id;
}

/** Resolves the text of a link. */
export function selectionOf(asked: string, mentions: EpisodePage['entityMentions']): Selection {
  const text = asked.trim();
  if (text === '') return { kind: 'none' };
  const found =
    mentions.find(({ entity }) => entity.id === text || entity.merged.some(({ id }) => id === text)) ??
    findByName(mentions, text);

  return found === null ? { kind: 'text', text } : { kind: 'entity', id: found.entity.id };
}

function markingOf(
  asked: string,
  selection: Selection,
  transcript: EpisodePage['transcript'],
  mentions: EpisodePage['entityMentions'],
): Marking | null {
  if (selection.kind === 'none') return null;
  // Of the address alone: the entity may be found after the page was shown.
  const key = `asked ${asked}`;
  if (selection.kind === 'text') {
    const matches = matchesOfText(transcript, selection.text);

    return {
      key,
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
    key,
    text: mention.entity.name,
    kind: 'entity',
    matches: matchesOfMarks(mention.marks),
    total: mention.count,
    href: `/entities/${mention.entity.slug}`,
  };
}
