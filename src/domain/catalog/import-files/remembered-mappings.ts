import { createHash } from 'node:crypto';
import type { RememberedMapping } from '../../../ports/catalog/column-mappings.ts';
import { limits } from '../../../ports/limits.ts';
import type { ResourceStore } from '../../../ports/configuration/resources.ts';
import { selectMerchantColumns } from './columns.ts';
import type { ImportFileOptions } from './import-file.ts';

/** The id of the mapping for files with these columns, in any order. */
function computeMappingId(names: readonly string[]): string {
  const sorted = [...selectMerchantColumns(names)].sort();
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32);
}

/** Finds the last chosen mapping of these columns, or null. */
export function findRememberedMapping(
  store: Pick<ResourceStore<RememberedMapping>, 'current'>,
  names: readonly string[],
): RememberedMapping | null {
  return store.current().get(computeMappingId(names))?.value ?? null;
}

/**
 * Remembers the mapping or layout that an import chose for its columns, with its decimal sign, and forgets the oldest choices beyond
 * `limits.columnMappingsMax`. An empty mapping alone forgets the choices for its columns.
 */
export async function rememberMapping(
  store: ResourceStore<RememberedMapping>,
  names: readonly string[],
  { mapping, layout, decimal }: Pick<ImportFileOptions, 'mapping' | 'layout' | 'decimal'>,
  now: number,
): Promise<void> {
  if (names.length === 0 || (mapping === null && layout === null)) return;
  const id = computeMappingId(names);
  const before = store.current().get(id)?.value;
  const value: RememberedMapping = {
    id,
    mapping: mapping ?? before?.mapping ?? {},
    layout: layout ?? before?.layout ?? null,
    decimal: decimal ?? before?.decimal ?? null,
    chosenAt: now,
  };
  const isEmpty = mapping !== null && Object.keys(mapping).length === 0 && layout === null;
  if (isEmpty) {
    if (before !== undefined) await store.change(id, () => null);
    return;
  }
  await store.change(id, () => value);
  const newestFirst = [...store.current().values()].sort((a, b) => b.value.chosenAt - a.value.chosenAt);
  for (const { value: gone } of newestFirst.slice(limits.columnMappingsMax))
    await store.change(gone.id, () => null);
}
