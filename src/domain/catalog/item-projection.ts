import { jsonProjection, type JsonProjection } from '../../lib/json-projection.ts';

/**
 * From an item's stored JSON to the part of it that a reply has: the fields that the request names, or all, without those in
 * `exclude`. Paths as in filters: `specs.weight`, also in a list of objects. `id` and the service's own fields are always there.
 */
export function itemProjection({
  fields,
  exclude = [],
}: {
  fields: readonly string[] | null;
  exclude?: readonly string[];
}): JsonProjection {
  return jsonProjection({ include: fields, exclude, always: { names: ['id'], prefix: '_' } });
}
