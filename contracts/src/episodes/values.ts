import { z } from 'zod';

export const EpisodeUuid = z.uuid().brand('EpisodeUuid');
export type EpisodeUuid = z.infer<typeof EpisodeUuid>;
