import type { Item } from '@vitrine/sdk';
import { picturesOf } from '../parts/picture.tsx';
import { quotedValue } from './filter-text.ts';
import { useLoad } from './load.ts';
import { service } from './service.ts';

/** What people recognize an item by. */
export interface ShownItem {
  readonly name: string;
  readonly picture: string | undefined;
}

const idsMax = 500;
/** Ids of one request: a filter has at most 10,000 characters. */
const idsAtOnce = 30;

/** Items by the shop's ids; those without an item, such as products with variants, are absent. */
export function useShownItems(project: string, ids: readonly string[]): ReadonlyMap<string, ShownItem> {
  const distinct = [...new Set(ids)].slice(0, idsMax);
  const loaded = useLoad(JSON.stringify([project, distinct]), async (signal) => {
    const groups = Array.from({ length: Math.ceil(distinct.length / idsAtOnce) }, (_, i) =>
      distinct.slice(i * idsAtOnce, (i + 1) * idsAtOnce),
    );
    const replies = await Promise.all(
      groups.map((group) =>
        service.search(
          project,
          {
            filters: `id IN [${group.map(quotedValue).join(', ')}]`,
            limit: group.length,
            fields: ['name', 'imgs'],
            grouped: false,
            enableRules: false,
            highlight: false,
          },
          { signal },
        ),
      ),
    );
    return new Map(
      replies.flatMap(({ items }) =>
        items.map(
          (item) => [item.id, { name: item.name, picture: picturesOf(item as Item)[0]?.url }] as const,
        ),
      ),
    );
  });
  return loaded.value ?? new Map();
}

/** The names of items by the shop's ids, as {@link useShownItems}. */
export function useItemNames(project: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const items = useShownItems(project, ids);
  return new Map([...items].map(([id, { name }]) => [id, name]));
}
