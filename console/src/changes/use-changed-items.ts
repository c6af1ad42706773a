import type { Item } from '@vitrine/sdk';
import { quotedValue } from '../app/filter-text.ts';
import { useLoad } from '../app/load.ts';
import { service } from '../app/service.ts';
import { picturesOf } from '../parts/picture.tsx';

/** The name and the picture of an item that a change is about. */
export interface ChangedItem {
  readonly name: string;
  readonly picture: string | undefined;
}

/** Items of one request: a filter has at most 10,000 characters. */
const itemsMax = 30;

/** The first items by their ids; those without an item, such as products with variants, are absent. */
export function useChangedItems(project: string, ids: readonly string[]): ReadonlyMap<string, ChangedItem> {
  const distinct = [...new Set(ids)].slice(0, itemsMax);
  const loaded = useLoad(JSON.stringify([project, distinct]), async (signal) => {
    if (distinct.length === 0) return new Map<string, ChangedItem>();
    const { items } = await service.search(
      project,
      {
        filters: `id IN [${distinct.map(quotedValue).join(', ')}]`,
        limit: distinct.length,
        fields: ['name', 'imgs'],
        grouped: false,
        enableRules: false,
        highlight: false,
      },
      { signal },
    );
    return new Map(
      items.map((item) => [item.id, { name: item.name, picture: picturesOf(item as Item)[0]?.url }]),
    );
  });
  return loaded.value ?? new Map();
}
