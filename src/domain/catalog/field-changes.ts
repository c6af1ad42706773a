import type { InputError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { checkName, writeRawFields, readRawFields, type RawFields } from './item-fields.ts';
import { scanRecord } from '../contract/json-document.ts';
import { hasOperation, isOperation, computeResult, readOperation } from './value-operations.ts';

/**
 * The meaning of a name with dots if the item has neither a field of this name nor an object on its path: `paths`, in requests,
 * creates the objects; `columns`, in files, creates a field of this name. With `whole`, a name is always that of a field.
 */
export type NewNames = 'paths' | 'columns' | 'whole';

/** Changes of whole fields. */
export interface FieldChanges {
  /** Values by field; null removes a field. */
  readonly fields: JsonObject;
  readonly raw: RawFields;
  /** The state that an operation requires and the item does not have, or null if it has. */
  readonly unmet: string | null;
}

interface Options {
  /** Place of the change, for errors. */
  readonly path: string;
  readonly newNames: NewNames;
}

/** An object on a path, whose members are JSON texts or such objects. */
interface OpenObject {
  readonly members: Map<string, string | OpenObject>;
  /** The JSON text, or null if a member has changed since it was read. */
  text: string | null;
}

/**
 * Resolves paths (`specs.weight`) and operations (`{"_operation": "Increment", "value": 1}`) to changes of whole fields, in the
 * order of the change. `current` has the fields of the item, none for a new one. Errors go to `errors`.
 */
export function resolveFieldChanges(
  current: RawFields,
  changes: JsonObject,
  texts: RawFields,
  { path, newNames }: Options,
  errors: InputError[],
): FieldChanges {
  // A null counts as absent.
  const item: OpenObject = { members: new Map([...current].filter(([, text]) => text !== 'null')), text: '' };
  /** The path of the last change of each field. */
  const changed = new Map<string, string>();
  let unmet: string | null = null;
  for (const [name, text] of texts) {
    if (name.length > limits.fieldNameLengthMax) {
      checkName(name, path, errors);
      continue;
    }
    const value = changes[name] ?? null;
    const at = `${path}.${name.slice(0, 100).toWellFormed()}`;
    const keys = newNames === 'whole' ? [name] : checkKeys(item, name, newNames);
    if (!isOperation(value) && hasOperation(value))
      errors.push(createFault(at, 'must not have an operation inside: name the field with its path'));
    else if (typeof keys === 'string') errors.push(createFault(at, keys));
    else if (keys[0] === 'imgs' && keys.length > 1)
      errors.push(createFault(at, 'must be changed as a whole'));
    else {
      const [field = ''] = keys;
      const operation = isOperation(value)
        ? readOperation(value, readRawFields(text).get('value'), at)
        : null;
      if (operation !== null && 'code' in operation) {
        errors.push(operation);
        continue;
      }
      changeValue(item, keys, (stored) => {
        if (operation === null) return value === null ? undefined : text;
        const result = computeResult(operation, stored, at);
        if (result.kind === 'value') return result.text;
        if (result.kind === 'unmet') unmet ??= result.detail;
        else errors.push(result.error);
        return stored;
      });
      const isWhole = keys.length === 1 && operation === null;
      if (isWhole || item.members.has(field)) changed.set(field, at);
    }
  }
  const raw: RawFields = new Map();
  for (const [field, at] of changed) {
    const text = toText(item.members.get(field) ?? 'null');
    raw.set(field, text);
    if (text !== texts.get(field)) checkSize(text, at, errors);
  }
  const values = [...raw].map(([name, text]) => [name, computeValue(name, text, changes, texts)] as const);
  return { fields: Object.fromEntries(values), raw, unmet };
}

/** Parses the text of a field if it differs from what was sent. */
function computeValue(name: string, text: string, changes: JsonObject, texts: RawFields): Json {
  return texts.get(name) === text ? (changes[name] ?? null) : (JSON.parse(text) as Json);
}

/**
 * Returns the keys that lead to a field, from the item down, or an error text. As in filters, a key may contain dots: the longest key that
 * exists is taken.
 */
function checkKeys(object: OpenObject, name: string, newNames: NewNames): readonly string[] | string {
  if (!isPath.test(name) || object.members.has(name)) return [name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const key = name.slice(0, dot);
    const inner = object.members.get(key);
    if (inner === undefined || inner === 'null') continue;
    if (typeof inner === 'string' && !inner.startsWith('{')) {
      if (newNames === 'columns') break;
      const kind = inner.startsWith('[') ? 'a list' : 'no object';
      return `cannot be reached as ${JSON.stringify(key.slice(0, 100))} is ${kind}: change all of it`;
    }
    const below = checkKeys(openObject(object, key), name.slice(dot + 1), 'paths');
    return typeof below === 'string' ? below : [key, ...below];
  }
  return newNames === 'columns' ? [name] : name.split('.');
}

/** Names with an empty part are no paths. */
const isPath = /^[^.]+(?:\.[^.]+)+$/;

/**
 * Changes the value that the keys lead to; undefined means absent. Setting a value creates the objects on the way. Members that do
 * not change keep their bytes.
 */
function changeValue(
  object: OpenObject,
  [key = '', ...below]: readonly string[],
  change: (stored: string | undefined) => string | undefined,
): void {
  const { members } = object;
  if (below.length > 0) {
    const inner = openObject(object, key);
    changeValue(inner, below, change);
    if (inner.text !== null) return;
    members.set(key, inner);
  } else {
    const stored = members.get(key);
    const before = stored === undefined ? undefined : toText(stored);
    const after = change(before === 'null' ? undefined : before);
    if (after === before) return;
    if (after === undefined) members.delete(key);
    else members.set(key, after);
  }
  object.text = null;
}

/** Returns the object under a key, parsed once for all paths into it, or else a new one that is not a member yet. */
function openObject({ members }: OpenObject, key: string): OpenObject {
  const stored = members.get(key) ?? 'null';
  if (typeof stored !== 'string') return stored;
  if (stored === 'null') return { members: new Map(), text: stored };
  const object: OpenObject = { members: readRawFields(stored), text: stored };
  members.set(key, object);
  return object;
}

function toText(value: string | OpenObject): string {
  if (typeof value === 'string') return value;
  value.text ??= writeRawFields(new Map(Array.from(value.members, ([key, inner]) => [key, toText(inner)])));
  return value.text;
}

/** Checks the limits of a field, which several changes together can exceed. */
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

function createFault(path: string, text: string): InputError {
  return { path, code: 'format', detail: `${path} ${text}` };
}
