import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../ports/catalog/json.ts';
import { isObject } from '../contract/object-fields.ts';

/** One value that differs between two states of a part of the configuration. */
export interface Difference {
  /** The path below the part: `when.query`, `pin[0].position`; empty means the whole part. */
  readonly path: string;
  /** Null means that the part is absent. */
  readonly before: Json | null;
  readonly after: Json | null;
}

/** The differences between two states: only the members and elements that differ. */
export function findDifferences(before: Json | null, after: Json | null, path = ''): Difference[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      findDifferences(
        getMember(before, name),
        getMember(after, name),
        path === '' ? name : `${path}.${name}`,
      ),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, path);
  return [{ path, before, after }];
}

/**
 * Elements of equal value are the same, wherever they stand: an element that is inserted does not change those after it. A
 * list with the same elements in another order differs as a whole.
 */
function listDifferences(before: readonly Json[], after: readonly Json[], path: string): Difference[] {
  const [removed, added] = [findExtras(before, after), findExtras(after, before)];
  if (removed.size + added.size === 0) return [{ path, before: [...before], after: [...after] }];
  const places = [...new Set([...removed.keys(), ...added.keys()])].sort((a, b) => a - b);
  return places.flatMap((at) =>
    findDifferences(removed.get(at) ?? null, added.get(at) ?? null, `${path}[${at}]`),
  );
}

/** The elements of a list, by index, that another list has less often. */
function findExtras(list: readonly Json[], other: readonly Json[]): Map<number, Json> {
  const counts = new Map<string, number>();
  for (const element of other) {
    const text = JSON.stringify(element);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const valuesByIndex = new Map<number, Json>();
  list.forEach((element, at) => {
    const text = JSON.stringify(element);
    const count = counts.get(text) ?? 0;
    if (count > 0) counts.set(text, count - 1);
    else valuesByIndex.set(at, element);
  });
  return valuesByIndex;
}

function getMember(object: Readonly<Record<string, Json>>, name: string): Json | null {
  return Object.hasOwn(object, name) ? object[name]! : null;
}
