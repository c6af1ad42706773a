import type { InputError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';
import { objectText, rawFields, type RawFields } from './item-fields.ts';
import { scanRecord } from './json-document.ts';
import { hasOperation, isOperation, operationResult, readOperation } from './value-operations.ts';

/**
 * What a name with dots means where the item has neither a field of this name nor an object on its path: `paths`, in requests,
 * creates the objects; `columns`, in files, creates a field of this name.
 */
export type NewNames = 'paths' | 'columns';

/** Changes of whole fields. */
export interface FieldChanges {
  /** By field; null: it is removed. */
  readonly fields: JsonObject;
  readonly raw: RawFields;
  /** The state that an operation requires and the item does not have; null: it has. */
  readonly unmet: string | null;
}

interface Options {
  /** Of the change, for errors. */
  readonly path: string;
  readonly newNames: NewNames;
}

/**
 * Resolves paths (`specs.weight`) and operations (`{"_operation": "Increment", "value": 1}`) to changes of whole fields, in the
 * order of the change. `current`: the fields of the item, none for a new one. Errors go to `errors`.
 */
export function fieldChanges(
  current: RawFields,
  changes: JsonObject,
  sent: RawFields,
  { path, newNames }: Options,
  errors: InputError[],
): FieldChanges {
  const raw: RawFields = new Map();
  let unmet: string | null = null;
  for (const [name, text] of sent) {
    const value = changes[name] ?? null;
    const at = `${path}.${name.slice(0, 100).toWellFormed()}`;
    const fields = withChanges(current, raw);
    const keys = keysOf(fields, name, newNames);
    if (!isOperation(value) && hasOperation(value))
      errors.push(fault(at, 'must not have an operation inside: name the field with its path'));
    else if (typeof keys === 'string') errors.push(fault(at, keys));
    else if (keys.length === 1 && !isOperation(value)) raw.set(name, text);
    else if (keys[0] === 'imgs' && keys.length > 1) errors.push(fault(at, 'must be changed as a whole'));
    else {
      const [field = ''] = keys;
      const operation = isOperation(value) ? readOperation(value, rawFields(text).get('value'), at) : null;
      if (operation !== null && 'code' in operation) {
        errors.push(operation);
        continue;
      }
      const before = fields.get(field);
      const after = changedText(before, keys.slice(1), (stored) => {
        if (operation === null) return value === null ? undefined : text;
        const result = operationResult(operation, stored, at);
        if (result.kind === 'value') return result.text;
        if (result.kind === 'unmet') unmet ??= result.detail;
        else errors.push(result.error);
        return stored;
      });
      if (after === undefined) continue;
      raw.set(field, after);
      checkSize(after, at, errors);
    }
  }
  const values = [...raw].map(([name, text]) => [name, valueOf(name, text, changes, sent)] as const);
  return { fields: Object.fromEntries(values), raw, unmet };
}

/** Not parsed again where the field is changed as sent. */
function valueOf(name: string, text: string, changes: JsonObject, sent: RawFields): Json {
  return sent.get(name) === text ? (changes[name] ?? null) : (JSON.parse(text) as Json);
}

/** The fields after the changes so far; a null counts as absent. */
function withChanges(current: RawFields, changes: RawFields): Pick<RawFields, 'get' | 'has'> {
  const get = (name: string): string | undefined => {
    const text = changes.get(name) ?? current.get(name);
    return text === 'null' ? undefined : text;
  };
  return { get, has: (name) => get(name) !== undefined };
}

/**
 * The keys that lead to a field, from the item down, or why none do. As in filters, a key may contain dots: the longest key that
 * exists is taken.
 */
function keysOf(
  fields: Pick<RawFields, 'get' | 'has'>,
  name: string,
  newNames: NewNames,
): readonly string[] | string {
  if (!isPath.test(name) || fields.has(name)) return [name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const key = name.slice(0, dot);
    const inner = fields.get(key);
    if (inner === undefined || inner === 'null') continue;
    if (!inner.startsWith('{')) {
      if (newNames === 'columns') break;
      const kind = inner.startsWith('[') ? 'a list' : 'no object';
      return `cannot be reached as ${JSON.stringify(key.slice(0, 100))} is ${kind}: change all of it`;
    }
    const below = keysOf(rawFields(inner), name.slice(dot + 1), 'paths');
    return typeof below === 'string' ? below : [key, ...below];
  }
  return newNames === 'columns' ? [name] : name.split('.');
}

/** Names with an empty part are no paths. */
const isPath = /^[^.]+(?:\.[^.]+)+$/;

/**
 * The JSON text of a value after a change of what is below these keys, or of itself; undefined: absent. Members that do not change
 * keep their bytes.
 */
function changedText(
  text: string | undefined,
  [key, ...below]: readonly string[],
  change: (stored: string | undefined) => string | undefined,
): string | undefined {
  const stored = text === 'null' ? undefined : text;
  if (key === undefined) return change(stored);
  const members: RawFields = stored === undefined ? new Map() : rawFields(stored);
  const before = members.get(key);
  const after = changedText(before, below, change);
  if (after === before) return text;
  if (after === undefined) members.delete(key);
  else members.set(key, after);
  return objectText(members);
}

/** Steps may add up to more than a field of one request may have. */
function checkSize(text: string, path: string, errors: InputError[]): void {
  const excess = scanRecord(Buffer.from(`{"":${text}}`));
  if (excess === 'depth')
    errors.push({
      path,
      code: 'too_deep',
      detail: `${path} must nest at most ${limits.jsonDepthMax} levels, those of its path included`,
    });
  else if (excess === 'keys' || excess === 'values')
    errors.push({ path, code: 'too_many', detail: `${path} must not have that many ${excess}` });
}

function fault(path: string, text: string): InputError {
  return { path, code: 'format', detail: `${path} ${text}` };
}
