/**
 * SQL: the pins of episodes, all before `head`, by which some pattern holds that does not at revision `head`, or the
 * other way round. What touches no pattern, a category or a name, puts no episode behind. The latest pattern that came
 * decides about most pins without looking at each pattern.
 */
export const pinsBehind = (head: string): string =>
  `select pin from (select distinct vocabulary_revision as pin from read.mentions_episode) pins, (
     select max(from_revision) filter (where to_revision is null or to_revision > ${head}) as came,
       max(to_revision) filter (where to_revision <= ${head}) as went
     from read.mentions_pattern where from_revision <= ${head}
   ) changes
   where pin < came or (pin < went and exists (
     select 1 from read.mentions_pattern where from_revision <= pin and to_revision > pin and to_revision <= ${head}
   ))`;
