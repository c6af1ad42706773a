declare const valueType: unique symbol;
const optionalMember: unique symbol = Symbol('optional');

/** A JSON Schema (2020-12) of values of a type; `unknown` where the type is not derived. */
export interface Schema<T = unknown> {
  readonly [keyword: string]: unknown;
  readonly [valueType]?: T;
}
export type SchemaValue<S> = S extends Schema<infer T> ? T : never;

interface OptionalSchema<T> extends Schema<T> {
  readonly [optionalMember]: true;
}
type SchemaMembers = Readonly<Record<string, Schema>>;
type OptionalMembers<M> = { [K in keyof M]: M[K] extends OptionalSchema<unknown> ? K : never }[keyof M];
type ObjectValue<M> = { readonly [K in Exclude<keyof M, OptionalMembers<M>>]: SchemaValue<M[K]> } & {
  readonly [K in OptionalMembers<M>]?: SchemaValue<M[K]>;
};

const prefix = '#/components/schemas/';
const definitions = new Map<string, Schema>();

/** Names a schema and returns a reference to it: the OpenAPI document lists it under its components. */
export function defineComponent<T>(name: string, schema: Schema<T>): Schema<T> {
  if (definitions.has(name)) throw new Error(`Cannot declare the component ${name} twice`);
  definitions.set(name, schema);
  return { $ref: `${prefix}${name}` };
}

/** The component name in a reference; null for any other schema. */
export function readComponentName({ $ref }: Schema): string | null {
  return typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : null;
}

/** Resolves a reference to a component; returns any other schema unchanged. */
export function resolveSchema(schema: Schema): Schema {
  const name = readComponentName(schema);
  return name === null ? schema : (definitions.get(name) ?? {});
}

/** A member of `defineObjectSchema()` that may be absent. */
export function makeSchemaOptional<T>(schema: Schema<T>): OptionalSchema<T> {
  return { ...schema, [optionalMember]: true };
}

/** An object; its members are required unless they are `makeSchemaOptional()`. */
export function defineObjectSchema<M extends SchemaMembers>(
  members: M,
  keywords: Schema = {},
): Schema<ObjectValue<M>> {
  const required = Object.keys(members).filter((name) => !Object.hasOwn(members[name]!, optionalMember));
  return {
    type: 'object',
    ...keywords,
    ...(required.length === 0 ? {} : { required }),
    properties: members,
  } as Schema<ObjectValue<M>>;
}

export function defineListSchema<T>(items: Schema<T>, keywords: Schema = {}): Schema<readonly T[]> {
  return { type: 'array', ...keywords, items } as Schema<readonly T[]>;
}

/** An object with the members of another one and its own. */
export function extendSchema<A, B>(
  base: Schema<A>,
  extension: Schema<B>,
  description?: string,
): Schema<A & B> {
  return { allOf: [base, extension], ...(description === undefined ? {} : { description }) };
}

/** A schema that also allows null. */
export function addNullToSchema<T>(schema: Schema<T>): Schema<T | null> {
  const { type, oneOf = null, anyOf = oneOf, description, ...rest } = schema;
  const types = [type].flat();
  if (types.includes('null')) return schema;
  const isPlain = type !== undefined && !('enum' in rest) && !('const' in rest);
  if (isPlain) return { ...schema, type: [...types, 'null'] };
  const alternatives = (anyOf ?? [type === undefined ? rest : { type, ...rest }]) as readonly Schema[];
  return {
    anyOf: [...alternatives.filter((one) => one['type'] !== 'null'), { type: 'null' }],
    ...(description === undefined ? {} : { description }),
  };
}
