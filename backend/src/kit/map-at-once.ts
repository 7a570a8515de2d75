/**
 * Does the work for each item, `atOnce` at a time, and answers the results in order. After a failure nothing new begins; what
 * was begun ends first, so that its results are kept. Throws the first failure.
 */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length && failures.length === 0; index = next++)
      try {
        results[index] = await work(items[index]!, index);
      } catch (error) {
        failures.push(error);
      }
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, worker));
  if (failures.length > 0) throw failures[0];

  return results;
}
