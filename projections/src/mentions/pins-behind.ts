/**
 * SQL: the pins of episodes by which some pattern holds that does not at revision `head`, or the other way round. What
 * touches no pattern, a category or a name, puts no episode behind. Each pin is looked at once, however many share it.
 */
export const pinsBehind = (head: string): string =>
  `select pin from (select distinct vocabulary_revision as pin from read.mentions_episode) pins
   where exists (
     select 1 from read.mentions_pattern
     where (from_revision <= pin and (to_revision is null or to_revision > pin))
        <> (from_revision <= ${head} and (to_revision is null or to_revision > ${head}))
   )`;
