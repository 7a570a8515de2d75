import { excerptAround } from '@earmark/contracts/mentions';
import type { Suggestions } from '@earmark/contracts/search';
import { counted } from '../kit/counted.ts';
import type { TimeFormat } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { episodePath } from './result-links.ts';
import { searchPath } from './search-state.ts';

/** How a suggestion is pictured. */
export type Picture =
  | { readonly kind: 'cover'; readonly src: string | null; readonly name: string }
  | { readonly kind: 'icon'; readonly name: string; readonly colorClass: string }
  | { readonly kind: 'episode' | 'speaker' | 'passage' };

export interface SuggestedLink {
  /** Unique among all suggestions. */
  readonly key: string;
  readonly to: string;
  readonly label: string;
  /** Flat `[start, end, …]` into the label. */
  readonly marks: readonly number[];
  readonly detail: string;
  readonly picture: Picture;
}

export interface SuggestedGroup {
  readonly title: string;
  readonly links: readonly SuggestedLink[];
}

/** What was found for a text, by kind, with links that keep the text. Kinds without a find are left out. */
export function suggestedGroups(found: Suggestions, text: string, timeFormat: TimeFormat): readonly SuggestedGroup[] {
  const sought = { entity: '', words: text };
  const groups: SuggestedGroup[] = [
    {
      title: 'Podcasts',
      links: found.podcasts.map(({ name, slug, host, imageUrl }) => ({
        key: `podcast ${slug}`,
        to: `/podcasts/${encodeURIComponent(slug)}`,
        label: name,
        marks: [],
        detail: host ?? '',
        picture: { kind: 'cover', src: imageUrl, name },
      })),
    },
    {
      title: 'Entities',
      links: found.entities.map(({ id, name, slug, type, iconName, colorClass, mentions }) => ({
        key: `entity ${id}`,
        to: `/entities/${encodeURIComponent(slug)}`,
        label: name,
        marks: [],
        detail: `${type.replaceAll('_', ' ')} · ${counted(mentions, 'mention')}`,
        picture: { kind: 'icon', name: iconName, colorClass },
      })),
    },
    {
      title: 'People',
      links: found.speakers.map(({ name, segments }) => ({
        key: `speaker ${name}`,
        to: searchPath({ speaker: name }),
        label: name,
        marks: [],
        detail: `speaks in ${counted(segments, 'segment')}`,
        picture: { kind: 'speaker' },
      })),
    },
    {
      title: 'Episodes',
      links: found.episodes.map(({ name, slug, podcastName, podcastSlug }) => ({
        key: `episode ${podcastSlug}/${slug}`,
        to: episodePath({ podcastSlug, episodeSlug: slug }, sought, null),
        label: name,
        marks: [],
        detail: podcastName,
        picture: { kind: 'episode' },
      })),
    },
    {
      title: 'Passages',
      links: found.passages.map((passage) => {
        const { segmentId, speaker, startMs, episodeName, podcastName } = passage;
        const excerpt = excerptAround(passage.text, passage.marks);

        return {
          key: `passage ${segmentId}`,
          to: episodePath(passage, sought, passage),
          label: excerpt.text,
          marks: excerpt.marks,
          detail: `${speaker}, ${formatTimestamp(startMs, timeFormat)} · ${episodeName} · ${podcastName}`,
          picture: { kind: 'passage' },
        };
      }),
    },
  ];

  return groups.filter(({ links }) => links.length > 0);
}
