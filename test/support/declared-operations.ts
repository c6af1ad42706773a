import type { Operation } from '../../src/http/operation.ts';
import { listOperations, type OperationDependencies } from '../../src/http/operations.ts';

/** All operations as the service declares them, to read what they are: their handlers do not work. */
export function declaredOperations(): Operation[] {
  const names: Readonly<Record<Exclude<keyof OperationDependencies, 'version' | 'secure'>, true>> = {
    engine: true,
    access: true,
    metrics: true,
    encoders: true,
    source: true,
    webhookClient: true,
    provider: true,
    feeds: true,
    queryEmbeddings: true,
    pictureTimings: true,
    clock: true,
    ids: true,
    searchTracker: true,
    scheduler: true,
    holderForwarder: true,
    addresses: true,
    stopping: true,
    onError: true,
    readiness: true,
    backups: true,
    backup: true,
  };
  const parts = Object.fromEntries(Object.keys(names).map((name) => [name, anyPart]));
  return listOperations({ ...parts, version: '0', secure: false } as unknown as OperationDependencies);
}

/** Has every member, as itself. */
const anyPart: unknown = new Proxy(() => undefined, {
  get: (_target, name) =>
    name === Symbol.iterator ? () => [].values() : name === Symbol.toPrimitive ? () => '' : anyPart,
  apply: () => anyPart,
  construct: () => anyPart as object,
});
