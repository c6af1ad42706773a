import { useVitrine } from '@vitrine/react';
import type { Item } from '@vitrine/sdk/shop';
import { useEffect, useState } from 'react';
import { departments } from '../app/departments.ts';

/** A department with its most popular product, for the picture. */
export interface Department {
  readonly name: string;
  readonly item: Item | null;
}

/** The departments with products, by one request. Before its reply all of them, without pictures. */
export function useDepartments(): readonly Department[] {
  const { client, project } = useVitrine();
  const [found, setFound] = useState<readonly Department[]>(() =>
    departments.map((name) => ({ name, item: null })),
  );
  useEffect(() => {
    const abort = new AbortController();
    const load = async (): Promise<void> => {
      const { results } = await client.multiSearch(
        project,
        departments.map((name) => ({
          filters: `category:${JSON.stringify(name)}`,
          limit: 1,
          fields: ['name', 'imgs'],
          highlight: false,
        })),
        { signal: abort.signal },
      );
      const replies = departments.map((name, index) => ({ name, item: results[index]?.items[0] ?? null }));
      setFound(replies.filter(({ item }) => item !== null));
    };
    // Without a reply the names stay.
    load().catch(() => undefined);
    return () => abort.abort();
  }, [client, project]);
  return found;
}
