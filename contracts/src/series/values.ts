import type { z } from 'zod';
import { AnyUuid } from '../kit/uuid.ts';

export const SeriesUuid = AnyUuid.brand('SeriesUuid');
export type SeriesUuid = z.infer<typeof SeriesUuid>;
