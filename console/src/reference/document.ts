/** The parts of the OpenAPI document that the reference uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The required scope of the key, or `session` for sessions only; null: no key needed. */
  readonly scope: string | null;
  /** The required role of a user of the console; null: none. */
  readonly role: string | null;
  readonly parameters: readonly Parameter[];
  /** By content type. */
  readonly bodies: readonly (readonly [type: string, schema: Schema])[];
  readonly replyStatus: string;
  readonly replies: readonly (readonly [type: string, schema: Schema])[];
  readonly errors: readonly ErrorCode[];
}

export interface ErrorCode {
  readonly status: string;
  readonly code: string;
  readonly title: string;
}

export interface ErrorKind extends ErrorCode {
  /** How to fix the cause. */
  readonly hint: string;
}

export interface Reference {
  readonly version: string;
  readonly tags: readonly string[];
  readonly operations: readonly Operation[];
  readonly errors: readonly ErrorKind[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

interface RawContent {
  readonly [type: string]: { readonly schema?: Schema };
}

interface Ref {
  readonly $ref: string;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly content: RawContent };
  readonly responses: Readonly<Record<string, { readonly content?: RawContent }>>;
  readonly 'x-scope'?: string;
  readonly 'x-role'?: string;
  readonly 'x-error-codes': readonly string[];
}

interface RawDocument {
  readonly info: { readonly version: string };
  readonly tags?: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
  readonly 'x-common-error-codes': readonly string[];
  readonly 'x-errors': Readonly<
    Record<string, { readonly status: number; readonly title: string; readonly hint: string }>
  >;
}

/** Converts the document to lists in the order of the reference. */
export function readDocument(document: unknown): Reference {
  const raw = document as RawDocument;
  const operations = Object.entries(raw.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(raw, path, method, operation)),
  );
  return {
    version: raw.info.version,
    tags: raw.tags?.map(({ name }) => name) ?? [...new Set(operations.map(({ tag }) => tag))],
    operations,
    errors: Object.entries(raw['x-errors']).map(([code, { status, title, hint }]) => ({
      code,
      status: String(status),
      title,
      hint,
    })),
    schemas: raw.components.schemas,
  };
}

function readOperation(
  { components, 'x-errors': errors, 'x-common-error-codes': common }: RawDocument,
  path: string,
  method: string,
  raw: RawOperation,
): Operation {
  const [replyStatus, reply] = Object.entries(raw.responses).find(([status]) => status.startsWith('2')) ?? [
    '200',
    {},
  ];
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    tag: raw.tags?.[0] ?? 'Other',
    // A title and a link, where code is not marked.
    summary: raw.summary?.replaceAll('`', '') ?? raw.operationId,
    description: raw.description ?? '',
    scope: raw['x-scope'] ?? null,
    role: raw['x-role'] ?? null,
    parameters: (raw.parameters ?? []).map((parameter) =>
      '$ref' in parameter ? components.parameters[lastName(parameter)]! : parameter,
    ),
    bodies: contents(raw.requestBody?.content),
    replyStatus,
    replies: contents(reply.content),
    errors: [...(raw['x-scope'] === undefined ? [] : common), ...raw['x-error-codes']]
      .map((code) => ({ code, status: String(errors[code]?.status), title: errors[code]?.title ?? '' }))
      .sort((a, b) => a.status.localeCompare(b.status, 'en')),
  };
}

function contents(content: RawContent | undefined): (readonly [string, Schema])[] {
  return Object.entries(content ?? {}).map(([type, { schema }]) => [type, schema ?? {}] as const);
}

/** The name of the component that a reference names. */
export function lastName({ $ref }: Ref): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** All error codes with the operations that return them, by status. */
export function errorCodes(
  reference: Reference,
): (ErrorKind & { readonly operations: readonly Operation[] })[] {
  return reference.errors
    .map((error) => ({
      ...error,
      operations: reference.operations.filter(({ errors }) => errors.some(({ code }) => code === error.code)),
    }))
    .sort((a, b) => a.status.localeCompare(b.status, 'en') || a.code.localeCompare(b.code, 'en'));
}

/** Resolves `$ref`, merges the parts of an `allOf`, and treats `anyOf` as `oneOf`. */
export function resolve(schema: Schema, schemas: Reference['schemas']): Schema {
  if (schema.$ref !== undefined) {
    const { $ref, ...own } = schema;
    return { ...resolve(schemas[lastName({ $ref })] ?? {}, schemas), ...own };
  }
  if (schema.anyOf !== undefined) {
    const { anyOf, ...own } = schema;
    return { ...own, oneOf: anyOf };
  }
  if (schema.allOf === undefined) return schema;
  const { allOf, ...own } = schema;
  const parts = allOf.map((part) => resolve(part, schemas));
  return {
    type: 'object',
    ...own,
    required: parts.flatMap(({ required }) => required ?? []),
    properties: Object.assign({}, ...parts.map((part) => propertiesOf(part, schemas))) as Record<
      string,
      Schema
    >,
  };
}

/** The properties of an object, or of all its alternatives. */
function propertiesOf({ properties, oneOf = [] }: Schema, schemas: Reference['schemas']): object {
  const others = oneOf.map((alternative) => propertiesOf(resolve(alternative, schemas), schemas));
  return Object.assign({}, properties, ...others) as object;
}
