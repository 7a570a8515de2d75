import { setImmediate as nextTurn } from 'node:timers/promises';

/** Of a few microseconds of work each. */
const AT_ONCE = 500;

/** Lets everything else that waits for this thread go first. */
export const giveWay = async (): Promise<void> => nextTurn();

/** `items.map(work)` for long lists: everything else has its turn in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await giveWay();
    results.push(work(item, index));
  }

  return results;
}
