import { z } from 'zod';

export const ENTITY_SORTS = ['mentions', 'name', 'rising'] as const;

/** The index of entities as its address has it. Unknown values count as the default. */
export const EntityIndexState = z.object({
  q: z.string().trim().max(200).catch(''),
  category: z.string().catch(''),
  sort: z.enum(ENTITY_SORTS).catch('mentions'),
});
export type EntityIndexState = z.infer<typeof EntityIndexState>;

export const entityIndexStateOf = (params: URLSearchParams): EntityIndexState =>
  EntityIndexState.parse(Object.fromEntries(params));

/** Parameters of the call, without defaults. */
export function entityIndexParamsOf({ q, category, sort }: EntityIndexState): URLSearchParams {
  const params = new URLSearchParams();
  if (q !== '') params.set('q', q);
  if (category !== '') params.set('category', category);
  if (sort !== 'mentions') params.set('sort', sort);

  return params;
}
