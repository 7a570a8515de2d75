import type { NearMatch } from '@earmark/contracts/discovery';
import { foldName } from '@earmark/contracts/mentions';
import { initialsOf, listSimilarEntities, type Db, type SimilarEntity } from '@earmark/projections/queries';

const MOST = 5;

/**
 * Entities that a name may be another name of, the nearest first, by `nearKey`. `initials`: ids of entities by the initials
 * of their names.
 */
export async function nearMatches(
  db: Db,
  wanted: readonly { readonly foldedName: string; readonly type: string }[],
  initials: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, NearMatch[]>> {
  const names = [...new Set(wanted.map(({ foldedName }) => foldedName))];
  const similar = new Map<string, SimilarEntity[]>(names.map((name) => [name, []]));
  const known = names.flatMap((name) =>
    (initials.get(name) ?? []).slice(0, MOST).map((entityId) => ({ wanted: name, entityId })),
  );
  for (const one of await listSimilarEntities(db, names, known)) similar.get(one.wanted)!.push(one);

  return new Map(
    wanted.map(({ foldedName, type }) => {
      const found = similar.get(foldedName)!.flatMap((entity) => {
        const near = howNear(foldedName, type, entity);
        return near === null ? [] : [{ entity, ...near }];
      });
      found.sort((a, b) => a.distance - b.distance || a.entity.name.length - b.entity.name.length);

      return [
        nearKey(type, foldedName),
        found.slice(0, MOST).map(({ entity: { entityId, name, slug, type: its }, how }) => ({
          entityId,
          name,
          slug,
          type: its,
          how,
        })),
      ];
    }),
  );
}

export const nearKey = (type: string, foldedName: string): string => `${type} ${foldedName}`;

interface Near {
  /** The smaller, the nearer. */
  readonly distance: number;
  readonly how: string;
}

/** Null: not near, or the very entity that an approval would add to. */
export function howNear(
  folded: string,
  type: string,
  entity: Pick<SimilarEntity, 'name' | 'type' | 'names'>,
): Near | null {
  const own = foldName(entity.name);
  if (own === folded) return entity.type === type ? null : { distance: 1, how: 'same name in another category' };
  if (entity.names.includes(folded)) return { distance: 0, how: 'has this name as an alias' };
  const [mine, its] = [wordsOf(folded), wordsOf(own)];
  if (mine.length === its.length && [...mine].sort().join(' ') === [...its].sort().join(' '))
    return { distance: 1, how: 'same words in another order' };
  if (initialsOf(own) === folded) return { distance: 2, how: 'these are its initials' };
  if (initialsOf(folded) === own) return { distance: 2, how: 'its name are these initials' };
  if (isWithin(mine, its)) return { distance: 2, how: 'a longer name' };
  if (isWithin(its, mine)) return { distance: 3, how: 'a shorter name' };
  const letters = editDistance(folded, own, 2);
  if (letters === 1 && own.length > 3) return { distance: 1, how: 'one letter differs' };
  if (letters === 2 && own.length > 6) return { distance: 2, how: 'two letters differ' };

  return null;
}

const wordsOf = (folded: string): string[] => folded.split(' ').filter((word) => word !== '');

/** Whether the words of the shorter name stand at the beginning or the end of the longer one. */
function isWithin(shorter: readonly string[], longer: readonly string[]): boolean {
  if (shorter.length >= longer.length || shorter.join('').length < 3) return false;
  const [start, end] = [longer.slice(0, shorter.length), longer.slice(-shorter.length)];

  return [start, end].some((part) => part.join(' ') === shorter.join(' '));
}

/** Letters to insert, delete, replace, or swap with their neighbour; `most` + 1 when there are more. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [twoBefore, before] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, twoBefore[j - 2]! + 1);
    }
    [twoBefore, before] = [before, row];
  }

  return Math.min(before[b.length]!, most + 1);
}
