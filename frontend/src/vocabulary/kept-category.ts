import { DEFAULT_COLOR_CLASS, DEFAULT_ICON_NAME } from '@earmark/contracts/vocabulary';
import { z } from 'zod';
import { stored } from '../kit/stored.ts';
import type { Stored } from '../kit/stored.ts';

const Draft = z.object({
  name: z.string(),
  /** Null: follows the name. */
  displayName: z.string().nullable(),
  iconName: z.string(),
  colorClass: z.string(),
});
export type CategoryDraft = z.infer<typeof Draft>;

export const NEW_CATEGORY: CategoryDraft = {
  name: '',
  displayName: null,
  iconName: DEFAULT_ICON_NAME,
  colorClass: DEFAULT_COLOR_CLASS,
};

/** A new category as an account has typed it in this tab, and not added. Null: nothing is typed. */
export const keptCategory = (owner: string): Stored<CategoryDraft> =>
  stored(`earmark-category ${owner}`, Draft, { until: 'tab' });
