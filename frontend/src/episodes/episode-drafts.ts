import type { EpisodePart } from './whole-write.ts';

const NAMES: Readonly<Record<EpisodePart, string>> = {
  transcript: 'transcript-draft ',
  entities: 'entities-',
  description: 'description-',
};

/** Under which key this browser keeps what is unsaved of a part of an episode. */
export const draftKey = (part: EpisodePart, episodeUuid: string): string => `earmark-${NAMES[part]}${episodeUuid}`;
