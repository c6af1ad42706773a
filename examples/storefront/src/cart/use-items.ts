import { useSearch } from '@vitrine/react';
import type { Item } from '@vitrine/sdk/shop';
import { cardFields } from '../parts/item-fields.ts';
import { useLanguage } from '../texts/language.ts';

const itemsMax = 50;

/** Items by id, as the shop has them now. `isLoaded`: all that exist are there. */
export function useItems(ids: readonly string[]): {
  readonly items: ReadonlyMap<string, Item>;
  readonly isLoaded: boolean;
} {
  const { code } = useLanguage();
  const search = useSearch({
    enabled: ids.length > 0,
    filters: `id IN [${[...ids]
      .sort()
      .map((id) => JSON.stringify(id))
      .join(', ')}]`,
    grouped: false,
    limit: itemsMax,
    fields: cardFields,
    highlight: false,
    language: code,
  });
  return {
    items: new Map(search.hits.map(({ item }) => [item.id, item])),
    isLoaded: search.data !== undefined,
  };
}
