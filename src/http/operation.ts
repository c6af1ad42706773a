import type { RequestOrigin } from './access/viewer.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VitrineError, Warning } from '../ports/errors.ts';
import type { ErrorCode } from '../ports/error-kinds.ts';
import type { ProjectEngine, ServedProject, ServingEngine } from '../ports/engine.ts';
import type { ProjectStore, Scope } from '../ports/access/projects.ts';
import type { ProjectSettings } from '../ports/configuration/settings.ts';
import type { Role } from '../ports/access/team.ts';
import type { Restrictions } from '../domain/access/restrictions.ts';
import type { Caller } from '../domain/projects/signed-keys.ts';
import type { JsonDocument, JsonRecords, RecordsMember } from '../domain/contract/json-document.ts';
import type { Schema } from '../domain/contract/schema.ts';
import type { WorkSlices } from '../lib/work-slices.ts';
import type { AnyParameters, Parameters } from './requests/parameters.ts';
import type { Reply } from './replies/reply.ts';

/** A project that stays open until the reply is sent, as the request sees it. */
export interface OpenedProject<P extends ServedProject = ProjectEngine> {
  readonly projectId: string;
  readonly project: P;
  readonly restrictions: Restrictions;
  /** Applies the rate limits of the visitor that the values name. @throws VitrineError rate_limited */
  readonly spendRates: (values: Readonly<Record<string, unknown>>) => void;
}

/**
 * The validated request that a handler receives. `P` has the ports of its project, `ServedProject` on serving threads. `Q` and `B` are
 * the values of query and body.
 */
export interface Call<P extends ServedProject = ProjectEngine, Q = unknown, B = unknown> {
  readonly request: FastifyRequest;
  /** Replaces the headers of the request if another thread validated the call. */
  readonly origin?: RequestOrigin;
  readonly reply: FastifyReply;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  /** The JSON body with its text, if the operation accepts JSON. */
  readonly document: JsonDocument | null;
  /** The records of the body; null if absent. */
  readonly records: JsonRecords | null;
  /**
   * The body of an operation with `rawBody`, while it arrives. @throws VitrineError body_too_large, body_incomplete,
   * overloaded
   */
  readonly bodyChunks: (bytesMax: number) => AsyncIterable<Buffer>;
  /** Resolves when the next step of long work may run, after due requests. */
  readonly pause: () => Promise<void>;
  /** Counts JSON work in scanned bytes, and pauses. */
  readonly slices: WorkSlices;
  readonly key: Caller | null;
  readonly projectId: string;
  readonly project: P;
  /** The restrictions of the key and of the parameters of the request. */
  readonly restrictions: Restrictions;
  /** Applies the rate limits of the visitor, if the handler reads the body. @throws VitrineError rate_limited */
  readonly spendRates: (values: Readonly<Record<string, unknown>>) => void;
  /** Opens a project that the handler reads from the request and that the key may use. @throws VitrineError as `openProject` */
  readonly open: (projectId: string, values: Readonly<Record<string, unknown>>) => Promise<OpenedProject<P>>;
  /** Whether a handler can have the state thread answer: it returns `state-thread`. */
  readonly isOnServingThread: boolean;
  readonly warnings: Warning[];
  readonly requestId: string;
}

/** The form of another service's requests and errors, for clients made for it. */
export interface WireProtocol {
  /** Takes over the key of a request, as if it was sent in the header `x-api-key`. */
  readonly takeCredentials: (request: FastifyRequest) => void;
  /**
   * Returns the caller of a key that a shop derived from a stored key, or null if the request has no such key. `now` is in ms
   * since 1970. @throws VitrineError api_key_invalid
   */
  readonly deriveCaller?: (
    request: FastifyRequest,
    keys: Pick<ProjectStore, 'key' | 'keys'>,
    now: number,
  ) => Caller | null;
  /** Guesses the project that a request needs, if its key is for several. Returns null if it is unknown. */
  readonly likelyProject: (request: FastifyRequest) => string | null;
  readonly errorReply: (error: VitrineError) => Reply;
  /**
   * Returns the caller of a request without a key, or null if the project requires one.
   * @throws VitrineError not_found: the project does not serve this protocol; origin_forbidden
   */
  readonly guest?: (request: FastifyRequest, settings: ProjectSettings) => Caller | null;
  /** The scopes that a key keeps here; all if omitted. */
  readonly scopes?: readonly Scope[];
}

/** The parts of a request that decide whether a write can be sent again. */
export interface SentRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The records of its body, if it has any. */
  readonly records: JsonRecords | null;
}

type Access =
  | { readonly kind: 'public' }
  /** A key with the scope. `project` says which parameter names the project. */
  | {
      readonly kind: 'key';
      readonly scope: Scope;
      readonly project: { in: 'path' | 'query' | 'body'; name: string } | null;
    }
  /** A console session, or a key with the scope `admin`. `project` is the path parameter of the project whose data it needs. */
  | { readonly kind: 'admin'; readonly project?: string }
  /** A console session of a user. */
  | { readonly kind: 'session' };

export interface PathParameter {
  readonly description: string;
  /** Component of the OpenAPI document, if operations share it. */
  readonly component?: string;
}

/** An operation: its handler and its OpenAPI description in one declaration. */
export interface OperationOptions<Q, B, R = unknown, P extends ServedProject = ProjectEngine> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A path template of OpenAPI: `/api/items/{_id}`. */
  readonly path: string;
  /** Further, undocumented paths. */
  readonly aliases?: readonly string[];
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The role that a console user needs; `determineRole()` has the default. */
  readonly role?: Role;
  /**
   * The audit log has all changes by users and administrators, and this operation in any case with `always`. `target` names what
   * is changed, the path parameters by default.
   */
  readonly audit?: {
    readonly always?: boolean;
    readonly target?: (body: Readonly<Record<string, unknown>>) => string | null;
  };
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  /** Request headers besides the key, as in OpenAPI. */
  readonly headers?: readonly (Schema & { readonly name: string })[];
  readonly query?: Parameters<Q>;
  readonly body?: Parameters<B>;
  /** Component of the body; the id with `Request` by default. */
  readonly request?: string;
  /** Parameters that the body shares with other operations. */
  readonly bodyBase?: { readonly schema: Schema; readonly parameters: AnyParameters };
  /** The member of the body with items or events, which are parsed separately. */
  readonly records?: RecordsMember;
  /** Names of which the body requires at least one. */
  readonly bodyNeeds?: { readonly schema: Schema; readonly names: readonly string[] };
  /** Schemas by content type of a body that the handler reads. */
  readonly rawBody?: Readonly<Record<string, Schema>>;
  /** Whether the handler reads the parameters of the URL itself. `query` describes them. */
  readonly handlerReadsQuery?: boolean;
  readonly bodyBytesMax?: number;
  /** Also accepts JSON as `text/plain` with the key in the body, see `beacon.ts`. */
  readonly acceptsBeacons?: boolean;
  /** Also accepts the key as the parameter `key` of the address, see `query-key.ts`. */
  readonly acceptsQueryKey?: boolean;
  /** The protocol of another service, which sets the form of errors. OpenAPI does not describe such operations. */
  readonly protocol?: WireProtocol;
  /** Status of a successful reply; its JSON Schema, or null if it is not JSON. */
  readonly status: number;
  readonly reply: Schema<R> | null;
  readonly replyType?: string;
  /** A failure that has the same schema, with its status and description. */
  readonly failureReply?: readonly [status: number, description: string];
  readonly errors?: readonly ErrorCode[];
  /** Whether the reply contains a secret, such as a key, so that it is never compressed or cached. */
  readonly carriesSecret?: boolean;
  /** Whether the reply is constant, so that it is compressed once. */
  readonly isConstant?: boolean;
  /**
   * With `handled`, serving threads do everything: the handler needs only `ServedProject`. With `validated`, they authorise and
   * validate requests, and the state thread handles the call (`forwarding/validated-calls.ts`). They forward other operations.
   */
  readonly onServingThreads?: 'handled' | 'validated';
  /** Whether a write can be sent again although it may have been handled; never if omitted. */
  readonly isRepeatable?: (request: SentRequest) => boolean;
  readonly handle: (call: Call<P, Q, B>) => Promise<Handled<NoInfer<R>>> | Reply<NoInfer<R>>;
}

/** `undefined` means that the handler sends the reply itself, `state-thread` that the state thread has to answer. */
export type Handled<R = unknown> = Reply<R> | 'state-thread' | undefined;

/** An operation without its parameter types, for lists of operations. */
export interface Operation<P extends ServedProject = ProjectEngine> extends Omit<
  OperationOptions<unknown, unknown>,
  'query' | 'body' | 'handle'
> {
  readonly query: AnyParameters;
  readonly body: AnyParameters | null;
  readonly handle: (call: Call<P, never, never>) => Promise<Handled> | Reply;
}

/** An operation whose calls serving threads pass to the state thread. */
export type ValidatedOperation = Operation & { readonly onServingThreads: 'validated' };

/** An engine, and operations whose handlers need no other ports than its projects have; others are validated only. */
export interface EngineOperations<P extends ServedProject> {
  readonly engine: ServingEngine<P>;
  readonly operations: readonly (Operation<P> | ValidatedOperation)[];
}

export function defineOperation<Q = object, B = object, R = unknown, P extends ServedProject = ProjectEngine>(
  options: OperationOptions<Q, B, R, P>,
): Operation<P> {
  const { query, body, handle, ...rest } = options;
  return {
    ...rest,
    query: (query ?? {}) as AnyParameters,
    body: (body ?? null) as AnyParameters | null,
    handle: handle as Operation<P>['handle'],
  };
}

/**
 * Returns the role that a console user needs for an operation, or null if it is public. By default readers are viewers, writers
 * of a project's content editors, and administrators owners.
 */
export function determineRole({
  access,
  method,
  role,
}: Pick<Operation, 'access' | 'method' | 'role'>): Role | null {
  if (access.kind === 'public') return null;
  if (role !== undefined) return role;
  if (access.kind !== 'key') return access.kind === 'admin' ? 'owner' : 'viewer';
  const isRead = method === 'GET' || access.scope === 'search' || access.scope === 'recommend';
  return isRead ? 'viewer' : 'editor';
}
