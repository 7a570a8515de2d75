import { z } from 'zod';
import { defineEvent, type EventOf } from '../kit/event.ts';
import { SeriesUuid } from './values.ts';

/** What a feed or a person says about a series: everything that a refresh can change. */
export const SeriesFacts = z.object({
  name: z.string().min(1),
  host: z.string().nullable(),
  author: z.string().nullable(),
  description: z.string().nullable(),
  imageUrl: z.string().nullable(),
  websiteUrl: z.string().nullable(),
  /** Primary subtag, lower case: en, de, zh. */
  language: z.string().nullable(),
  explicit: z.boolean(),
  /** PODCASTSERIES_… values. */
  categories: z.array(z.string()),
});
export type SeriesFacts = z.infer<typeof SeriesFacts>;

/** What is known of a series: its name and `more`. */
export const seriesFacts = (name: string, more: Partial<SeriesFacts> = {}): SeriesFacts => ({
  name,
  host: null,
  author: null,
  description: null,
  imageUrl: null,
  websiteUrl: null,
  language: null,
  explicit: false,
  categories: [],
  ...more,
});

export const SeriesAdded = defineEvent('SeriesAdded', {
  seriesUuid: SeriesUuid,
  slugBase: z.string().min(1),
  /** Null for a folder of transcripts. */
  feedUrl: z.string().nullable(),
  itunesId: z.number().int().nullable(),
  facts: SeriesFacts,
});
/** `from` and `to` hold only the facts that changed. */
export const SeriesRefreshed = defineEvent('SeriesRefreshed', {
  seriesUuid: SeriesUuid,
  from: SeriesFacts.partial(),
  to: SeriesFacts.partial(),
});
export const FeedMoved = defineEvent('FeedMoved', {
  seriesUuid: SeriesUuid,
  from: z.string().nullable(),
  to: z.string(),
});

/** From now on, new episodes of its feed are added. */
export const SeriesFollowed = defineEvent('SeriesFollowed', { seriesUuid: SeriesUuid });
export const SeriesUnfollowed = defineEvent('SeriesUnfollowed', { seriesUuid: SeriesUuid });

/** It disappears with all its episodes, whose own streams say nothing about it. */
export const SeriesRemoved = defineEvent('SeriesRemoved', { seriesUuid: SeriesUuid });
/** It is back as it was; an episode that was removed by itself stays removed. */
export const SeriesRestored = defineEvent('SeriesRestored', { seriesUuid: SeriesUuid });

export const seriesEvents = [
  SeriesAdded,
  SeriesRefreshed,
  FeedMoved,
  SeriesFollowed,
  SeriesUnfollowed,
  SeriesRemoved,
  SeriesRestored,
] as const;
export type SeriesEvent = EventOf<(typeof seriesEvents)[number]>;
