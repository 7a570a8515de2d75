import { newKey, resolved } from '../kit/router/history.ts';
import type { History, Location } from '../kit/router/history.ts';

/** A history that begins at this address, apart from the window's. */
export function memoryHistory(address: string): History {
  const entries: Location[] = [{ ...resolved(address, { pathname: '/', search: '', hash: '' }), key: newKey() }];
  const listeners = new Set<(by: number) => void>();
  let index = 0;

  return {
    location: () => entries[index]!,
    push: (location) => {
      index += 1;
      entries.splice(index, Infinity, location);
    },
    replace: (location) => void (entries[index] = location),
    go: (by) => {
      if (entries[index + by] === undefined) return;
      index += by;
      for (const moved of listeners) moved(by);
    },
    listen: (moved) => {
      listeners.add(moved);

      return () => void listeners.delete(moved);
    },
  };
}
