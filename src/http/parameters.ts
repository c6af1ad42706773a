import type { InputError, Warning } from '../ports/errors.ts';
import { VitrineError } from '../ports/errors.ts';
import { textFault } from '../domain/catalog/json-document.ts';
import { closestName } from '../lib/nearest-name.ts';

/** A parameter of an operation: parser and OpenAPI description in one declaration, which cannot diverge. */
export interface Parameter<T> {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description: string;
  readonly required: boolean;
  /** Accepted aliases. */
  readonly aliases: readonly string[];
  /** Parses a sent value; returns a Fault if invalid. */
  readonly read: (value: unknown, path: string) => T | Fault;
  /** The default value. */
  readonly fallback: T;
}

export type Parameters<T> = { readonly [K in keyof T]: Parameter<T[K]> };
export type Values<P> = { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };
// The values of a group have different types; each parameter parses its own.
export type AnyParameters = Readonly<Record<string, Parameter<unknown>>>;

/** Longest text that is parsed as a number. */
const numberLengthMax = 64;

/** An invalid value with the expectation. */
export class Fault {
  readonly errors: readonly InputError[];
  constructor(path: string, code: string, expected: string) {
    this.errors = [{ path, code, detail: `${path} must be ${expected}` }];
  }
}

interface Common {
  readonly description: string;
  readonly aliases?: readonly string[];
}

interface TextLimits {
  readonly lengthMin?: number;
  readonly lengthMax: number;
  readonly example?: string;
  /** For the document only: a later check rejects other values with a reason. */
  readonly pattern?: string;
}

export function text(options: Common & TextLimits): Parameter<string | null> {
  return { ...base(options, textSchema(options)), required: false, fallback: null, read: readText(options) };
}

/** A required text. A number is converted to its decimal string, as ids are numbers in many shops. */
export function requiredText(options: Common & TextLimits): Parameter<string> {
  return { ...base(options, textSchema(options)), required: true, fallback: '', read: readText(options) };
}

export function integer(options: Common & { min: number; max: number; fallback: number }): Parameter<number> {
  const { min, max, fallback } = options;
  return {
    ...base(options, { type: 'integer', minimum: min, maximum: max, default: fallback }),
    required: false,
    fallback,
    read: (value, path) => {
      const number = isNumberText(value) && /^[+-]?\d{1,16}$/.test(value.trim()) ? Number(value) : value;
      const whole = `a whole number from ${min} to ${max}`;
      if (typeof number !== 'number' || !Number.isInteger(number))
        return new Fault(path, 'type', `${whole}, not ${shown(value)}`);
      return number < min || number > max
        ? new Fault(path, 'out_of_range', `${whole}, not ${shown(value)}`)
        : number;
    },
  };
}

/** Like `integer`; null if absent. */
export function optionalInteger(options: Common & { min: number; max: number }): Parameter<number | null> {
  const { min, max } = options;
  return {
    ...base(options, { type: 'integer', minimum: min, maximum: max }),
    required: false,
    fallback: null,
    read: integer({ ...options, fallback: min }).read,
  };
}

/** A number from 0 to 1; default 0. */
export function share(options: Common): Parameter<number> {
  return {
    ...base(options, { type: 'number', minimum: 0, maximum: 1, default: 0 }),
    required: false,
    fallback: 0,
    read: (value, path) => {
      const number =
        isNumberText(value) && /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(value.trim()) ? Number(value) : value;
      if (typeof number !== 'number')
        return new Fault(path, 'type', `a number from 0 to 1, not ${shown(value)}`);
      return number >= 0 && number <= 1
        ? number
        : new Fault(path, 'out_of_range', `a number from 0 to 1, not ${shown(value)}`);
    },
  };
}

export function flag(options: Common & { fallback: boolean }): Parameter<boolean> {
  return {
    ...base(options, { type: 'boolean', default: options.fallback }),
    required: false,
    fallback: options.fallback,
    read: (value, path) => {
      if (value === true || value === 'true' || value === '1') return true;
      if (value === false || value === 'false' || value === '0') return false;
      return new Fault(path, 'type', `true or false, not ${shown(value)}`);
    },
  };
}

/** Like `flag`; null if absent. */
export function optionalFlag(options: Common): Parameter<boolean | null> {
  const read = flag({ ...options, fallback: false }).read;
  return { ...base(options, { type: 'boolean' }), required: false, fallback: null, read };
}

/** A list of texts: in JSON a list or one text; in a URL repeated or separated by commas. */
export function textList(
  options: Common & {
    countMax: number;
    lengthMax: number;
    commas?: boolean;
    /** Whether commas inside parentheses or double quotes do not separate. */
    brackets?: boolean;
    required?: boolean;
    values?: readonly string[];
  },
): Parameter<string[]> {
  const { countMax, lengthMax } = options;
  const readOne = readText({ lengthMax });
  const items = { type: 'string', minLength: 1, maxLength: lengthMax };
  return {
    ...base(options, {
      type: 'array',
      items: options.values === undefined ? items : { type: 'string', enum: options.values },
      ...(options.required === true ? { minItems: 1 } : {}),
      maxItems: countMax,
    }),
    required: options.required ?? false,
    fallback: [],
    read: (value, path) => {
      const parts = (Array.isArray(value) ? value : [value]).flatMap((part: unknown) =>
        options.commas !== false && typeof part === 'string'
          ? (options.brackets === true ? splitOutside(part) : part.split(',')).map((piece) => piece.trim())
          : [part],
      );
      const sent = parts.filter((part) => part !== '');
      if (sent.length > countMax)
        return new Fault(path, 'too_many', `at most ${countMax} values, not ${sent.length}`);
      const list: string[] = [];
      for (const [index, part] of sent.entries()) {
        const one = readOne(part, `${path}[${index}]`);
        if (one instanceof Fault) return one;
        list.push(one);
      }
      return list;
    },
  };
}

/** Splits at commas outside parentheses and double quotes. */
function splitOutside(text: string): string[] {
  const pieces: string[] = [];
  let [start, depth, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (char === ',' && depth === 0) {
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...pieces, text.slice(start)];
}

export function choice<const T extends string>(
  options: Common & { values: readonly T[]; fallback: T; required?: boolean },
): Parameter<T> {
  const { values, fallback, required = false } = options;
  return {
    ...base(options, { type: 'string', enum: values, ...(required ? {} : { default: fallback }) }),
    required,
    fallback,
    read: (value, path) =>
      values.find((one) => one === value) ??
      new Fault(path, 'not_allowed', `one of ${values.join(', ')}, not ${shown(value)}`),
  };
}

/** Any JSON value, validated later. `null` counts as present. */
export function anything(
  options: Common & { schema: Readonly<Record<string, unknown>>; required?: boolean },
): Parameter<unknown> {
  return {
    ...base(options, options.schema),
    required: options.required ?? false,
    fallback: undefined,
    read: (value) => value,
  };
}

/**
 * Parses the parameters of an operation. Unknown names give warnings with the closest known name; invalid values are reported
 * together. `needs`: names of which at least one is required.
 * @throws VitrineError invalid_request
 */
export function readParameters<P extends AnyParameters>(
  parameters: P,
  sent: Readonly<Record<string, unknown>>,
  ignored: readonly string[] = [],
  needs: readonly string[] = [],
): { values: Values<P>; warnings: Warning[] } {
  const errors: InputError[] = [];
  const values: Record<string, unknown> = {};
  const ignoredNames: Warning[] = [];
  const isSent = (name: string): boolean => Object.hasOwn(sent, name);
  for (const [name, parameter] of Object.entries(parameters)) {
    const path = isSent(name) ? name : (parameter.aliases.find(isSent) ?? name);
    const value = isSent(path) ? sent[path] : undefined;
    const others = parameter.aliases.filter((alias) => alias !== path && isSent(alias));
    for (const other of others) if (sent[other] !== value) ignoredNames.push(ignoredParameter(other, path));
    // An empty value in a URL (`?limit=`) and null in JSON mean absent.
    const isText = [parameter.schema['type']].flat().includes('string');
    const absent = value === undefined || value === null || (value === '' && !isText);
    if (absent) {
      if (parameter.required) errors.push({ path, code: 'required', detail: `${path} is required` });
      values[name] = parameter.fallback;
      continue;
    }
    const read = parameter.read(value, path);
    if (read instanceof Fault) errors.push(...read.errors);
    else values[name] = read;
  }
  const [first, ...others] = needs;
  if (first !== undefined && needs.every((name) => sent[name] === undefined || sent[name] === null)) {
    const detail = `${first} is required, or ${others.map((name) => `\`${name}\``).join(', ')}`;
    errors.push({ path: first, code: 'required', detail });
  }
  if (errors.length > 0) {
    throw new VitrineError('invalid_request', errors[0]?.detail ?? 'The request is not valid', { errors });
  }
  const unknown = Object.keys(sent).filter(
    (name) => !Object.hasOwn(parameters, name) && !ignored.includes(name) && !isAlias(parameters, name),
  );
  const known = unknown.length === 0 ? [] : knownNames(parameters, ignored);
  const warnings = unknown.slice(0, 20).map((name) => unknownParameter(name, known));
  return { values: values as Values<P>, warnings: [...ignoredNames, ...warnings] };
}

function isAlias(parameters: AnyParameters, name: string): boolean {
  return Object.values(parameters).some(({ aliases }) => aliases.includes(name));
}

function knownNames(parameters: AnyParameters, ignored: readonly string[]): string[] {
  const named = Object.entries(parameters).flatMap(([name, { aliases }]) => [name, ...aliases]);
  return [...new Set([...ignored, ...named])];
}

function unknownParameter(name: string, known: readonly string[]): Warning {
  const path = name.slice(0, 100).toWellFormed();
  // Clients of other services send lists as `limit[]=5` or `limit[0]=5`.
  const isIndexed = path.endsWith(']') && path.includes('[');
  const near = closestName(isIndexed ? path.slice(0, path.indexOf('[')) : path, known);
  const hint = near === undefined ? '' : `: did you mean \`${near}\`?`;
  return { code: 'unknown_parameter', path, detail: `\`${path}\` is not known here and was ignored${hint}` };
}

function ignoredParameter(name: string, used: string): Warning {
  const detail = `\`${name}\` was ignored, as \`${used}\` was sent, which is another name for it`;
  return { code: 'ignored_parameter', path: name, detail };
}

function base(options: Common, schema: Readonly<Record<string, unknown>>) {
  return { schema, description: options.description, aliases: options.aliases ?? [] };
}

function textSchema(options: TextLimits): Record<string, unknown> {
  const { lengthMin = 1, lengthMax, example, pattern } = options;
  return {
    type: 'string',
    minLength: lengthMin,
    maxLength: lengthMax,
    ...(pattern === undefined ? {} : { pattern }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

function readText(options: {
  lengthMin?: number;
  lengthMax: number;
}): (value: unknown, path: string) => string | Fault {
  const lengthMin = options.lengthMin ?? 1;
  return (value, path) => {
    const string = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
    if (typeof string !== 'string') return new Fault(path, 'type', `text, not ${shown(value)}`);
    if (string.length > options.lengthMax) {
      return new Fault(
        path,
        'too_long',
        `at most ${options.lengthMax} characters long, not ${string.length}`,
      );
    }
    if (string.length < lengthMin)
      return new Fault(path, 'too_short', `at least ${lengthMin} characters long`);
    const fault = textFault(string);
    return fault === null ? string : new Fault(path, 'invalid_text', `clean text: it ${fault}`);
  };
}

/** Whether a text is short enough to parse as a number. */
function isNumberText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= numberLengthMax;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value !== null && typeof value === 'object') return 'an object';
  return JSON.stringify(typeof value === 'string' ? value.slice(0, 40).toWellFormed() : value) ?? 'nothing';
}
