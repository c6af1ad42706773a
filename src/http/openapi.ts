import { readComponentName, resolveSchema, type Schema } from '../domain/contract/schema.ts';
import { errorKinds, type ErrorCode } from '../ports/error-kinds.ts';
import { afterHeader, isBoundedRead } from './overload/bounded-reads.ts';
import { determineRole, type Operation } from './operation.ts';
import { buildBodySchema, appendAliases } from './requests/parameters.ts';
import { problem } from './schemas/schemas.ts';

type Node = Record<string, unknown>;

const tags: Readonly<Record<string, string>> = {
  Recommendations: 'Lists for a visitor, an item or a cart. They contain every acknowledged event.',
  Items: 'The catalog of a project: single items, lists, imports and exports.',
  Search: 'Keyword, semantic and photo search, completions and facets.',
  Events: 'Actions of visitors, and their erasure.',
  Settings: 'Settings, synonyms, rules and the ranking of a project.',
  Analytics: 'Figures of the searches of a project.',
  Administration: 'Sign-in, projects, keys and backups.',
  Team: 'Users of the console, and the links that invite them. For sessions of owners.',
  Operations: 'State of the service, and this document.',
};

const failures: Readonly<Record<number, readonly [component: string, description: string]>> = {
  400: ['BadRequest', 'The request is not valid.'],
  401: ['Unauthorized', 'The key or session is missing or not valid.'],
  403: ['Forbidden', 'The key or session may not do this.'],
  404: ['NotFound', 'The resource does not exist.'],
  409: ['Conflict', 'The resource exists.'],
  410: ['Gone', 'The link has been used or replaced, or has expired.'],
  412: ['PreconditionFailed', 'The version in `if-match` is not the current one.'],
  413: ['ContentTooLarge', 'The body exceeds a limit.'],
  415: ['UnsupportedMediaType', 'The type of the body is not supported.'],
  422: ['UnprocessableContent', 'The photo or shop cannot be read.'],
  429: ['TooManyRequests', 'A rate limit is exceeded.'],
  431: ['HeadersTooLarge', 'URL and headers are too long.'],
  503: ['Unavailable', 'Temporarily not available.'],
};

/** The OpenAPI 3.1 document, generated from the declarations that serve the operations. */
export function createOpenApiDocument(operations: readonly Operation[], version: string): Node {
  const document = new Document(operations);
  const paths: Record<string, Node> = {};
  for (const one of operations) {
    paths[one.path] ??= {};
    (paths[one.path] as Node)[one.method.toLowerCase()] = document.describe(one);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version,
      summary: 'Keyword, semantic and photo search, and real-time recommendations',
      description:
        'Parameters are converted where possible: a number to a text, a decimal string to a number, null to absent. Unknown parameters give `warnings`. `x-error-codes` lists the error codes of an operation, besides `x-common-error-codes`; `x-errors` has all codes with hints. Details are in `docs/reference`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    security: [{ apiKey: [] }, { consoleSession: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    // Codes of all operations that require a key, and all codes with hints.
    'x-common-error-codes': commonErrors,
    'x-errors': errorKinds,
    components: {
      ...document.listComponents(),
      headers: {
        RequestId: {
          description: 'The id of the request, if it sent a valid one.',
          schema: { type: 'string' },
        },
        RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
        RateLimit: { description: 'Requests per minute.', schema: { type: 'integer' } },
        RateLimitRemaining: { description: 'Remaining requests.', schema: { type: 'integer' } },
        RateLimitReset: {
          description: 'Seconds until the limit is fully available again.',
          schema: { type: 'integer' },
        },
      },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Created in the console.' },
        consoleSession: {
          type: 'apiKey',
          in: 'cookie',
          name: 'vitrine_session',
          description: 'The session of the console. It requires the header `x-vitrine-console: 1`.',
        },
      },
    },
  };
}

/** Collects the components that operations use. */
class Document {
  readonly #schemas = new Map<string, Schema>();
  readonly #parameters = new Map<string, Schema>();
  readonly #responses = new Map<string, Node>();
  /** Number of uses of each parameter, by its JSON. */
  readonly #uses = new Map<string, number>();

  constructor(operations: readonly Operation[]) {
    for (const { component: _name, ...parameter } of operations.flatMap(describeParameters)) {
      const key = JSON.stringify(parameter);
      this.#uses.set(key, (this.#uses.get(key) ?? 0) + 1);
    }
    this.#collect(problem);
  }

  listComponents(): Node {
    return {
      schemas: sortByName(this.#schemas),
      parameters: sortByName(this.#parameters),
      responses: sortByName(this.#responses),
    };
  }

  describe(one: Operation): Node {
    const access = one.access.kind;
    const scope = one.access.kind === 'key' ? one.access.scope : one.access.kind;
    const role = determineRole(one);
    const codes = listErrorCodes(one);
    const parameters = describeParameters(one).map((parameter) => this.#describeParameter(parameter));
    const content = this.#requestContent(one);
    return {
      operationId: one.id,
      tags: [one.tag],
      summary: one.summary,
      ...(one.description === undefined ? {} : { description: one.description }),
      ...(access === 'public' ? { security: [] } : { 'x-scope': scope }),
      ...(access === 'session' ? { security: [{ consoleSession: [] }] } : {}),
      ...(role === null ? {} : { 'x-role': role }),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(content === null ? {} : { requestBody: { required: true, content } }),
      responses: this.#describeResponses(one, access === 'public' ? codes : [...commonErrors, ...codes]),
      'x-error-codes': codes,
    };
  }

  #describeParameter({ component, ...parameter }: Schema & { readonly name: string }): Node {
    this.#collect(parameter['schema']);
    const key = JSON.stringify(parameter);
    if (this.#uses.get(key) === 1) return parameter;
    const baseName = typeof component === 'string' ? component : capitalise(parameter.name);
    const other = this.#parameters.get(baseName);
    if (other !== undefined && JSON.stringify(other) !== key)
      throw new Error(`Cannot describe two parameters as ${baseName}: declare a component of one`);
    this.#parameters.set(baseName, parameter);
    return { $ref: `#/components/parameters/${baseName}` };
  }

  #requestContent(one: Operation): Node | null {
    if (one.rawBody !== undefined) return describeContent(one.rawBody, (schema) => this.#collect(schema));
    if (one.body === null) return null;
    const name = one.request ?? `${capitalise(one.id)}Request`;
    const schema = requestSchema(one);
    if (!this.#schemas.has(name)) this.#schemas.set(name, schema);
    else if (JSON.stringify(this.#schemas.get(name)) !== JSON.stringify(schema))
      throw new Error(`Cannot describe two requests as ${name}`);
    this.#collect(schema);
    return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
  }

  #describeResponses(one: Operation, codes: readonly ErrorCode[]): Node {
    const content =
      one.reply === null
        ? { [one.replyType ?? 'text/plain']: { schema: { type: 'string' } } }
        : { 'application/json': { schema: this.#collect(one.reply) } };
    const headers = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
    const [status, description] = one.failureReply ?? [];
    const statuses = [...new Set(codes.map((code) => errorKinds[code].status))].sort((a, b) => a - b);
    return {
      [one.status]: { description: one.summary, headers, content },
      ...(status === undefined ? {} : { [status]: { description, headers, content } }),
      ...Object.fromEntries(statuses.map((failed) => [failed, this.#describeFailure(failed)])),
    };
  }

  #describeFailure(status: number): Node {
    const known = failures[status];
    if (known === undefined) throw new Error(`Cannot describe the error status ${status}`);
    const [name, description] = known;
    this.#responses.set(name, {
      description,
      headers: {
        'x-request-id': { $ref: '#/components/headers/RequestId' },
        ...(status === 429 ? rateHeaders : {}),
      },
      content: { 'application/problem+json': { schema: problem } },
    });
    return { $ref: `#/components/responses/${name}` };
  }

  #collect<T>(value: T): T {
    if (value === null || typeof value !== 'object') return value;
    const name = readComponentName(value as Schema);
    if (name === null) Object.values(value).forEach((part: unknown) => this.#collect(part));
    else if (!this.#schemas.has(name)) {
      const named = resolveSchema(value as Schema);
      this.#schemas.set(name, named);
      this.#collect(named);
    }
    return value;
  }
}

const rateHeaders = Object.fromEntries(
  [
    ['retry-after', 'RetryAfter'],
    ['ratelimit-limit', 'RateLimit'],
    ['ratelimit-remaining', 'RateLimitRemaining'],
    ['ratelimit-reset', 'RateLimitReset'],
  ].map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }]),
);

/** Describes the parameters outside the body. Shared ones have the name of their `component`. */
function describeParameters(one: Operation): (Schema & { readonly name: string })[] {
  const path = Object.entries(one.pathParameters ?? {}).map(([name, { description, component }]) => ({
    component,
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', minLength: 1 },
  }));
  const query = Object.entries(one.query).map(([name, parameter]) => ({
    component: parameter.component,
    name,
    in: 'query',
    ...(parameter.required ? { required: true } : {}),
    description: appendAliases(parameter.description, parameter.aliases),
    schema: parameter.schema,
    ...(parameter.schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
  }));
  return [...(one.headers ?? []), ...path, ...query, ...(isBoundedRead(one) ? [afterHeader] : [])];
}

function requestSchema({ body, bodyBase, bodyNeeds }: Operation): Schema {
  const neededNames = bodyNeeds?.names ?? [];
  const isOwn = (name: string): boolean =>
    !neededNames.includes(name) && !Object.hasOwn(bodyBase?.parameters ?? {}, name);
  const ownSchema = buildBodySchema(
    Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => isOwn(name))),
  );
  const shared = [bodyBase?.schema, bodyNeeds?.schema].filter((schema) => schema !== undefined);
  return shared.length === 0 ? ownSchema : { allOf: [...shared, ownSchema] };
}

function describeContent(
  bodies: Readonly<Record<string, Schema>>,
  collect: (schema: Schema) => Schema,
): Node {
  return Object.fromEntries(
    Object.entries(bodies).map(([type, schema]) => [type, { schema: collect(schema) }]),
  );
}

function sortByName<T>(components: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function capitalise(name: string): string {
  return name.replace(/^_*(.)/, (_, first: string) => first.toUpperCase());
}

/** Errors of all operations that require a key. */
const commonErrors = [
  'headers_too_large',
  'api_key_invalid',
  'scope_missing',
  'rate_limited',
  'origin_forbidden',
  'cross_site_request',
  'role_missing',
] as const;

function listErrorCodes(one: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(one.errors ?? []);
  // Any URL may be too long.
  if (one.access.kind === 'public') codes.add('headers_too_large');
  else codes.add(one.access.kind === 'key' ? 'api_key_missing' : 'signed_out');
  if (one.access.kind === 'session') codes.add('session_required');
  if (Object.hasOwn({ ...one.query, ...one.body }, 'user')) codes.add('user_forbidden');
  if (Object.hasOwn({ ...one.query, ...one.body }, 'priceList')) codes.add('price_list_forbidden');
  if (one.access.kind === 'key' && one.access.project !== null) {
    codes.add('project_forbidden').add('project_not_found');
    if (one.access.project.in !== 'path') codes.add('project_required');
  }
  const takesInput =
    one.body !== null ||
    one.rawBody !== undefined ||
    Object.keys(one.query).length > 0 ||
    one.pathParameters !== undefined;
  if (takesInput) codes.add('invalid_request');
  if (one.body !== null) {
    codes
      .add('invalid_json')
      .add('json_too_deep')
      .add('unsupported_media_type')
      .add('body_too_large')
      .add('body_incomplete');
  }
  if (one.access.kind === 'key') codes.add('database_damaged');
  if (one.method !== 'GET') codes.add('storage_failed').add('overloaded');
  return [...codes];
}
