import type { EpisodePart } from './whole-write.ts';

const NAMES: Readonly<Record<EpisodePart, string>> = {
  transcript: 'transcript-draft ',
  entities: 'entities-',
  description: 'description-',
};

/** The key under which this browser stores the draft of a part of an episode. */
export const draftKey = (part: EpisodePart, episodeUuid: string): string => `earmark-${NAMES[part]}${episodeUuid}`;
