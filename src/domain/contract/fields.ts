import type { InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { parseTime } from '../../lib/epoch-time.ts';
import { findTextFault } from './json-document.ts';
import { defineComponent, addNullToSchema, type Schema } from './schema.ts';

/** A field of a request: JSON Schema, parser and static type in one declaration. */
export interface Field<T> {
  readonly schema: Schema;
  /** Parses a sent value; returns a Fault if it is invalid. */
  readonly read: (value: unknown, path: string) => T | Fault;
}
export type FieldOutput<F> = F extends Field<infer T> ? T : never;

/** The errors of an invalid value. */
export class Fault {
  readonly errors: readonly InputError[];
  constructor(errors: readonly InputError[]) {
    this.errors = errors;
  }
}

export function createFault(path: string, code: string, expected: string): Fault {
  return new Fault([{ path, code, detail: `${path} must be ${expected}` }]);
}

/** The errors of an invalid part. Read again with its path, which valid parts do not need. */
export function listErrorsAt(field: Field<unknown>, value: unknown, path: string): readonly InputError[] {
  const read = field.read(value, path);
  return read instanceof Fault ? read.errors : [];
}

interface Described {
  readonly description?: string;
}

/** Longest text that is parsed as a number. */
const numberLengthMax = 64;
const wholeText = /^[+-]?\d{1,16}$/;
const decimalText = /^(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/;

export interface TextOptions extends Described {
  readonly lengthMin?: number;
  readonly lengthMax: number;
  readonly example?: string;
  /** Documents the pattern; a later check rejects other values with a reason. */
  readonly pattern?: string;
  /** Whether a number is converted to its decimal string, as ids are numbers in many shops. */
  readonly numbers?: boolean;
  /** Whether a text of spaces is too short. */
  readonly notBlank?: boolean;
  /** Whether people read it in lists: it is one line, and its characters stand in the order in which they are written. */
  readonly isName?: boolean;
  /** Whether it is a part of paths, from which clients remove `.` and `..`. */
  readonly inPath?: boolean;
}

/** Control characters, line and paragraph separators, and marks that change the direction of the text after them. */
const notInNames = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export function defineText(options: TextOptions): Field<string> {
  const { lengthMin = 1, lengthMax, pattern, example, numbers = false, notBlank = false } = options;
  const { isName = false, inPath = false } = options;
  return {
    schema: {
      type: 'string',
      ...(lengthMin === 0 ? {} : { minLength: lengthMin }),
      maxLength: lengthMax,
      ...(pattern === undefined ? {} : { pattern }),
      ...pickDescription(options),
      ...(example === undefined ? {} : { examples: [example] }),
    },
    read: (value, path) => {
      const string = numbers && typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
      if (typeof string !== 'string') return createFault(path, 'type', `text, not ${quoteValue(value)}`);
      if (string.length > lengthMax)
        return createFault(path, 'too_long', `at most ${lengthMax} characters long, not ${string.length}`);
      if (string.length < lengthMin || (notBlank && string.trim() === ''))
        return createFault(path, 'too_short', `at least ${lengthMin} characters long`);
      if (inPath && (string === '.' || string === '..'))
        return createFault(path, 'format', 'another text than "." and "..", which clients remove from paths');
      if (isName && notInNames.test(string))
        return createFault(
          path,
          'invalid_text',
          'one line of text without control characters and direction marks',
        );
      const wrong = findTextFault(string);
      return wrong === null ? string : createFault(path, 'invalid_text', `clean text: it ${wrong}`);
    },
  };
}

/** A text of another system as a name: see `isName`. */
export function joinLines(text: string): string {
  return text.replaceAll(new RegExp(notInNames, 'gu'), ' ').replaceAll(/ {2,}/g, ' ').trim();
}

export interface NumberOptions extends Described {
  readonly min?: number;
  /** Exclusive minimum. */
  readonly above?: number;
  readonly max?: number;
  readonly whole?: boolean;
  /** Whether decimal strings are converted. */
  readonly texts?: boolean;
}

export function defineNumber(options: NumberOptions): Field<number> {
  const { min = -Infinity, above = -Infinity, max = Infinity, whole = false, texts = false } = options;
  const format = whole ? wholeText : decimalText;
  const expected = `a ${whole ? 'whole ' : ''}number${describeSpan(options)}`;
  return {
    schema: {
      type: whole ? 'integer' : 'number',
      ...(options.min === undefined ? {} : { minimum: min }),
      ...(options.above === undefined ? {} : { exclusiveMinimum: above }),
      ...(options.max === undefined ? {} : { maximum: max }),
      ...pickDescription(options),
    },
    read: (value, path) => {
      const read = texts && isNumberText(value) && format.test(value.trim()) ? Number(value) : value;
      if (typeof read !== 'number' || (whole && !Number.isInteger(read)))
        return createFault(path, 'type', `${expected}, not ${quoteValue(value)}`);
      return read >= min && read > above && read <= max && Number.isFinite(read)
        ? read
        : createFault(path, 'out_of_range', `${expected}, not ${quoteValue(value)}`);
    },
  };
}

function describeSpan({ min, above, max }: NumberOptions): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  const lower = min !== undefined ? ` of at least ${min}` : above !== undefined ? ` above ${above}` : '';
  return max === undefined ? lower : `${lower}${lower === '' ? ' of' : ' and'} at most ${max}`;
}

/** `texts` tells whether `"true"`, `"1"` and the like are converted. */
export function defineFlag(options: Described & { readonly texts?: boolean } = {}): Field<boolean> {
  const { texts = false } = options;
  return {
    schema: { type: 'boolean', ...pickDescription(options) },
    read: (value, path) => {
      if (value === true || (texts && (value === 'true' || value === '1'))) return true;
      if (value === false || (texts && (value === 'false' || value === '0'))) return false;
      return createFault(path, 'type', `true or false, not ${quoteValue(value)}`);
    },
  };
}

export function defineChoice<const T extends string>(
  values: readonly T[],
  options: Described = {},
): Field<T> {
  return {
    schema: { type: 'string', enum: values, ...pickDescription(options) },
    read: (value, path) =>
      values.find((one) => one === value) ??
      createFault(path, 'not_allowed', `one of ${values.join(', ')}, not ${quoteValue(value)}`),
  };
}

/** ISO 8601, in UTC without a zone, or a number since 1970. */
export function defineTime(options: Described = {}): Field<number> {
  return {
    schema: {
      oneOf: [
        { type: 'string', format: 'date-time' },
        { type: 'number', minimum: 0 },
      ],
      ...pickDescription(options),
    },
    read: (value, path) => {
      const at = typeof value === 'string' || typeof value === 'number' ? parseTime(value) : Number.NaN;
      return Number.isFinite(at)
        ? at
        : createFault(path, 'format', 'a time: ISO 8601, or seconds or milliseconds since 1970');
    },
  };
}

export interface ListOptions extends Described {
  readonly countMin?: number;
  readonly countMax: number;
  /** The noun of the elements in errors. */
  readonly noun: string;
  readonly distinct?: boolean;
  /** Whether a single element may be sent without a list. */
  readonly single?: boolean;
}

export function defineList<T>(each: Field<T>, options: ListOptions): Field<T[]> {
  const { countMin = 0, countMax, noun, distinct = false, single = false } = options;
  const size = countMin === 0 ? `at most ${countMax}` : `${countMin} to ${countMax}`;
  return {
    schema: {
      type: 'array',
      ...(countMin === 0 ? {} : { minItems: countMin }),
      maxItems: countMax,
      ...(distinct ? { uniqueItems: true } : {}),
      ...pickDescription(options),
      items: each.schema,
    },
    read: (value, path) => {
      const elements: unknown[] = Array.isArray(value) ? value : [value];
      if (!single && elements !== value) return createFault(path, 'type', `a list, not ${quoteValue(value)}`);
      if (elements.length < countMin || elements.length > countMax) {
        const code = elements.length < countMin ? 'too_few' : 'too_many';
        return createFault(path, code, `a list of ${size} ${noun}, not ${elements.length}`);
      }
      const errors: InputError[] = [];
      const values: T[] = [];
      for (const [index, element] of elements.entries()) {
        const read = each.read(element, path);
        if (!(read instanceof Fault)) values.push(read);
        else if (errors.push(...listErrorsAt(each, element, `${path}[${index}]`)) >= limits.settingsErrorsMax)
          break;
      }
      if (errors.length > 0) return new Fault(errors);
      return distinct && new Set(values).size < values.length
        ? createFault(path, 'duplicate', 'a list without repetitions')
        : values;
    },
  };
}

/** Allows one further value. */
export function allowValue<T, const V extends string | number>(field: Field<T>, value: V): Field<T | V> {
  const { description, ...schema } = field.schema;
  return {
    schema: {
      oneOf: [{ const: value }, schema],
      ...(description === undefined ? {} : { description }),
    },
    read: (input, path) => {
      if (input === value) return value;
      const read = field.read(input, path);
      if (!(read instanceof Fault)) return read;
      return new Fault(
        read.errors.map((error) => ({ ...error, detail: `${error.detail}, or ${JSON.stringify(value)}` })),
      );
    },
  };
}

/** A field whose schema is a component of the OpenAPI document. */
export function nameField<T>(name: string, field: Field<T>): Field<T> {
  return { ...field, schema: defineComponent(name, field.schema) };
}

/** A field with a description. */
export function describeField<T>(description: string, field: Field<T>): Field<T> {
  return { ...field, schema: { ...field.schema, description } };
}

/** Allows null as a value, which resets a setting to its default. */
export function allowNull<T>(field: Field<T>): Field<T | null> {
  return {
    schema: addNullToSchema(field.schema),
    read: (value, path) => (value === null ? null : field.read(value, path)),
  };
}

export function quoteValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value !== null && typeof value === 'object') return 'an object';
  return JSON.stringify(typeof value === 'string' ? value.slice(0, 40).toWellFormed() : value) ?? 'nothing';
}

/** Whether a text is short enough to parse as a number. */
function isNumberText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= numberLengthMax;
}

function pickDescription({ description }: Described): Described {
  return description === undefined ? {} : { description };
}
