import { createJsonSlices } from '../../domain/contract/json-document.ts';
import type { Caller } from '../../domain/projects/signed-keys.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Engine } from '../../ports/engine.ts';
import { VitrineError, type Warning } from '../../ports/errors.ts';
import type { Client } from '../access/client.ts';
import type { Call, Operation } from '../operation.ts';
import type { Reply } from '../replies/reply.ts';
import { readRequestOrigin, type RequestOrigin } from '../access/viewer.ts';
import { requestRestrictions } from '../access/request-restrictions.ts';
import type { RequestScheduler } from '../overload/request-scheduler.ts';
import { handleScheduled } from '../overload/scheduled-call.ts';

/** A call of an operation that a serving thread has authorised and validated, for the state thread. It can be cloned. */
export interface ValidatedCall {
  readonly operation: string;
  readonly projectId: string;
  readonly key: Caller;
  readonly client: Client;
  readonly origin: RequestOrigin;
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  /** The warnings about the parameters. */
  readonly warnings: readonly Warning[];
  readonly requestId: string;
}

interface Options {
  readonly operations: readonly Operation[];
  readonly engine: Pick<Engine, 'project' | 'hold'>;
  readonly scheduler: RequestScheduler;
  readonly clock: Clock;
}

/** The part of a call that the state thread needs. */
export function encodeValidatedCall(
  { id: operation }: Operation,
  call: Pick<Call, 'projectId' | 'path' | 'query' | 'body' | 'warnings' | 'requestId' | 'request'>,
  key: Caller,
  client: Client,
): ValidatedCall {
  const { projectId, path, query, body, warnings, requestId } = call;
  const origin = readRequestOrigin({ key, request: call.request });
  return { operation, projectId, key, client, origin, path, query, body, warnings, requestId };
}

/** Handles validated calls. The result @throws VitrineError as the operation */
export function createValidatedCalls({
  operations,
  engine,
  scheduler,
  clock,
}: Options): (call: ValidatedCall) => Promise<Reply> {
  const byId = new Map(
    operations.filter((one) => one.onServingThreads === 'validated').map((one) => [one.id, one]),
  );
  return async (call) => {
    const { operation: id, projectId, key, client } = call;
    const operation = byId.get(id);
    if (operation === undefined) throw new Error(`Serving threads do not validate calls of ${id}`);
    const project = await engine.project(projectId);
    using _held = engine.hold(project);
    const settings = project.settings.effective();
    const pause = (): Promise<void> => scheduler.pause(client);
    const whole: Omit<
      Call,
      'request' | 'reply' | 'document' | 'records' | 'bodyChunks' | 'spendRates' | 'open'
    > = {
      ...call,
      project,
      restrictions: requestRestrictions(key, settings, clock.now(), {
        ...(call.query as Record<string, unknown>),
        ...(call.body as Record<string, unknown>),
      }),
      isOnServingThread: false,
      pause,
      slices: createJsonSlices(pause),
      warnings: [...call.warnings],
    };
    // Operations that serving threads validate use no connection.
    const reply = await handleScheduled(operation, whole as Call, () => client, scheduler);
    if (typeof reply !== 'object') throw new VitrineError('internal_error', 'The operation has no reply');
    return reply;
  };
}
