import type { z } from 'zod';
import { AnyUuid } from '../kit/uuid.ts';

export const EpisodeUuid = AnyUuid.brand('EpisodeUuid');
export type EpisodeUuid = z.infer<typeof EpisodeUuid>;
