import { z } from 'zod';
import { AnyUuid } from '../kit/uuid.ts';

/** What people changed about one thing of a transcript, however often they did. */
export const CorrectionId = AnyUuid.brand('CorrectionId');
export type CorrectionId = z.infer<typeof CorrectionId>;

/**
 * `text`: words of a segment; `added`, `deleted`: a whole segment; `split`, `joined`: where segments begin and end; `times`:
 * of a segment; `speaker`: of a segment; `name`: of a speaker; `version`: the whole transcript was written by people.
 */
export const CorrectionKind = z.enum([
  'name',
  'text',
  'added',
  'deleted',
  'split',
  'joined',
  'speaker',
  'times',
  'version',
]);
export type CorrectionKind = z.infer<typeof CorrectionKind>;
