import type { InputError, Warning } from '../../ports/errors.ts';
import { VitrineError } from '../../ports/errors.ts';
import * as contract from '../../domain/contract/fields.ts';
import { Fault, type Field, type TextOptions } from '../../domain/contract/fields.ts';
import { createMissingError } from '../../domain/contract/object-fields.ts';
import {
  resolveSchema,
  makeSchemaOptional,
  defineObjectSchema,
  type Schema,
} from '../../domain/contract/schema.ts';
import { findNearestName } from '../../lib/nearest-name.ts';

/** A parameter of an operation: parser and OpenAPI description in one declaration, which cannot diverge. */
export interface Parameter<T> extends Field<T> {
  readonly description: string;
  readonly required: boolean;
  readonly aliases: readonly string[];
  readonly fallback: T;
  /** The name of its component in OpenAPI; its own by default. */
  readonly component?: string;
  /** Whether an empty text is a value; otherwise it counts as absent, as in `?limit=`. */
  readonly takesEmpty: boolean;
}

export type Parameters<T> = { readonly [K in keyof T]: Parameter<T[K]> };
export type Values<P> = { [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };
// The values of a group have different types; each parameter parses its own.
export type AnyParameters = Readonly<Record<string, Parameter<unknown>>>;

interface Common {
  readonly description: string;
  readonly aliases?: readonly string[];
}
interface Span {
  readonly min: number;
  readonly max: number;
}

/** A parameter of a field. An absent value gives the fallback. */
export function defineParameter<T, F = T>(
  { description, aliases = [] }: Common,
  field: Field<T>,
  fallback: F,
): Parameter<T | F> {
  const takesEmpty = [resolveSchema(field.schema)['type']].flat().includes('string');
  return { ...field, description, aliases, required: false, fallback, takesEmpty };
}

export function defineRequiredParameter<T>(options: Common, field: Field<T>): Parameter<T> {
  return { ...defineParameter(options, field, undefined as T), required: true };
}

// Texts accept numbers, and numbers decimal strings, as a URL has no types.
const defineParameterText = ({ description: _description, ...options }: TextOptions) =>
  contract.defineText({ ...options, numbers: true });
const defineWholeNumber = ({ min, max }: Span) =>
  contract.defineNumber({ whole: true, min, max, texts: true });
const addDefault = <T>(field: Field<T>, value: T): Field<T> => ({
  ...field,
  schema: { ...field.schema, default: value },
});

export function defineTextParameter(options: Common & TextOptions): Parameter<string | null> {
  return defineParameter(options, defineParameterText(options), null);
}

export function defineRequiredTextParameter(options: Common & TextOptions): Parameter<string> {
  return defineRequiredParameter(options, defineParameterText(options));
}

export function defineIntegerParameter(options: Common & Span & { fallback: number }): Parameter<number> {
  return defineParameter(options, addDefault(defineWholeNumber(options), options.fallback), options.fallback);
}

/** Like `defineIntegerParameter`, with null where it is absent. */
export function defineOptionalIntegerParameter(options: Common & Span): Parameter<number | null> {
  return defineParameter(options, defineWholeNumber(options), null);
}

/** A number from 0 to 1; default 0. */
export function defineShareParameter(options: Common): Parameter<number> {
  return defineParameter(options, addDefault(contract.defineNumber({ min: 0, max: 1, texts: true }), 0), 0);
}

export function defineFlagParameter(options: Common & { fallback: boolean }): Parameter<boolean> {
  return defineParameter(
    options,
    addDefault(contract.defineFlag({ texts: true }), options.fallback),
    options.fallback,
  );
}

/** Like `defineFlagParameter`, with null where it is absent. */
export function defineOptionalFlagParameter(options: Common): Parameter<boolean | null> {
  return defineParameter(options, contract.defineFlag({ texts: true }), null);
}

export function defineChoiceParameter<const T extends string>(
  options: Common & { values: readonly T[]; fallback: T },
): Parameter<T> {
  return defineParameter(
    options,
    addDefault(contract.defineChoice(options.values), options.fallback),
    options.fallback,
  );
}

interface TextListOptions extends Common {
  readonly countMax: number;
  readonly lengthMax: number;
  readonly commas?: boolean;
  /** Whether commas inside parentheses or double quotes do not separate. */
  readonly brackets?: boolean;
  readonly required?: boolean;
}

/** A list of texts: in JSON a list or one text; in a URL repeated or separated by commas. */
export function defineTextListParameter(options: TextListOptions): Parameter<string[]> {
  const { countMax, lengthMax, commas = true, brackets = false, required: isRequired = false } = options;
  const texts = contract.defineList(defineParameterText({ lengthMax }), {
    countMax,
    countMin: isRequired ? 1 : 0,
    noun: 'values',
  });
  const split = (part: unknown): unknown[] =>
    commas && typeof part === 'string'
      ? (brackets ? splitOutside(part) : part.split(',')).map((piece) => piece.trim())
      : [part];
  const read: Field<string[]>['read'] = (value, path) => {
    const parts = (Array.isArray(value) ? value : [value]).flatMap(split);
    return texts.read(
      parts.filter((part) => part !== ''),
      path,
    );
  };
  return { ...defineParameter(options, { ...texts, read }, []), required: isRequired };
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

/** Any JSON value, validated later. `null` counts as present. */
export function defineJsonParameter(
  options: Common & { schema: Schema; required?: boolean },
): Parameter<unknown> {
  const field: Field<unknown> = { schema: options.schema, read: (value) => value };
  return { ...defineParameter(options, field, undefined), required: options.required ?? false };
}

export function buildBodySchema(parameters: AnyParameters): Schema {
  return defineObjectSchema(
    Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => {
        const member = describeMemberSchema(parameter);
        return [name, parameter.required ? member : makeSchemaOptional(member)];
      }),
    ),
  );
}

/** The schema of a parameter as a member of an object. */
export function describeMemberSchema({
  schema,
  description,
  aliases,
}: Pick<Parameter<unknown>, 'schema' | 'description' | 'aliases'>): Schema {
  // Generators of clients take a member with a default for one that is always present.
  const { default: value, ...rest } = schema;
  const byDefault = value === undefined ? '' : ` Default: ${JSON.stringify(value)}.`;
  return { ...rest, description: appendAliases(`${description}${byDefault}`, aliases) };
}

export function appendAliases(description: string, aliases: readonly string[]): string {
  if (aliases.length === 0) return description;
  const names = aliases.map((name) => `\`${name}\``).join(', ');
  return `${description} ${aliases.length === 1 ? 'Alias' : 'Aliases'}: ${names}.`;
}

/**
 * Parses the parameters of an operation. Unknown names give warnings with the closest known name; invalid values are reported
 * together. At least one of the names in `needs` is required.
 * @throws VitrineError invalid_request
 */
export function readParameters<P extends AnyParameters>(
  parameters: P,
  input: Readonly<Record<string, unknown>>,
  ignored: readonly string[] = [],
  needs: readonly string[] = [],
): { values: Values<P>; warnings: Warning[] } {
  const { indexes, names, fallbacks, required } = planReading(parameters);
  const errors: InputError[] = [];
  const values: Record<string, unknown> = { ...fallbacks };
  const ignoredNames: Warning[] = [];
  const isSent = (name: string): boolean => Object.hasOwn(input, name);
  // A search has thirty parameters, and a request three of them.
  const sent = new Set(required);
  for (const name of Object.keys(input)) {
    for (const index of indexes.get(name) ?? []) sent.add(index);
  }
  for (const index of [...sent].sort((a, b) => a - b)) {
    const name = names[index]!;
    const parameter = parameters[name]!;
    const path = isSent(name) ? name : (parameter.aliases.find(isSent) ?? name);
    const value = isSent(path) ? input[path] : undefined;
    const others = parameter.aliases.filter((alias) => alias !== path && isSent(alias));
    for (const other of others)
      if (input[other] !== value) ignoredNames.push(warnOfIgnoredParameter(other, path));
    // An empty value in a URL (`?limit=`) and null in JSON mean absent.
    const absent = value === undefined || value === null || (value === '' && !parameter.takesEmpty);
    if (absent) {
      if (parameter.required) errors.push(createMissingError(path));
      continue;
    }
    const read = parameter.read(value, path);
    if (read instanceof Fault) errors.push(...read.errors);
    else values[name] = read;
  }
  const [first, ...others] = needs;
  if (first !== undefined && needs.every((name) => input[name] === undefined || input[name] === null)) {
    const detail = `${first} is required, or ${others.map((name) => `\`${name}\``).join(', ')}`;
    errors.push({ path: first, code: 'required', detail });
  }
  if (errors.length > 0) {
    throw new VitrineError('invalid_request', errors[0]?.detail ?? 'The request is not valid', { errors });
  }
  const unknown = Object.keys(input).filter((name) => !indexes.has(name) && !ignored.includes(name));
  const known = unknown.length === 0 ? [] : listNames(parameters, ignored);
  const warnings = unknown.slice(0, 20).map((name) => warnOfUnknownParameter(name, known));
  return { values: values as Values<P>, warnings: [...ignoredNames, ...warnings] };
}

/** What {@link readParameters} needs of all parameters of an operation. */
interface ReadingPlan {
  readonly names: readonly string[];
  /** Indexes of the parameters with this name or alias. */
  readonly indexes: ReadonlyMap<string, readonly number[]>;
  readonly required: readonly number[];
  readonly fallbacks: Readonly<Record<string, unknown>>;
}

const plans = new WeakMap<AnyParameters, ReadingPlan>();

function planReading(parameters: AnyParameters): ReadingPlan {
  const known = plans.get(parameters);
  if (known !== undefined) return known;
  const entries = Object.entries(parameters);
  const indexes = new Map<string, number[]>();
  for (const [index, [name, { aliases }]] of entries.entries())
    for (const text of [name, ...aliases]) indexes.set(text, [...(indexes.get(text) ?? []), index]);
  const plan = {
    names: entries.map(([name]) => name),
    indexes,
    required: entries.flatMap(([, { required }], index) => (required ? [index] : [])),
    fallbacks: Object.fromEntries(entries.map(([name, { fallback }]) => [name, fallback])),
  };
  plans.set(parameters, plan);
  return plan;
}

function listNames(parameters: AnyParameters, ignored: readonly string[]): string[] {
  const namesAndAliases = Object.entries(parameters).flatMap(([name, { aliases }]) => [name, ...aliases]);
  return [...new Set([...ignored, ...namesAndAliases])];
}

function warnOfUnknownParameter(name: string, known: readonly string[]): Warning {
  const path = name.slice(0, 100).toWellFormed();
  // Clients of other services send lists as `limit[]=5` or `limit[0]=5`.
  const isIndexed = path.endsWith(']') && path.includes('[');
  const near = findNearestName(isIndexed ? path.slice(0, path.indexOf('[')) : path, known);
  const hint = near === undefined ? '' : `: did you mean \`${near}\`?`;
  return { code: 'unknown_parameter', path, detail: `\`${path}\` is not known here and was ignored${hint}` };
}

function warnOfIgnoredParameter(name: string, used: string): Warning {
  const detail = `\`${name}\` was ignored, as \`${used}\` was sent, which is another name for it`;
  return { code: 'ignored_parameter', path: name, detail };
}
