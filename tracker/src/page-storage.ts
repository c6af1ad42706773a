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

/** All keys with a prefix. Without `Array.from()`, which old versions of Prototype.js replace. */
export function keysWith(storage: PageStorage, prefix: string): string[] {
  const keys: string[] = [];
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index) ?? '';
    if (key.startsWith(prefix)) keys.push(key);
  }
  return keys;
}
