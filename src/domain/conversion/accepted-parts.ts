import type { InputError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { Fault, type Field } from '../contract/fields.ts';
import { isObject } from '../contract/object-fields.ts';

/**
 * A value without the parts in which its field finds faults: an element of a list as a whole, or a member. `tell` gets each
 * fault, and the value that has it. Undefined means nothing is left.
 */
export function keepValidParts(
  field: Pick<Field<unknown>, 'read'>,
  value: Json,
  path: string,
  tell: (error: InputError, of: Json) => void,
): Json | undefined {
  let left: Json | undefined = value;
  // Ends, as each step removes a part.
  while (left !== undefined) {
    const read = field.read(left, path);
    if (!(read instanceof Fault)) return left;
    const faults = new Map(
      read.errors.map((error) => {
        const names = splitPath(error.path, path);
        return [names.join('\n'), { names, error }];
      }),
    );
    const faulty = left;
    // From the end, as removed elements move those after them.
    for (const { names, error } of [...faults.values()].toSorted((a, b) => comparePaths(b.names, a.names))) {
      tell(error, faulty);
      left = names.length === 0 || left === undefined ? undefined : removePart(left, names);
    }
  }
  return undefined;
}

/** The names to a part: `facets` and `3` of `search.facets[3].field`, as an element of a list is left out as a whole. */
function splitPath(path: string, root: string): string[] {
  const names: string[] = [];
  for (const [, index, name] of path.slice(root.length).matchAll(/\[(\d+)\]|\.?([^.[\]]+)/g)) {
    names.push(index ?? name ?? '');
    if (index !== undefined) break;
  }
  return names;
}

function comparePaths(one: readonly string[], other: readonly string[]): number {
  for (const [at, name] of one.entries()) {
    const difference = Number(name) - Number(other[at]);
    if (!Number.isNaN(difference) && difference !== 0) return difference;
    if (name !== other[at]) return name < (other[at] ?? '') ? -1 : 1;
  }
  return one.length - other.length;
}

function removePart(value: Json, [name = '', ...rest]: readonly string[]): Json | undefined {
  if (Array.isArray(value)) return value.toSpliced(Number(name), 1);
  if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
  const { [name]: member, ...others }: JsonObject = value;
  const left = rest.length === 0 || member === undefined ? undefined : removePart(member, rest);
  return left === undefined ? others : { ...others, [name]: left };
}
