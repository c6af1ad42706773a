import { useVitrine } from '@vitrine/react';
import type { Item } from '@vitrine/sdk/shop';
import { useEffect, useState } from 'react';
import { collections } from '../app/collections.ts';
import { departments } from '../app/departments.ts';

/** The most popular product of each department and collection, by its name or id, for the pictures. */
export type PicturedItems = ReadonlyMap<string, Item>;

const searches = [
  ...departments.map(({ name, pictured }) => ({ key: name, pictured })),
  ...collections.map(({ id, pictured }) => ({ key: id, pictured, collection: id })),
];

/** By one request. Null before its reply; what has no products is not in it. */
export function usePicturedItems(): PicturedItems | null {
  const { client, project } = useVitrine();
  const [items, setItems] = useState<PicturedItems | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const load = async (): Promise<void> => {
      const { results } = await client.multiSearch(
        project,
        searches.map(({ key: _key, pictured, ...collection }) => ({
          ...collection,
          filters: `category:${JSON.stringify(pictured)}`,
          limit: 1,
          fields: ['name', 'imgs'],
          highlight: false,
        })),
        { signal: abort.signal },
      );
      const found = searches.flatMap(({ key }, index): [string, Item][] => {
        const item = results[index]?.items[0];
        return item === undefined ? [] : [[key, item]];
      });
      setItems(new Map(found));
    };
    // Without a reply the names stay.
    load().catch(() => undefined);
    return () => abort.abort();
  }, [client, project]);
  return items;
}
