import type { InputError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { listArrayElements, skipWhitespace } from '../../lib/json-text.ts';
import { createTypeError } from './item-fields.ts';
import { operationNames, type OperationName } from './operation-names.ts';

/** An operation in place of a value: `{"_operation": "Increment", "value": 1}`. */
export interface ValueOperation {
  readonly name: OperationName;
  readonly value: number | string;
  /** The JSON text of the value. */
  readonly text: string;
}

/**
 * `text` is the JSON text of the new value; undefined keeps the field absent. `unmet` means that the item does not have the state that the
 * operation requires, and nothing of it may change.
 */
export type OperationResult =
  | { readonly kind: 'value'; readonly text: string | undefined }
  | { readonly kind: 'unmet'; readonly detail: string }
  | { readonly kind: 'invalid'; readonly error: InputError };

export function isOperation(value: Json | undefined): value is JsonObject {
  return (
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.hasOwn(value, operationMember)
  );
}

const operationMember = '_operation';
const numeric: readonly OperationName[] = ['Increment', 'Decrement', 'IncrementFrom', 'IncrementSet'];
const whole: readonly OperationName[] = ['IncrementFrom', 'IncrementSet'];

/** Whether an operation stands anywhere in the value. */
export function hasOperation(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  return isOperation(value) || Object.values(value).some((inner: Json) => hasOperation(inner));
}

/** Reads the operation in a value of a change, or returns its error. `valueText` is the JSON text of the member `value`. */
export function readOperation(
  change: JsonObject,
  valueText: string | undefined,
  path: string,
): ValueOperation | InputError {
  const name = operationNames.find((operationName) => operationName === change[operationMember]);
  const createFault = (at: string, code: string, text: string): InputError => ({
    path: at,
    code,
    detail: `${at} ${text}`,
  });
  if (name === undefined)
    return createFault(`${path}.${operationMember}`, 'format', `must be one of ${operationNames.join(', ')}`);
  const other = Object.keys(change).find((key) => key !== operationMember && key !== 'value');
  if (other !== undefined)
    return createFault(
      path,
      'format',
      `must have only ${operationMember} and value: it has ${quoteName(other)}`,
    );
  const { value } = change;
  const at = `${path}.value`;
  if (value === undefined || valueText === undefined) return createFault(at, 'required', 'is required');
  if (typeof value === 'string' && !numeric.includes(name)) return { name, value, text: valueText };
  if (typeof value !== 'number')
    return createTypeError(at, numeric.includes(name) ? 'a number' : 'a number or a string', value);
  if (whole.includes(name) ? !Number.isSafeInteger(value) : !isExact(value))
    return createFault(at, 'out_of_range', `must be ${whole.includes(name) ? 'an integer' : exactNumber}`);
  return { name, value, text: valueText };
}

/**
 * The result of an operation on the stored value with this JSON text (undefined: the item lacks the field). Errors do not show the
 * stored value, which may be private.
 */
export function computeResult(
  operation: ValueOperation,
  stored: string | undefined,
  path: string,
): OperationResult {
  const { name, value } = operation;
  if (typeof value === 'string' || !numeric.includes(name)) return listResult(operation, stored, path);
  const current: Json = stored === undefined ? 0 : (JSON.parse(stored) as Json);
  if (typeof current !== 'number')
    return { kind: 'invalid', error: createTypeError(path, `a number for ${name}`, current) };
  if (name === 'IncrementFrom' && current !== value)
    return { kind: 'unmet', detail: `${path} is not ${value}` };
  if (name === 'IncrementSet' && value <= current)
    return { kind: 'unmet', detail: `${path} is not less than ${value}` };
  const result = {
    Increment: () => addDecimals(current, value),
    Decrement: () => addDecimals(current, -value),
    IncrementFrom: () => current + 1,
    IncrementSet: () => value,
  }[name as 'Increment' | 'Decrement' | 'IncrementFrom' | 'IncrementSet']();
  if (isExact(current) && isExact(result)) return { kind: 'value', text: JSON.stringify(result) };
  const detail = `${path} must be ${exactNumber} before and after ${name}`;
  return { kind: 'invalid', error: { path, code: 'out_of_range', detail } };
}

/** Other elements of the list keep their bytes. */
function listResult(
  { name, value, text }: ValueOperation,
  stored: string | undefined,
  path: string,
): OperationResult {
  const current: Json = stored === undefined ? [] : (JSON.parse(stored) as Json);
  if (!Array.isArray(current))
    return { kind: 'invalid', error: createTypeError(path, `a list for ${name}`, current) };
  const list = stored ?? '[]';
  const texts = listArrayElements(list, skipWhitespace(list, 0)).map(({ start, end }) =>
    list.slice(start, end),
  );
  if (name === 'Remove') {
    if (!current.includes(value)) return { kind: 'value', text: stored };
    return { kind: 'value', text: `[${texts.filter((_, at) => current[at] !== value).join(',')}]` };
  }
  if (name === 'AddUnique' && current.includes(value)) return { kind: 'value', text: stored };
  return { kind: 'value', text: `[${[...texts, text].join(',')}]` };
}

const exactNumber = `a number between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;

/** Whether a number was not rounded when it was read. */
function isExact(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** The sum of two decimals, with as many decimal places as they have: 0.1 + 0.2 is 0.3. */
function addDecimals(a: number, b: number): number {
  return Number((a + b).toFixed(Math.min(100, Math.max(countDecimals(a), countDecimals(b)))));
}

function countDecimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}

function quoteName(name: string): string {
  return JSON.stringify(name.slice(0, 40));
}
