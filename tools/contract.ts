/** A JSON Schema, as far as the OpenAPI document uses it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly contentMediaType?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly 'x-required-without-fields'?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
            readonly requestBody?: {
              readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
            };
          }
        >
      >
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** Operations with query parameters that the SDK takes as an object. */
const queries = [
  'boughtTogetherAnalytics',
  'getAlerts',
  'listItems',
  'revenueAnalytics',
  'searchAnalytics',
  'suggest',
  'whyNot',
];

const header =
  '// Generated from the OpenAPI document by `npm run openapi`: requests and replies of the service.\n';

/** TypeScript types of all components of an OpenAPI document, and of the parameters of `queries`. */
export function contractTypes(document: Document): string {
  const { schemas, parameters } = document.components;
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const sent = new Set<string>();
  for (const { requestBody } of operations)
    for (const { schema } of Object.values(requestBody?.content ?? {})) addNames(schema, schemas, sent);
  const queried = operations
    .filter(({ operationId }) => queries.includes(operationId))
    .map(({ operationId, parameters: own = [] }): [string, Schema] => {
      const resolved = own.map((one) => ('$ref' in one ? parameters[lastName(one.$ref)]! : one));
      return [`${operationId[0]!.toUpperCase()}${operationId.slice(1)}Query`, querySchema(resolved)];
    });
  const declarations = [...Object.entries(schemas), ...queried]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const isSent = sent.has(name) || !Object.hasOwn(schemas, name);
      return comment(schema.description) + declaration(name, schema, { schemas, isSent });
    });
  return [header, ...declarations].join('\n');
}

function querySchema(parameters: readonly Parameter[]): Schema {
  const own = parameters.filter((one) => one.in === 'query' && one.name !== 'project');
  return {
    type: 'object',
    required: own.filter(({ required }) => required === true).map(({ name }) => name),
    properties: Object.fromEntries(
      own.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
  };
}

/** Adds the names of a schema and of all that it refers to. */
function addNames(schema: unknown, schemas: Document['components']['schemas'], names: Set<string>): void {
  if (schema === null || typeof schema !== 'object') return;
  const { $ref } = schema as Schema;
  if ($ref === undefined) {
    for (const part of Object.values(schema)) addNames(part, schemas, names);
  } else if (!names.has(lastName($ref))) {
    names.add(lastName($ref));
    addNames(schemas[lastName($ref)], schemas, names);
  }
}

interface DeclarationContext {
  readonly schemas: Document['components']['schemas'];
  /** Whether requests contain it: then optional members may be undefined. */
  readonly isSent: boolean;
}

function declaration(name: string, schema: Schema, context: DeclarationContext): string {
  const parts = schema.allOf ?? [schema];
  const bases = parts.filter(({ $ref }) => $ref !== undefined);
  const own = parts.filter(({ $ref }) => $ref === undefined);
  const [body] = own;
  const isInterface =
    body !== undefined &&
    own.length === 1 &&
    isObject(body) &&
    bases.every(({ $ref }) => isObjectOrExtended(context.schemas[lastName($ref!)]!));
  if (!isInterface) return `export type ${name} = ${typeOf(schema, context)};\n`;
  const extended = bases.map(({ $ref }) => lastName($ref!)).join(', ');
  return `export interface ${name} ${extended === '' ? '' : `extends ${extended} `}${objectType(body, context)}\n`;
}

function isObject({ properties }: Schema): boolean {
  return properties !== undefined;
}

/** Whether its declaration is an interface. */
function isObjectOrExtended(schema: Schema): boolean {
  return (
    isObject(schema) || (schema.allOf?.every((part) => part.$ref !== undefined || isObject(part)) ?? false)
  );
}

function typeOf(schema: Schema, context: DeclarationContext): string {
  const { $ref, allOf, oneOf, anyOf = oneOf, type, items } = schema;
  if ($ref !== undefined) return lastName($ref);
  if (allOf !== undefined) return allOf.map((part) => partType(part, context)).join(' & ');
  if (anyOf !== undefined) return union(anyOf.map((part) => typeOf(part, context)));
  if (schema.enum !== undefined) return union(schema.enum.map(literal));
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.contentMediaType === 'image/*') return 'Blob';
  return union(
    [type].flat().map((one) => {
      switch (one) {
        case 'object':
          return recordType(schema, context);
        case 'array':
          return `readonly ${partType(items ?? {}, context)}[]`;
        case 'integer':
          return 'number';
        default:
          return one ?? 'unknown';
      }
    }),
  );
}

function recordType(schema: Schema, context: DeclarationContext): string {
  if (isObject(schema)) return objectType(schema, context);
  const { additionalProperties: values = true } = schema;
  return `Readonly<Record<string, ${typeof values === 'boolean' ? 'unknown' : typeOf(values, context)}>>`;
}

function objectType(schema: Schema, context: DeclarationContext): string {
  const required = [...(schema.required ?? []), ...(schema['x-required-without-fields'] ?? [])];
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const type = typeOf(member, context);
    const isOptional = !required.includes(name);
    const allowed = isOptional && context.isSent && type !== 'unknown' ? union([type, 'undefined']) : type;
    const description = context.isSent ? withLimits(member) : member.description;
    return `${comment(description)}readonly ${name}${isOptional ? '?' : ''}: ${allowed};`;
  });
  const others = schema.additionalProperties === undefined || schema.additionalProperties === false;
  return `{\n${[...members, ...(others ? [] : ['readonly [field: string]: unknown;'])].join('\n')}\n}`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** Alternatives; `number` includes literal numbers. */
function union(types: readonly string[]): string {
  const all = [...new Set(types)];
  return all.filter((type) => !(all.includes('number') && /^\d/.test(type))).join(' | ');
}

/** A type inside another one, in parentheses where it has several parts. */
function partType(schema: Schema, context: DeclarationContext): string {
  const { allOf, oneOf, anyOf, enum: values, type } = schema;
  const isWhole = allOf === undefined && oneOf === undefined && anyOf === undefined && values === undefined;
  const isPlain = isWhole && typeof type !== 'object' && type !== 'array';
  return isPlain ? typeOf(schema, context) : `(${typeOf(schema, context)})`;
}

/** A description with default and limits, without the aliases that only other clients send. */
function withLimits(schema: Schema): string {
  const { description = '', minimum, maximum, maxLength, maxItems } = schema;
  const isSpan = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  const sentences = [
    description.replace(/ ?Alias(?:es)?: [^.]*\.$/, ''),
    schema.default === undefined ? '' : `Default: ${JSON.stringify(schema.default)}.`,
    isSpan ? `${shown(minimum)} to ${shown(maximum)}.` : '',
    maxLength === undefined ? '' : `Up to ${shown(maxLength)} characters.`,
    maxItems === undefined ? '' : `Up to ${shown(maxItems)}.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function shown(limit: number): string {
  return limit.toLocaleString('en-US');
}

function comment(description: string | undefined): string {
  const text = description?.replaceAll('*/', '*\\/') ?? '';
  if (text === '') return '';
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 110) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length === 1
    ? `/** ${text} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;
}

function lastName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
