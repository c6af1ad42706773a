import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode, Warning } from '../ports/errors.ts';
import type { ProjectEngine } from '../ports/engine.ts';
import type { Scope } from '../ports/projects.ts';
import type { Restrictions } from '../domain/access/restrictions.ts';
import type { Caller } from '../domain/projects/signed-keys.ts';
import type { JsonDocument, JsonRecords, RecordsMember } from '../domain/catalog/json-document.ts';
import type { WorkSlices } from '../lib/work-slices.ts';
import type { AnyParameters, Parameters } from './parameters.ts';
import type { Reply } from './reply.ts';

/** What a handler is given: everything about the request, checked. */
export interface Call<Q, B> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  /** The JSON body with its text, where the operation takes JSON. */
  readonly document: JsonDocument | null;
  /** What the body holds in the member of `records`; null where it was not sent. */
  readonly records: JsonRecords | null;
  /** The body of an operation with `rawBody`, as it arrives. @throws VitrineError body_too_large, body_incomplete, overloaded */
  readonly bodyChunks: (bytesMax: number) => AsyncIterable<Buffer>;
  /** Resolves when the next step of long work may run, after the requests that are due. */
  readonly pause: () => Promise<void>;
  /** Counts work on JSON, in scanned bytes, and pauses. */
  readonly slices: WorkSlices;
  readonly key: Caller | null;
  readonly projectId: string;
  readonly project: ProjectEngine;
  /** What of the project the key may see. */
  readonly restrictions: Restrictions;
  /** Spends the rates of who a request is for, where the handler reads its body. @throws VitrineError rate_limited */
  readonly spendRates: (values: Readonly<Record<string, unknown>>) => void;
  readonly warnings: Warning[];
  readonly requestId: string;
}

type Access =
  /** Anyone. */
  | { readonly kind: 'public' }
  /** A key with the scope; `project` says where the project is named. */
  | {
      readonly kind: 'key';
      readonly scope: Scope;
      readonly project: { in: 'path' | 'query' | 'body'; name: string } | null;
    }
  /** The console's session, or a key with the scope `admin`. */
  | { readonly kind: 'admin' };

/** An operation of the interface: how it is served and what OpenAPI says of it, in one declaration. */
export interface OperationOptions<Q, B> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In OpenAPI's form: `/api/items/{_id}`. */
  readonly path: string;
  /** Further paths that answer alike and are not documented. */
  readonly aliases?: readonly string[];
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly pathParameters?: Readonly<Record<string, string>>;
  /** Headers it looks at besides the key, as OpenAPI has them. */
  readonly headers?: readonly Readonly<Record<string, unknown>>[];
  readonly query?: Parameters<Q>;
  readonly body?: Parameters<B>;
  /** The member of the body that holds items or events, each of which is parsed by itself. */
  readonly records?: RecordsMember;
  /** Names of which the body must have at least one. */
  readonly bodyNeeds?: readonly string[];
  /** The body is read by the handler: content types with what they hold. */
  readonly rawBody?: Readonly<Record<string, unknown>>;
  readonly bodyBytesMax?: number;
  /** JSON Schema of a good reply, or null where it is not JSON. */
  readonly status: number;
  readonly reply: Readonly<Record<string, unknown>> | null;
  readonly replyType?: string;
  readonly errors?: readonly ErrorCode[];
  /** The reply has a secret in it, such as a key: it is never compressed, nor stored by a cache. */
  readonly carriesSecret?: boolean;
  /** The reply is the same for every request: it is compressed once. */
  readonly isConstant?: boolean;
  readonly handle: (call: Call<Q, B>) => Promise<Reply | undefined> | Reply;
}

/** An operation whose parameter types are forgotten: what a list of operations holds. */
export interface Operation extends Omit<OperationOptions<unknown, unknown>, 'query' | 'body' | 'handle'> {
  readonly query: AnyParameters;
  readonly body: AnyParameters | null;
  readonly handle: (call: Call<never, never>) => Promise<Reply | undefined> | Reply;
}

export function operation<Q = object, B = object>(options: OperationOptions<Q, B>): Operation {
  const { query, body, handle, ...rest } = options;
  return {
    ...rest,
    query: (query ?? {}) as AnyParameters,
    body: (body ?? null) as AnyParameters | null,
    handle: handle as Operation['handle'],
  };
}
