import type { ErrorCode } from '../ports/errors.ts';
import { errorKinds } from '../ports/errors.ts';
import type { Operation } from './operation.ts';
import type { AnyParameters } from './parameters.ts';
import { components } from './schemas.ts';
import { rulesSchemas } from './rules-schema.ts';
import { settingsSchemas } from './settings-schema.ts';

type Node = Record<string, unknown>;

/** The OpenAPI 3.1 document, generated from the declarations that serve the operations. */
export function openapi(operations: readonly Operation[], version: string): Node {
  const paths: Record<string, Node> = {};
  for (const one of operations) {
    paths[one.path] ??= {};
    (paths[one.path] as Node)[one.method.toLowerCase()] = describe(one);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version,
      summary: 'Keyword, semantic and photo search, and real-time recommendations',
      description:
        'Parameters are converted where possible: a number to a text, a decimal string to a number, null to absent. Unknown parameters give `warnings`. Details are in `docs/reference`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map((one) => one.tag))].map((name) => ({ name })),
    paths,
    // All error codes with hints, including those of connections.
    'x-errors': errorKinds,
    components: {
      schemas: { ...components, ...settingsSchemas, ...rulesSchemas },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Created in the console.' },
        consoleSession: {
          type: 'apiKey',
          in: 'cookie',
          name: 'vitrine_session',
          description: 'For the console; requires the header `x-vitrine-console: 1`.',
        },
      },
    },
  };
}

function describe(one: Operation): Node {
  const access = one.access.kind;
  const scope = one.access.kind === 'key' ? one.access.scope : 'admin';
  return {
    operationId: one.id,
    tags: [one.tag],
    summary: one.summary,
    ...(one.description === undefined ? {} : { description: one.description }),
    security: access === 'public' ? [] : [{ apiKey: [] }, { consoleSession: [] }],
    ...(access === 'public' ? {} : { 'x-scope': scope }),
    parameters: [
      ...(one.headers ?? []),
      ...Object.entries(one.pathParameters ?? {}).map(([name, description]) => ({
        name,
        in: 'path',
        required: true,
        description,
        schema: { type: 'string', minLength: 1 },
      })),
      ...Object.entries(one.query).map(([name, { schema, description, required, aliases }]) => ({
        name,
        in: 'query',
        required,
        description: withAliases(description, aliases),
        schema,
        ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
      })),
    ],
    ...requestBody(one),
    responses: responses(one),
  };
}

function requestBody(one: Operation): Node {
  if (one.rawBody !== undefined) return { requestBody: { required: true, content: one.rawBody } };
  if (one.body === null) return {};
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: bodySchema(one.body, one.bodyNeeds ?? []) } },
    },
  };
}

function bodySchema(body: AnyParameters, needs: readonly string[]): Node {
  const entries = Object.entries(body);
  return {
    type: 'object',
    required: entries.filter(([, parameter]) => parameter.required).map(([name]) => name),
    ...(needs.length === 0 ? {} : { allOf: [{ anyOf: needs.map((name) => ({ required: [name] })) }] }),
    properties: Object.fromEntries(
      entries.map(([name, { schema, description, aliases }]) => [
        name,
        { ...schema, description: withAliases(description, aliases) },
      ]),
    ),
  };
}

function withAliases(description: string, aliases: readonly string[]): string {
  return aliases.length === 0
    ? description
    : `${description} Also taken as ${aliases.map((name) => `\`${name}\``).join(', ')}.`;
}

function responses(one: Operation): Node {
  const good =
    one.reply === null
      ? { [one.replyType ?? 'text/plain']: { schema: { type: 'string' } } }
      : { 'application/json': { schema: one.reply } };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(one)) {
    const { status } = errorKinds[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const failures = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [
      String(status),
      {
        ...(status === 429 ? { headers: rateHeaders } : {}),
        description: codes.map((code) => `\`${code}\`: ${errorKinds[code].title}`).join('\n\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]);
  const unready =
    one.id === 'ready'
      ? { 503: { description: 'Not ready', content: { 'application/json': { schema: one.reply } } } }
      : {};
  return {
    [one.status]: { description: one.summary, headers: replyHeaders, content: good },
    ...unready,
    ...Object.fromEntries(failures),
  };
}

const replyHeaders = {
  'x-request-id': {
    description: 'The id of the request, if it sent a valid one.',
    schema: { type: 'string' },
  },
};
const rateHeaders = {
  ...replyHeaders,
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'ratelimit-limit': { description: 'Requests a minute.', schema: { type: 'integer' } },
  'ratelimit-remaining': { description: 'Requests left now.', schema: { type: 'integer' } },
  'ratelimit-reset': {
    description: 'Seconds until the limit is fully available again.',
    schema: { type: 'integer' },
  },
};

/** Errors common to operations of its kind, and its own. */
function errorsOf(one: Operation): Set<ErrorCode> {
  const codes = new Set<ErrorCode>(one.errors ?? []);
  if (one.access.kind !== 'public') {
    codes
      .add('api_key_invalid')
      .add('scope_missing')
      .add('rate_limited')
      .add('origin_forbidden')
      .add('cross_site_request');
    codes.add(one.access.kind === 'key' ? 'api_key_missing' : 'signed_out');
  }
  if (one.access.kind === 'key' && one.access.project !== null) {
    codes.add('project_forbidden').add('project_not_found');
    if (one.access.project.in !== 'path') codes.add('project_required');
  }
  const takesInput =
    one.body !== null ||
    one.rawBody !== undefined ||
    Object.keys(one.query).length > 0 ||
    one.pathParameters !== undefined;
  if (takesInput) codes.add('invalid_request').add('headers_too_large');
  if (one.body !== null) {
    codes
      .add('invalid_json')
      .add('json_too_deep')
      .add('unsupported_media_type')
      .add('body_too_large')
      .add('body_incomplete');
  }
  if (one.method !== 'GET') codes.add('storage_failed').add('overloaded');
  return codes;
}
