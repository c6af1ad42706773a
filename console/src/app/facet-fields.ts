import type { Item } from '@vitrine/sdk';
import { service } from './service.ts';

const excludedFields = new Set([
  'id',
  'sku',
  'name',
  'description',
  'imgs',
  'price',
  'active',
  'url',
  'releasedAt',
]);
const preferredFields = ['category', 'categories', 'brand', 'color', 'size', 'gender', 'tags'];
const fieldsMax = 5;

/** Fields of this catalog that work as facets: short values shared by several items, common field names first. */
export async function facetFields(project: string, signal: AbortSignal): Promise<string[]> {
  const { items } = await service.items.list(project, { limit: 200, active: true }, { signal });
  return chooseFacets(items);
}

export function chooseFacets(items: readonly Item[]): string[] {
  const fields = new Map<string, { uses: number; values: Set<string> }>();
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      if (name.startsWith('_') || excludedFields.has(name)) continue;
      const values = (Array.isArray(value) ? value : [value]).filter(
        (one) => (typeof one === 'string' && one.length <= 60) || typeof one === 'boolean',
      );
      if (values.length === 0) continue;
      const field = fields.get(name) ?? { uses: 0, values: new Set() };
      field.uses++;
      for (const one of values) field.values.add(String(one));
      fields.set(name, field);
    }
  }
  const order = (name: string): number =>
    preferredFields.includes(name) ? preferredFields.indexOf(name) : preferredFields.length;
  return [...fields]
    .filter(([, { uses, values }]) => uses >= 2 && values.size <= uses * 0.7)
    .sort(([a, fieldA], [b, fieldB]) => order(a) - order(b) || fieldB.uses - fieldA.uses)
    .slice(0, fieldsMax)
    .map(([name]) => name);
}
