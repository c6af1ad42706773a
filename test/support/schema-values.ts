import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';

/** A JSON Schema, as far as the OpenAPI document uses it. */
export type Schema = Readonly<Record<string, unknown>>;

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, OpenApiParameter>>;
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
  };
}

interface Reference {
  readonly $ref: string;
}
interface OpenApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface OpenApiResponse {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface RawOperation {
  readonly operationId: string;
  readonly parameters?: readonly (OpenApiParameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>;
}

/** An operation with its references to parameters and responses resolved. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly OpenApiParameter[];
  /** Schemas of the body by content type. */
  readonly bodies: Readonly<Record<string, Schema>>;
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export function operationsOf({ paths, components }: OpenApi): OpenApiOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      parameters: parameters.map((one) => resolved(one, components.parameters)),
      bodies: Object.fromEntries(
        Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema]),
      ),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, one]) => [status, resolved(one, components.responses)]),
      ),
    })),
  );
}

function resolved<T extends object>(one: T | Reference, components: Readonly<Record<string, T>>): T {
  return '$ref' in one ? components[one.$ref.slice(one.$ref.lastIndexOf('/') + 1)]! : one;
}

/** The query parameters of an operation, as an object. */
export function querySchema({ parameters }: OpenApiOperation): Schema {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    required: query.filter(({ required }) => required === true).map(({ name }) => name),
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
  };
}

/** A path with query parameters: lists are separated by commas, objects are JSON. */
export function pathWithQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const list = Array.isArray(value) ? value.join(',') : value;
    search.set(name, typeof list === 'string' ? list : JSON.stringify(list));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** An invalid value with its error. */
export interface Faulty {
  readonly what: string;
  readonly value: unknown;
}

/** Tests of the limits cover longer texts. */
const lengthMax = 200_000;

/** Generates valid values of schemas, and variations with one invalid part. */
export class SchemaValues {
  readonly #document: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
  /** By the JSON of their schemas. */
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApi) {
    this.#document = document;
    this.#ajv.addSchema({ ...document, $id: 'openapi' });
  }

  /** The validation error of a value; empty if valid. */
  complaint(schema: Schema, value: unknown): string {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
    const validate = this.#validators.get(text) ?? this.#ajv.compile(JSON.parse(text) as Schema);
    this.#validators.set(text, validate);
    return validate(value) ? '' : this.#ajv.errorsText(validate.errors);
  }

  /** Paths of members that a valid value has and its schema does not declare. */
  *undeclared(schema: Schema, value: unknown, place = ''): Iterable<string> {
    if (Array.isArray(value)) {
      const { items = {} } = this.#parts(schema, value).find((part) => 'items' in part) ?? {};
      for (const [index, one] of value.entries())
        yield* this.undeclared(items as Schema, one, `${place}[${index}]`);
    } else if (value !== null && typeof value === 'object') {
      const parts = this.#parts(schema, value);
      for (const [name, member] of Object.entries(value)) {
        const declared = parts.find((part) => Object.hasOwn((part['properties'] ?? {}) as object, name));
        const others = parts
          .map((part) => part['additionalProperties'])
          .find((one) => (one ?? false) !== false);
        const at = `${place}.${name}`;
        if (declared !== undefined)
          yield* this.undeclared((declared['properties'] as Record<string, Schema>)[name]!, member, at);
        else if (others === undefined) yield at;
        else if (others !== true) yield* this.undeclared(others as Schema, member, at);
      }
    }
  }

  /** The schema with the parts and alternatives of it that a value has. */
  #parts(schema: Schema, value: unknown): Schema[] {
    const whole = this.#resolve(schema);
    const alternatives = (whole['oneOf'] ?? whole['anyOf'] ?? []) as Schema[];
    const taken = alternatives.filter((one) => this.complaint(one, value) === '');
    const inner = [...((whole['allOf'] ?? []) as Schema[]), ...taken];
    return [whole, ...inner.flatMap((part) => this.#parts(part, value))];
  }

  /** Valid values of a schema. `given`: arbitraries for properties by name. */
  valid(schema: Schema, given: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}): fc.Arbitrary<unknown> {
    const whole = this.#resolve(schema);
    if ('const' in whole) return fc.constant(whole['const']);
    if (Array.isArray(whole['enum'])) return fc.constantFrom(...(whole['enum'] as unknown[]));
    const parts = whole['allOf'] as Schema[] | undefined;
    if (parts !== undefined)
      return fc
        .tuple(...parts.map((part) => this.valid(part, given)))
        .map((values) => Object.assign({}, ...(values as object[])) as unknown);
    const choices = (whole['oneOf'] ?? whole['anyOf']) as Schema[] | undefined;
    if (choices !== undefined) return fc.oneof(...choices.map((choice) => this.valid(choice, given)));
    const type = Array.isArray(whole['type']) ? (whole['type'][0] as string) : whole['type'];
    switch (type) {
      case 'string':
        return text(whole);
      case 'integer':
        return fc.integer({
          min: Number(whole['minimum'] ?? 0),
          max: Math.min(2 ** 31 - 1, Number(whole['maximum'] ?? 1_000)),
        });
      case 'number':
        return fc.double({
          min: Number(whole['minimum'] ?? 0.01),
          max: Math.min(0.5, Number(whole['maximum'] ?? 0.5)),
          noNaN: true,
        });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(this.valid((whole['items'] ?? {}) as Schema, given), {
          minLength: Number(whole['minItems'] ?? 0),
          maxLength: Math.min(3, Number(whole['maxItems'] ?? 3)),
        });
      case 'object':
        return this.#object(whole, given);
      default:
        return fc.jsonValue({ maxDepth: 3 }).filter((value) => value !== null);
    }
  }

  /** All variations of a valid value with one place that is invalid, not only unusual. */
  *faults(schema: Schema, value: unknown, place = ''): Iterable<Faulty> {
    const whole = this.#resolve(schema);
    const parts = whole['allOf'] as Schema[] | undefined;
    if (parts !== undefined) {
      for (const part of parts) yield* this.#partFaults(whole, part, value as Record<string, unknown>, place);
      return;
    }
    const choices = (whole['oneOf'] ?? whole['anyOf']) as Schema[] | undefined;
    if (choices !== undefined) {
      for (const wrong of [{}, true]) {
        if (this.complaint(whole, wrong) !== '')
          yield { what: `${place}: ${JSON.stringify(wrong)}`, value: wrong };
      }
      const taken = choices.find((choice) => this.complaint(choice, value) === '');
      for (const inner of taken === undefined ? [] : this.faults(taken, value, place)) {
        // A value that is invalid for one alternative may be valid for another.
        if (this.complaint(whole, inner.value) !== '') yield inner;
      }
      return;
    }
    for (const wrong of wrongValues(whole)) {
      const shown = JSON.stringify(wrong).slice(0, 30);
      yield { what: `${place}: ${shown}`, value: wrong };
    }
    if (Array.isArray(value) && value.length > 0) {
      for (const inner of this.faults((whole['items'] ?? {}) as Schema, value[0], `${place}[0]`)) {
        if (inner.value !== '') yield { ...inner, value: [inner.value, ...(value as unknown[]).slice(1)] };
      }
    } else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      yield* this.#objectFaults(whole, value as Record<string, unknown>, place);
    }
  }

  *#objectFaults(whole: Schema, value: Record<string, unknown>, place: string): Iterable<Faulty> {
    for (const name of (whole['required'] ?? []) as string[]) {
      const { [name]: _removed, ...rest } = value;
      yield { what: `${place}.${name}: missing`, value: rest };
    }
    for (const [name, schema] of Object.entries((whole['properties'] ?? {}) as Record<string, Schema>)) {
      if (!Object.hasOwn(value, name)) continue;
      for (const inner of this.faults(schema, value[name], `${place}.${name}`)) {
        yield { ...inner, value: { ...value, [name]: inner.value } };
      }
    }
  }

  /** Variations of the members that a part of an `allOf` declares. */
  *#partFaults(whole: Schema, part: Schema, value: Record<string, unknown>, place: string): Iterable<Faulty> {
    const names = this.memberNames(part);
    const [own, rest] = [true, false].map((isOwn) =>
      Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name) === isOwn)),
    );
    for (const { what, value: inner } of this.faults(part, own, place)) {
      const isObject = inner !== null && typeof inner === 'object' && !Array.isArray(inner);
      const faulty = isObject ? { ...rest, ...inner } : inner;
      if (this.complaint(whole, faulty) !== '') yield { what, value: faulty };
    }
  }

  /** The members of an object, of its parts and alternatives. */
  memberNames(schema: Schema): string[] {
    const whole = this.#resolve(schema);
    const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => (whole[keyword] ?? []) as Schema[]);
    const own = Object.keys((whole['properties'] ?? {}) as object);
    return [...own, ...parts.flatMap((part) => this.memberNames(part))];
  }

  #object(whole: Schema, given: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> {
    const properties = Object.entries((whole['properties'] ?? {}) as Record<string, Schema>);
    const parts = Object.fromEntries(
      properties.map(([name, schema]) => [name, given[name] ?? this.valid(schema, given)]),
    );
    return fc.record(parts, {
      requiredKeys: (whole['required'] ?? []) as string[],
      noNullPrototype: true,
    });
  }

  #resolve(schema: Schema): Schema {
    const reference = schema['$ref'];
    if (typeof reference !== 'string') return schema;
    return this.#document.components.schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {};
  }
}

function text(schema: Schema): fc.Arbitrary<string> {
  if (schema['format'] === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date(1.7e12), noInvalidDate: true })
      .map((at) => at.toISOString());
  if (schema['contentMediaType'] !== undefined) return fc.constant('{}');
  const { pattern } = schema;
  const maxLength = Math.min(40, Number(schema['maxLength'] ?? 40));
  if (typeof pattern === 'string') {
    if (pattern.includes('/media/')) return fc.constant('https://shop.example/a.jpg');
    return fc.stringMatching(new RegExp(pattern)).filter((value) => value.length <= maxLength);
  }
  // A text of commas and spaces is an empty list.
  return fc
    .string({ unit: 'grapheme', minLength: Number(schema['minLength'] ?? 0), maxLength })
    .map((value) => value.replaceAll(/[,\0]/g, '-').trim().slice(0, maxLength) || 'x')
    .filter((value) => value.isWellFormed());
}

/** Values that are invalid even with conversions. */
function* wrongValues(schema: Schema): Iterable<unknown> {
  const types = [schema['type']].flat();
  if (Array.isArray(schema['enum'])) yield 'none of these';
  if (types.includes('string')) {
    yield* [{}, true, '\0', 'a\ud800', '\udc00b'];
    const longest = Number(schema['maxLength'] ?? lengthMax);
    if (longest < lengthMax) yield 'a'.repeat(longest + 1);
    if (Number(schema['minLength'] ?? 0) > 0) yield '';
  } else if (types.includes('integer') || types.includes('number')) {
    yield* [{}, true, 'many', [1]];
    if (types.includes('integer')) yield 1.5;
    if ('minimum' in schema) yield Number(schema['minimum']) - 1;
    if ('maximum' in schema) yield Number(schema['maximum']) + 1;
  } else if (types.includes('boolean')) {
    yield* [{}, 'maybe', 2, []];
  } else if (types.includes('array')) {
    yield* [{}, true];
    const most = Number(schema['maxItems'] ?? lengthMax);
    if (most < 2_000) yield Array.from({ length: most + 1 }, (_, index) => `x${index}`);
  } else if (types.includes('object')) {
    yield* [true, []];
  }
}
