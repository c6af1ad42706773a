/** Keys and values that outlive the page, or only this page where the browser refuses storage. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The browser's local storage; in memory where it is blocked, or full at the first write. */
export function pageStorage(): PageStorage {
  try {
    const { localStorage } = globalThis;
    localStorage.setItem('vitrine', '1');
    localStorage.removeItem('vitrine');
    return localStorage;
  } catch {
    return memoryStorage();
  }
}

export function memoryStorage(): PageStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}

/** All keys with a prefix. */
export function keysWith(storage: PageStorage, prefix: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
}
