import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';

/** A JSON Schema, as far as the OpenAPI document uses it. */
export type Schema = Readonly<Record<string, unknown>>;

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

/** An invalid value with its error. */
export interface Faulty {
  readonly what: string;
  readonly value: unknown;
}

/** Tests of the limits cover longer texts. */
const lengthMax = 200_000;

/** Generates valid values of schemas, and variations with one invalid place. */
export class SchemaValues {
  readonly #document: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });

  constructor(document: OpenApi) {
    this.#document = document;
    this.#ajv.addSchema({ ...document, $id: 'openapi' });
  }

  /** The validation error of a value; empty if valid. */
  complaint(schema: Schema, value: unknown): string {
    const absolute = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'),
    ) as Schema;
    return this.#ajv.validate(absolute, value) ? '' : this.#ajv.errorsText();
  }

  /** Valid values of a schema. `given`: arbitraries for properties by name. */
  valid(schema: Schema, given: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}): fc.Arbitrary<unknown> {
    const whole = this.#resolve(schema);
    if ('const' in whole) return fc.constant(whole['const']);
    if (Array.isArray(whole['enum'])) return fc.constantFrom(...(whole['enum'] as unknown[]));
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
        return fc.double({ min: Number(whole['minimum'] ?? 0.01), max: 0.5, noNaN: true });
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

  #object(whole: Schema, given: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> {
    const properties = Object.entries((whole['properties'] ?? {}) as Record<string, Schema>);
    const parts = Object.fromEntries(
      properties.map(([name, schema]) => [name, given[name] ?? this.valid(schema, given)]),
    );
    const groups = ((whole['allOf'] ?? []) as Schema[]).map(
      (part) => (part['oneOf'] ?? part['anyOf'] ?? []) as { required: string[] }[],
    );
    const required = (whole['required'] ?? []) as string[];
    return fc.tuple(...groups.map((choices) => fc.constantFrom(...choices))).chain((chosen) => {
      const must = [...required, ...chosen.flatMap((choice) => choice.required)];
      const out = groups
        .flat()
        .flatMap((choice) => choice.required)
        .filter((name) => !must.includes(name));
      const kept = Object.fromEntries(Object.entries(parts).filter(([name]) => !out.includes(name)));
      return fc.record(kept, { requiredKeys: must, noNullPrototype: true });
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
