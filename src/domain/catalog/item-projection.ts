import { ByteBoundedCache } from '../../lib/byte-bounded-cache.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import { localItem } from '../../lib/local-values.ts';
import { createJsonProjection, type JsonProjection } from '../../lib/json-projection.ts';
import type { LocalValues } from '../../ports/catalog/local-values.ts';

/** Cached projections: the pages of a shop request the same few field lists. */
const projectionsMax = 16;
/** Cache size of a projection in bytes: some hundreds of items. */
const keptBytesMax = 2 * 1024 * 1024;

/** The stored JSON begins with `_id`, `_version`, `_createdAt` and `_updatedAt`, which fit in this many bytes. */
const stateBytes = 192;

const projections = new Map<string, JsonProjection>();

/**
 * Projects an item's stored JSON to the requested fields, or all, without those in `exclude`. Paths as in filters:
 * `specs.weight`, also inside lists of objects. Includes `id` and the service's fields always.
 *
 * With `local`, members have the values of that choice.
 *
 * A projection caches its results for frequently requested items: 50 items take 10 us instead of 120.
 */
export function createItemProjection({
  fields,
  exclude = [],
  local = null,
}: {
  fields: readonly string[] | null;
  exclude?: readonly string[];
  local?: LocalValues | null;
}): JsonProjection {
  if (local !== null) {
    // Not cached: the same state of an item differs by choice, and a shop may have hundreds of stores.
    const [overlay, project] = [localItem(local), createProjection(fields, exclude)];
    return (json) => project(overlay(json));
  }
  if (fields === null && exclude.length === 0) return keepJson;
  const key = JSON.stringify([fields, exclude]);
  const cached = projections.get(key);
  if (cached !== undefined) return cached;
  const projection = cacheResults(createProjection(fields, exclude));
  projections.set(key, projection);
  evictOldest(projections, projectionsMax);
  return projection;
}

function createProjection(include: readonly string[] | null, exclude: readonly string[]): JsonProjection {
  const project = createJsonProjection({ include, exclude, always: { names: ['id'], prefix: '_' } });
  if (include !== null) return project;
  const marks = [...new Set(exclude.map((path) => path.split('.', 1)[0]!))].map((name) =>
    JSON.stringify(name),
  );
  return (json) => {
    const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
    // Most items have no private member. A name may be written with escapes, and a path may be a name with dots.
    const mayHave = bytes.includes('\\u') || marks.some((mark) => bytes.includes(mark.slice(0, -1)));
    return mayHave ? project(json) : json;
  };
}

const keepJson: JsonProjection = (json) => json;

/** The same state of an item has the same bytes, though not the same array. */
function cacheResults(project: JsonProjection): JsonProjection {
  const cache = new ByteBoundedCache<string, Uint8Array>(keptBytesMax, (projected) => projected.length);
  return (json) => {
    const start = Buffer.from(json.buffer, json.byteOffset, Math.min(stateBytes, json.byteLength));
    const state = `${start.toString('latin1')}${json.byteLength}`;
    const cached = cache.get(state);
    if (cached !== undefined) return cached;
    const projected = project(json);
    cache.set(state, projected);
    return projected;
  };
}
