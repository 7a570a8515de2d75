import { z } from 'zod';
import { GivenUuid } from '../kit/uuid.ts';
import { PatternView } from './views.ts';

/**
 * How the texts write what a pattern finds, over all shown transcripts as they are now. Occurrences, unless they are
 * called mentions. A transcript without capital letters says nothing about case, so only segments with some are judged.
 */
export const PatternNoise = z.object({
  mentions: z.number().int(),
  episodes: z.number().int(),
  occurrences: z.number().int(),
  /** In segments with a capital letter; 0 for a name without one. */
  judged: z.number().int(),
  /** Of those, all in lower case. Occurrences that a case-sensitive pattern passes over are included. */
  lowerCase: z.number().int(),
  /** Of those, written exactly as the pattern, and how many of these begin a sentence. */
  asWritten: z.number().int(),
  beginning: z.number().int(),
  /** Mentions that stay when case matters. */
  mentionsAsWritten: z.number().int(),
  /** Inside longer words. */
  insideWords: z.number().int(),
  /** Mentions that stay when only whole words count. */
  mentionsWhole: z.number().int(),
});
export type PatternNoise = z.infer<typeof PatternNoise>;

/** What would make a pattern quieter: changes of it, or (null) its deletion. */
export const NoiseProposal = z.object({
  kind: z.enum(['match-case', 'whole-word', 'near-name', 'remove']),
  /** What the texts say, in a sentence. */
  says: z.string(),
  changes: z
    .object({
      caseSensitive: z.boolean().optional(),
      wholeWord: z.boolean().optional(),
      near: z.array(z.string()).optional(),
    })
    .nullable(),
  /** Mentions that stay; null: only the preview knows. */
  keeps: z.number().int().nullable(),
});
export type NoiseProposal = z.infer<typeof NoiseProposal>;

/** A pattern of another entity that finds the same words. */
export const NoiseNamesake = z.object({ entityId: z.string(), entity: z.string(), mentions: z.number().int() });

export const NoisyPattern = PatternView.extend({
  noise: PatternNoise,
  /** Best first. Empty: nothing to propose. */
  proposals: z.array(NoiseProposal),
  /** Passages that count for both are at most as many as the smaller number of mentions. */
  namesakes: z.array(NoiseNamesake),
  /** Somebody looked at it and left it as it is. */
  isLeft: z.boolean(),
});
export type NoisyPattern = z.infer<typeof NoisyPattern>;

export const NOISE_FILTERS = ['all', 'noisy', 'ambiguous', 'unmentioned', 'left'] as const;
export const NOISE_SORTS = ['mentions', 'episodes', 'noise', 'name'] as const;
export const NoiseQuery = z.object({
  show: z.enum(NOISE_FILTERS).default('all'),
  sort: z.enum(NOISE_SORTS).default('mentions'),
  entityTypeId: GivenUuid.optional(),
  /** Exact names come first, then beginnings of names, of words, and parts. */
  q: z.string().trim().max(300).optional(),
  after: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/** 50 a page; `next` is the value for `after`. */
export const NoisyPatternPage = z.object({
  patterns: z.array(NoisyPattern),
  total: z.number().int(),
  next: z.number().int().nullable(),
  /** By filter, of all patterns. */
  counts: z.object({
    all: z.number().int(),
    noisy: z.number().int(),
    ambiguous: z.number().int(),
    unmentioned: z.number().int(),
    left: z.number().int(),
  }),
  /** False while texts or patterns that changed are being counted: numbers are those before. */
  isLevel: z.boolean(),
  /** Episodes not counted yet. */
  waiting: z.number().int(),
});
export type NoisyPatternPage = z.infer<typeof NoisyPatternPage>;

const MOST_NAMED = 5;

/** Of an import, in a sentence: "2 of the new patterns find mostly everyday words: It, On." */
export function saysNoisy(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '');

  return names.length === 1
    ? `One of the new patterns finds mostly everyday words: ${named}.`
    : `${names.length.toLocaleString('en')} of the new patterns find mostly everyday words: ${named}.`;
}
