import { z } from 'zod';
import { LONGEST_LINK } from '../kit/limits.ts';
import { GivenUuid } from '../kit/uuid.ts';
import { colorClassOf, HUES, ICON_NAMES } from './appearance.ts';
import { DEFAULT_COLOR_CLASS, DEFAULT_ICON_NAME, EntityTypeId, PATTERN_CONTEXT, TYPED_CONTEXT } from './values.ts';

const typed = (longest: number) => z.string().trim().min(1).max(longest);
/** Refuses a name of invisible characters. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}]/u;
const typedName = (longest: number) => typed(longest).regex(VISIBLE, 'it must contain a visible character');
const typedLink = z.union(
  [
    z
      .url({ protocol: /^https?$/, abort: true })
      .max(LONGEST_LINK)
      .nullish(),
    z.literal(''),
  ],
  {
    error: 'it must be a link that starts with http:// or https://',
  },
);

export const EntityTypeView = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  iconName: z.string(),
  colorClass: z.string(),
});
export type EntityTypeView = z.infer<typeof EntityTypeView>;

export const PatternView = z.object({
  id: z.string(),
  entityTypeId: z.string(),
  entityId: z.string(),
  /** Name of the entity the pattern belongs to. */
  entity: z.string(),
  name: z.string(),
  caseSensitive: z.boolean(),
  wholeWord: z.boolean(),
  ...PATTERN_CONTEXT,
  url: z.string().nullable(),
});
export type PatternView = z.infer<typeof PatternView>;

/** By category and name of the entity, 100 a page; `next` is the value for `after`, null at the end. */
export const PatternPage = z.object({ patterns: z.array(PatternView), next: z.string().nullable() });
export type PatternPage = z.infer<typeof PatternPage>;

/** How many patterns of a category there are, and entities with patterns. */
export const PatternTotal = z.object({
  entityTypeId: z.string(),
  patterns: z.number().int(),
  entities: z.number().int(),
});
export type PatternTotal = z.infer<typeof PatternTotal>;

/** The outcome for each row of a pattern file; `row` counts from 1 including the header, as a spreadsheet does. */
export const PatternFileAnswer = z.object({
  added: z.number().int(),
  /** Rows that already exist with the same entity, options and link. */
  unchanged: z.number().int(),
  skipped: z.array(z.object({ row: z.number().int(), reason: z.string() })),
  /** With `holdNoisy`: rows that were not added, because the texts mostly write the name as an ordinary word. */
  held: z
    .array(
      z.object({
        row: z.number().int(),
        name: z.string(),
        type: z.string(),
        entity: z.string().nullable(),
        mentions: z.number().int(),
        /** What the texts say, in a sentence. */
        says: z.string(),
        /** The row with the best proposal taken, as the body of an addition; null when the proposal is to leave it out. */
        quieter: z.object({ caseSensitive: z.boolean(), wholeWord: z.boolean(), near: z.array(z.string()) }).nullable(),
      }),
    )
    .optional(),
  /** Without `holdNoisy`: names that were added although the texts mostly write them as ordinary words, if there are any. */
  noisy: z.array(z.string()).optional(),
});
export type HeldRow = NonNullable<z.infer<typeof PatternFileAnswer>['held']>[number];
export type PatternFileAnswer = z.infer<typeof PatternFileAnswer>;

export const CreateEntityTypeRequest = z.object({
  /** Converted to lower case with underscores for white space. */
  name: typedName(60),
  displayName: typedName(80).nullish(),
  iconName: z.enum(ICON_NAMES, { error: 'it must be one of the icons' }).default(DEFAULT_ICON_NAME),
  colorClass: z
    .enum(HUES.map(colorClassOf), { error: `it must be one of the 22 colours, such as "${DEFAULT_COLOR_CLASS}"` })
    .default(DEFAULT_COLOR_CLASS),
});

export const AddPatternRequest = z.object({
  name: typed(300),
  caseSensitive: z.boolean().default(false),
  wholeWord: z.boolean().default(true),
  ...TYPED_CONTEXT,
  url: typedLink,
  entityTypeId: GivenUuid.pipe(EntityTypeId),
  /** Left out: the pattern's name. */
  entity: typedName(300).nullish(),
});

export const EditPatternRequest = z.object({
  id: GivenUuid.optional(),
  name: typed(300).optional(),
  caseSensitive: z.boolean().optional(),
  wholeWord: z.boolean().optional(),
  ...TYPED_CONTEXT,
  url: typedLink,
  entity: typedName(300).optional(),
});
