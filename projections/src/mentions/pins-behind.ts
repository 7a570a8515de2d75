/**
 * SQL: the pins of episodes, all before `head`, by which some pattern holds that does not at revision `head`, or the
 * other way round. What touches no pattern, a category or a name, puts no episode behind, nor does what was undone: the
 * same pattern may hold again. The latest patterns that came and went tell most pins without a look at each pattern.
 */
export const pinsBehind = (head: string): string =>
  `select pin from (select distinct vocabulary_revision as pin from read.mentions_episode) pins, (
     select max(from_revision) filter (where ${holdsAt('p', head)}) as came,
       max(to_revision) filter (where to_revision <= ${head}) as went
     from read.mentions_pattern p where from_revision <= ${head}
   ) changes
   where (pin < came and ${differs(head, 'pin')}) or (pin < went and ${differs('pin', head)})`;

const holdsAt = (pattern: string, revision: string): string =>
  `${pattern}.from_revision <= ${revision} and (${pattern}.to_revision is null or ${pattern}.to_revision > ${revision})`;

/** Whether some pattern holds at the one revision and none like it at the other. */
const differs = (one: string, other: string): string =>
  `exists (
     select 1 from read.mentions_pattern p where ${holdsAt('p', one)} and not (${holdsAt('p', other)}) and not exists (
       select 1 from read.mentions_pattern q where q.pattern_id = p.pattern_id and ${holdsAt('q', other)}
         and (q.entity_id, q.name, q.case_sensitive, q.whole_word) = (p.entity_id, p.name, p.case_sensitive, p.whole_word)
     )
   )`;
