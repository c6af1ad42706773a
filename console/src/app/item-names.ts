import { quotedValue } from './filter-text.ts';
import { useLoad } from './load.ts';
import { service } from './service.ts';

const idsMax = 500;
/** Ids of one request: a filter has at most 10,000 characters. */
const idsAtOnce = 30;

/** The names of items by the shop's ids; those without an item are absent. */
export function useItemNames(project: string, ids: readonly string[]): ReadonlyMap<string, string> {
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
            fields: ['name'],
            grouped: false,
            enableRules: false,
            highlight: false,
          },
          { signal },
        ),
      ),
    );
    return new Map(replies.flatMap(({ items }) => items.map(({ id, name }) => [id, name] as const)));
  });
  return loaded.value ?? new Map();
}
