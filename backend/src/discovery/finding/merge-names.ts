import { typeName } from '@earmark/contracts/vocabulary';
import { nameKey, properName, UNKNOWN_TYPE, type FoundName } from './found-name.ts';

/**
 * Each name once, over all parts of a transcript: with the highest confidence and the most frequent category. The first or
 * last name of a person goes into the only longer name that begins or ends with it.
 */
export function mergeNames(found: readonly FoundName[]): FoundName[] {
  const groups = new Map<string, FoundName[]>();
  for (const one of found) {
    const name = properName(one.name);
    if (name === null) continue;
    const key = nameKey(name);
    const same = groups.get(key);
    const proper = { ...one, name, type: typeName(one.type) || UNKNOWN_TYPE };
    if (same) same.push(proper);
    else groups.set(key, [proper]);
  }
  const merged = new Map([...groups].map(([key, same]) => [key, merge(same)]));
  const persons = [...merged].flatMap(([key, { type }]) => (type === 'person' && key.includes(' ') ? [key] : []));
  for (const [key, one] of merged) {
    if (one.type !== 'person' || key.includes(' ')) continue;
    const longer = persons.filter((person) => person.endsWith(` ${key}`) || person.startsWith(`${key} `));
    if (longer.length !== 1) continue;
    const whole = merged.get(longer[0]!)!;
    merged.set(longer[0]!, { ...whole, confidence: Math.max(whole.confidence, one.confidence) });
    merged.delete(key);
  }

  return [...merged.values()];
}

function merge(same: readonly FoundName[]): FoundName {
  const counts = new Map<string, number>();
  for (const { type } of same) if (type !== UNKNOWN_TYPE) counts.set(type, (counts.get(type) ?? 0) + 1);
  const [type = UNKNOWN_TYPE] = [...counts].toSorted((one, other) => other[1] - one[1])[0] ?? [];

  return {
    name: mostFrequent(same.map(({ name }) => name)),
    type,
    confidence: Math.max(...same.map(({ confidence }) => confidence)),
    suggestedUrl: same.find(({ suggestedUrl }) => suggestedUrl !== null)?.suggestedUrl ?? null,
  };
}

/** Of equally frequent ones, the first. */
function mostFrequent(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);

  return [...counts].toSorted((one, other) => other[1] - one[1])[0]![0];
}
