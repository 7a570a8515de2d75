/** An in-memory localStorage for specs outside a browser; initially empty. */
export function keepInMemory(): void {
  const kept = new Map<string, string>();
  const value = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  // Stored items are own keys, as in a browser.
  const storage = new Proxy(value, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
}
