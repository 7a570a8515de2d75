import { use, useState } from 'react';
import { z } from 'zod';
import { DraftOwnerContext } from '../kit/draft-place.ts';
import { stored } from '../kit/stored.ts';
import type { Stored } from '../kit/stored.ts';
import type { PatternDraft, TypedPattern } from './pattern-draft.ts';

const Fields = z.object({
  name: z.string(),
  entity: z.string(),
  caseSensitive: z.boolean(),
  wholeWord: z.boolean(),
  url: z.string(),
  near: z.string(),
  notNear: z.string(),
  distance: z.string(),
}) satisfies z.ZodType<PatternDraft>;
const Kept = z.object({ from: Fields, to: Fields });

/**
 * What an account has typed into the form of a pattern and not saved. `subject`: the id of the pattern, or that of the
 * category of a new one. Kept by tab, because the form of a new pattern may be open in several.
 */
export const keptPattern = (subject: string, owner: string): Stored<TypedPattern> =>
  stored(`earmark-pattern ${subject} ${owner}`, Kept, { until: 'tab' });

/** The same for the account of this page. */
export function useKeptPattern(subject: string): Stored<TypedPattern> {
  const owner = use(DraftOwnerContext);
  const [kept] = useState(() => keptPattern(subject, owner));

  return kept;
}
