import { readComponentName, resolveSchema, type Schema } from './schema.ts';

/** A schema with the components that it refers to in `$defs`, for readers without the OpenAPI document. */
export function inlineComponents(schema: Schema): Schema {
  const definitions: Record<string, unknown> = {};
  const resolveReferences = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolveReferences);
    if (value === null || typeof value !== 'object') return value;
    const name = readComponentName(value as Schema);
    if (name !== null && !Object.hasOwn(definitions, name)) {
      // Before its members, which may refer to it.
      definitions[name] = {};
      definitions[name] = resolveReferences(resolveSchema(value as Schema));
    }
    const members = Object.entries(value).map(([key, member]) => [key, resolveReferences(member)]);
    return { ...Object.fromEntries(members), ...(name === null ? {} : { $ref: `#/$defs/${name}` }) };
  };
  const root = resolveReferences(schema) as Schema;
  return Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions };
}
