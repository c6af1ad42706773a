import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedProject } from '../../src/engine/projects/project.ts';
import type { Engine, ProjectEngine } from '../../src/ports/engine.ts';
import type { SharedLogs } from '../../src/ports/cluster/shared-log.ts';
import { MemoryLogs } from '../support/memory-logs.ts';
import { openEmbedded } from './embedded-shop.ts';
import type { EngineParts, OpenEngine } from './shop.ts';

/** The ports of a project. */
type ProjectPart = Exclude<keyof ProjectEngine, 'id' | 'isLeader' | 'position'>;

/** Calls with state of one process: taken jobs, impressions, and synchronous reads. */
const ownOf: Readonly<Partial<Record<ProjectPart, readonly string[]>>> = {
  pictures: ['take', 'finish', 'fail', 'retry', 'onWork', 'calibrate', 'search'],
  textEmbeddings: ['setTargetModel', 'take', 'finish', 'refuse', 'release', 'onWork', 'counts'],
  recommenders: ['recordImpressions', 'countImpressions', 'train', 'training'],
  queryLog: ['record', 'completions'],
  clickLog: ['record'],
  attribution: ['rows'],
  text: ['settled', 'reader'],
};

/**
 * Processes that share the logs of their projects, as one engine: calls go to one after the other, and each returns when all
 * are up to date. So most requests of a suite read writes of another process. Concurrent calls go to the same process, as
 * suites expect them in order.
 */
export function openProcesses(
  newLogs: () => SharedLogs | Promise<SharedLogs> = () => new MemoryLogs(),
  count = 2,
): OpenEngine {
  // Engines are reopened on the state of their folders and logs.
  const logsOf = new Map<string, SharedLogs>();
  return async (parts) => {
    // A backup is tested with a standalone service.
    if (existsSync(join(parts.folder, 'vitrine.db'))) return openEmbedded()(parts);
    const shared = logsOf.get(parts.folder) ?? (await newLogs());
    logsOf.set(parts.folder, shared);
    const open = openEmbedded({ shared });
    const engines: Engine[] = [];
    for (let no = 0; no < count; no++) engines.push(await open(partsOf(parts, `process-${no}`)));
    const one = engines[0]!;
    const proxies = new RotatingProxies(count);
    const storesFresh = (): Promise<unknown> => Promise.all(engines.map((engine) => engine.catchUp()));
    const stores = proxies.proxy(() => engines.map((engine) => engine.store), storesFresh);
    const auditLog = proxies.proxy(() => engines.map((engine) => engine.store.auditLog), storesFresh);
    const store = new Proxy(stores, {
      get: (all, name) => (name === 'auditLog' ? auditLog : (Reflect.get(all, name) as unknown)),
    });
    const project = async (id: string): Promise<ProjectEngine> => {
      const projects = await Promise.all(engines.map((engine) => engine.project(id)));
      const allFresh = (): Promise<unknown> => Promise.all(engines.map((engine) => engine.project(id)));
      const partOf = (part: ProjectPart): object =>
        proxies.proxy(
          () => projects.map((each) => each[part]),
          allFresh,
          (name) => ownOf[part]?.includes(name) === true,
          // Each process has its own model.
          (name) => part === 'textEmbeddings' && name === 'setTargetModel',
          () => Promise.all(projects.map((one) => (one as EmbeddedProject).indexUpdater.reindexed)),
        );
      return new Proxy({} as ProjectEngine, { get: (_, part: ProjectPart) => partOf(part) });
    };
    return {
      store,
      project,
      catchUp: () => one.catchUp(),
      onOpened: (listener) => one.onOpened(listener),
      hold: (held) => one.hold(held),
      listHeldProjects: () => one.listHeldProjects(),
      projectsWithWork: () => one.projectsWithWork(),
      overview: (id) => one.overview(id),
      backup: (folder) => one.backup(folder),
      status: () => one.status(),
      writes: () => one.writes(),
      releaseCaches: () => engines.forEach((engine) => engine.releaseCaches()),
      gauges: () => one.gauges(),
      async [Symbol.asyncDispose]() {
        await Promise.all(engines.map((engine) => engine[Symbol.asyncDispose]()));
      },
    };
  };
}

/** The process of the next call. */
class RotatingProxies {
  readonly #count: number;
  #last = 0;
  #callsInProgress = 0;

  constructor(count: number) {
    this.#count = count;
  }

  /** A proxy that sends each call to one of the processes. */
  proxy<T extends object>(
    portsOfAll: () => readonly T[],
    fresh: () => Promise<unknown>,
    isOwn: (name: string) => boolean = () => false,
    isForAll: (name: string) => boolean = () => false,
    settle: () => Promise<unknown> = () => Promise.resolve(),
  ): T {
    // After one process rebuilt its index, the others do so too.
    const whole = async (rebuilt: Promise<boolean>): Promise<boolean> => {
      const done = await rebuilt;
      await fresh();
      await settle();
      return done;
    };
    return new Proxy({} as T, {
      get: (_, name: string) => {
        if (name === 'crossLingual') {
          const portsWithin = (): object[] => portsOfAll().map((each) => Reflect.get(each, name) as object);
          return this.proxy(portsWithin, fresh, isOwn, isForAll);
        }
        const ports = portsOfAll();
        const at = isOwn(name) ? 0 : this.#next();
        const member = Reflect.get(ports[at]!, name) as unknown;
        if (typeof member !== 'function') return member;
        const callable = member as (...all: unknown[]) => unknown;
        return (...values: unknown[]) => {
          if (isForAll(name))
            for (const [no, port] of ports.entries()) if (no !== at) callable.apply(port, values);
          const result = callable.apply(ports[at], values);
          if (!(result instanceof Promise)) return result;
          this.#callsInProgress++;
          const settled = async (): Promise<unknown> => {
            try {
              const value: unknown = await result;
              if (!isRebuild(value)) return value;
              const rebuilt = whole(value.rebuilt);
              // Not every caller waits for it.
              rebuilt.catch(() => undefined);
              return { ...value, rebuilt };
            } finally {
              await fresh();
              this.#callsInProgress--;
            }
          };
          return settled();
        };
      },
    });
  }

  #next(): number {
    if (this.#callsInProgress === 0) this.#last = (this.#last + 1) % this.#count;
    return this.#last;
  }
}

function isRebuild(value: unknown): value is { rebuilt: Promise<boolean> } {
  return (
    value !== null && typeof value === 'object' && 'rebuilt' in value && value.rebuilt instanceof Promise
  );
}

function partsOf(parts: EngineParts, name: string): EngineParts {
  const folder = join(parts.folder, name);
  mkdirSync(folder, { recursive: true });
  return { ...parts, folder };
}
