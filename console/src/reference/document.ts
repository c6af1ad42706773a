/** The parts of the OpenAPI document that the reference uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
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
  /** The required scope of the key; null: no key needed. */
  readonly scope: string | null;
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

interface RawOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: RawContent };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: RawContent }>
  >;
  readonly 'x-scope'?: string;
}

interface RawDocument {
  readonly info: { readonly version: string };
  readonly tags?: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly 'x-errors': Readonly<
    Record<string, { readonly status: number; readonly title: string; readonly hint: string }>
  >;
}

/** Converts the document to lists in the order of the reference. */
export function readDocument(document: unknown): Reference {
  const raw = document as RawDocument;
  const operations = Object.entries(raw.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(path, method, operation)),
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

function readOperation(path: string, method: string, raw: RawOperation): Operation {
  const replies = Object.entries(raw.responses);
  const [replyStatus, reply] = replies.find(([status]) => status.startsWith('2')) ?? [
    '200',
    { description: '' },
  ];
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    tag: raw.tags?.[0] ?? 'Other',
    summary: raw.summary ?? raw.operationId,
    description: raw.description ?? '',
    scope: raw['x-scope'] ?? null,
    parameters: raw.parameters ?? [],
    bodies: contents(raw.requestBody?.content),
    replyStatus,
    replies: contents(reply.content),
    errors: replies
      .filter(([status]) => !status.startsWith('2'))
      .flatMap(([status, { description }]) => codesIn(status, description)),
  };
}

function contents(content: RawContent | undefined): (readonly [string, Schema])[] {
  return Object.entries(content ?? {}).map(([type, { schema }]) => [type, schema ?? {}] as const);
}

/** The description of an error reply lists its codes, one per paragraph: "`code`: Title". */
function codesIn(status: string, description: string): ErrorCode[] {
  return [...description.matchAll(/`([a-z_]+)`: ([^\n]+)/g)].map(([, code = '', title = '']) => ({
    status,
    code,
    title,
  }));
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
    .sort((a, b) => a.status.localeCompare(b.status) || a.code.localeCompare(b.code));
}

/** Resolves `$ref` and merges the parts of an `allOf`. */
export function resolve(schema: Schema, schemas: Reference['schemas']): Schema {
  if (schema.$ref !== undefined) {
    const { $ref, ...own } = schema;
    return { ...resolve(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas), ...own };
  }
  if (schema.allOf === undefined) return schema;
  const parts = schema.allOf.map((part) => resolve(part, schemas));
  return {
    type: 'object',
    required: parts.flatMap(({ required }) => required ?? []),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties ?? {})) as Record<
      string,
      Schema
    >,
  };
}
