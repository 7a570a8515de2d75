import type { EpisodePart } from './whole-write.ts';

const NAMES: Readonly<Record<EpisodePart, string>> = {
  transcript: 'transcript-draft ',
  entities: 'entities-',
  description: 'description-',
};

/** The key under which this browser stores the draft of a part of an episode. */
export const draftKey = (part: EpisodePart, episodeUuid: string): string => `earmark-${NAMES[part]}${episodeUuid}`;

/** The key of the corrections made while reading, which are saved one by one. */
export const correctionKey = (episodeUuid: string): string => `earmark-transcript-draft-corrections ${episodeUuid}`;
