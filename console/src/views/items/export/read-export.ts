import type { ImportItem } from '@vitrine/sdk';
import { service } from '../../../app/service.ts';
import type { ItemQuery } from '../item-query.ts';
import { matchingItems } from '../load-items.ts';

/**
 * The items of an export: all of them, or those that a query finds. What is exported goes through the export of the service, which the
 * audit log names, and has all fields in the form of an import.
 * @throws the reason of `signal`
 */
export async function readExport(
  project: string,
  query: ItemQuery | null,
  onRead: (read: number, total: number) => void,
  signal: AbortSignal,
): Promise<readonly ImportItem[]> {
  const wanted = new Set<string>();
  if (query !== null)
    for await (const page of matchingItems(project, query, signal)) {
      for (const { id } of page.items) wanted.add(id);
      onRead(0, page.total);
    }
  const total =
    query === null ? (await service.items.list(project, { limit: 1 }, { signal })).total : wanted.size;
  const items: ImportItem[] = [];
  if (query !== null && total === 0) return items;
  for await (const item of service.items.export(project, { signal })) {
    if (query !== null && !wanted.has(String(item.id))) continue;
    items.push(item);
    if (items.length % 500 === 0) onRead(items.length, total);
    if (query !== null && items.length === wanted.size) break;
  }
  return items;
}
