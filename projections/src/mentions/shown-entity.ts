/** SQL: whether all patterns of the shown entity in `column`, and of those merged into it, are of whole words. */
export const isWholeWord = (column: string): string =>
  `not exists (
     select 1 from read.vocabulary_entity o join read.vocabulary_pattern p on p.entity_id = o.entity_id
     where o.shown_id = ${column} and not p.whole_word
   )`;

/** SQL: the entities merged into the one in `column`, as JSON. */
export const mergedNames = (column: string): string =>
  `(
     select coalesce(
       json_agg(json_build_object('id', o.entity_id, 'name', o.name, 'slug', o.slug) order by o.name, o.entity_id), '[]'
     )
     from read.vocabulary_entity o where o.shown_id = ${column} and o.merged_into is not null
   )`;
