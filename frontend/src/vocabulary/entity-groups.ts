import type { PatternView } from '@earmark/contracts/vocabulary';

/** An entity with its patterns, as far as they are loaded. */
export interface EntityGroup {
  readonly entityId: string;
  readonly name: string;
  readonly url: string | null;
  readonly patterns: readonly PatternView[];
}

/** The entities of the patterns, both in the order of the list. */
export function groupsOf(patterns: readonly PatternView[]): readonly EntityGroup[] {
  const groups = new Map<string, EntityGroup & { patterns: PatternView[] }>();
  for (const pattern of patterns) {
    const { entityId, entity: name, url } = pattern;
    const known = groups.get(entityId);
    if (known === undefined) groups.set(entityId, { entityId, name, url, patterns: [pattern] });
    else known.patterns.push(pattern);
  }

  return [...groups.values()];
}

/** Lower case without accents. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const MAX_NAMES = 20;

/** Entity names to suggest for the typed text, those that start with it first. */
export function suggestedNames(groups: readonly EntityGroup[], typed: string): readonly string[] {
  const beginsSo = ({ name }: EntityGroup): boolean => folded(name).startsWith(folded(typed));

  return [...groups.filter(beginsSo), ...groups.filter((group) => !beginsSo(group))]
    .slice(0, MAX_NAMES)
    .map(({ name }) => name);
}
