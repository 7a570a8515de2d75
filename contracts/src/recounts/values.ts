import type { z } from 'zod';
import { AnyUuid } from '../kit/uuid.ts';

export const RecountId = AnyUuid.brand('RecountId');
export type RecountId = z.infer<typeof RecountId>;
