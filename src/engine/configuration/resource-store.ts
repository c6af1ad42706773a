import {
  isVersionedKind,
  resourceKinds,
  type ResourceKind,
  type Resources,
  type ResourceStore,
  type Versioned,
  type VersionedResources,
} from '../../ports/configuration/resources.ts';
import type { Authorship } from '../../ports/configuration/authorship.ts';
import type { Clock } from '../../lib/clock.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { ResourceChange, SharedChange } from '../log/shared-changes.ts';
import { findChangedEntries } from './configuration-changes.ts';
import type { StagedChange } from './staged-change.ts';
import { EmbeddedVersions } from './version-store.ts';

const putState = `INSERT INTO state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const removeState = 'DELETE FROM state WHERE name = ?';
const putLog = 'INSERT INTO log (rev, kind, at, key) VALUES (?, ?, ?, NULL)';

interface State<T> {
  readonly version: number;
  readonly resources: VersionedResources<T>;
}

interface StoreOptions {
  readonly database: ProjectDatabase;
  readonly clock: Clock;
  readonly versions: EmbeddedVersions;
}

/** The resources of one kind in a project's database: a row for each, and one for the newest version. */
export class EmbeddedResources<K extends ResourceKind> implements ResourceStore<Resources[K]> {
  readonly #kind: K;
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #versions: EmbeddedVersions;
  #current: State<Resources[K]>;
  /** Includes accepted changes that are not yet durable. */
  #staged: State<Resources[K]>;
  #listener: ((change: ResourceChange<Resources[K]>) => void) | null = null;

  constructor(options: StoreOptions & { readonly kind: K }) {
    this.#kind = options.kind;
    this.#database = options.database;
    this.#clock = options.clock;
    this.#versions = options.versions;
    this.#current = this.#staged = readStoredState(options.kind, options.database);
    this.#database.onReset(() => {
      this.#staged = this.#current;
    });
    this.#database.onReplicated(this.#kind, (data) => this.replicate(data as ResourceChange<Resources[K]>));
  }

  /** Stages the change of another process; the function that it returns applies it. */
  replicate(change: ResourceChange<Resources[K]>): () => void {
    this.#staged = applyChange(this.#staged, change);
    return () => this.#apply(change);
  }

  /** Calls `listener` with each change; null removes it. */
  onChange(listener: ((change: ResourceChange<Resources[K]>) => void) | null): void {
    this.#listener = listener;
  }

  replicaState(): VersionedResources<Resources[K]> {
    return this.#current.resources;
  }

  current(): VersionedResources<Resources[K]> {
    return this.#current.resources;
  }

  change<R extends Resources[K] | null>(
    id: string,
    decide: (current: VersionedResources<Resources[K]>) => R,
    by?: Authorship,
  ): Promise<R extends null ? null : Versioned<Resources[K]>> {
    return this.#database.write(() => {
      const at = this.#clock.now();
      const before = this.#staged.resources.get(id)?.value;
      const value = decide(this.#staged.resources);
      const revision = this.#database.takeRevision();
      const { data, parts, apply } = this.stage(id, value, { at, revision });
      const kind: ResourceKind = this.#kind;
      const changes = isVersionedKind(kind)
        ? findChangedEntries(kind, createEntry(id, before), createEntry(id, value ?? undefined))
        : [];
      const version = this.#versions.parts(changes, { at, revision, by });
      return {
        write: {
          change: { kind: this.#kind, data } as SharedChange,
          parts: [...parts, ...version],
          apply,
        },
        result: data.resource as R extends null ? null : Versioned<Resources[K]>,
      };
    });
  }

  /** The newest resources, which may not be durable yet. */
  get staged(): VersionedResources<Resources[K]> {
    return this.#staged.resources;
  }

  /** Stages the change of a resource as a part of a write; null removes it. */
  stage(
    id: string,
    value: Resources[K] | null,
    { at, revision }: { at: number; revision: number },
  ): StagedChange<ResourceChange<Resources[K]>> {
    const version = this.#staged.version + 1;
    const resource = value === null ? null : { value, version, changedAt: at };
    const data = { id, version, resource };
    this.#staged = applyChange(this.#staged, data);
    const name = `${this.#kind}:${id}`;
    return {
      data,
      parts: [
        { sql: putLog, rows: [[revision, resourceKinds[this.#kind].logKind, at]] },
        { sql: putState, rows: [[this.#kind, encodeJson({ version })]] },
        resource === null
          ? { sql: removeState, rows: [[name]] }
          : { sql: putState, rows: [[name, encodeJson(resource)]] },
      ],
      apply: () => this.#apply(data),
    };
  }

  #apply(change: ResourceChange<Resources[K]>): void {
    this.#current = applyChange(this.#current, change);
    this.#listener?.(change);
  }
}

/** A class whose instances have a store of each kind of resources, under its name, and the versions of the configuration. */
export const ResourceStores = class {
  readonly versions: EmbeddedVersions;

  constructor(options: Omit<StoreOptions, 'versions'>) {
    this.versions = new EmbeddedVersions(options);
    for (const kind of Object.keys(resourceKinds) as ResourceKind[])
      Reflect.set(this, kind, new EmbeddedResources({ ...options, kind, versions: this.versions }));
  }
} as new (
  options: Omit<StoreOptions, 'versions'>,
) => { readonly versions: EmbeddedVersions } & { readonly [K in ResourceKind]: EmbeddedResources<K> };

function applyChange<T>({ resources }: State<T>, change: ResourceChange<T>): State<T> {
  return { version: change.version, resources: withChange(resources, change) };
}

/** A copy of the resources with a change. */
export function withChange<T>(
  resources: VersionedResources<T>,
  { id, resource }: ResourceChange<T>,
): VersionedResources<T> {
  const next = new Map(resources);
  if (resource === null) next.delete(id);
  else next.set(id, resource);
  return next;
}

function readStoredState<K extends ResourceKind>(kind: K, database: ProjectDatabase): State<Resources[K]> {
  const newest = database.reads.prepare('SELECT value FROM state WHERE name = ?').get(kind) as
    | StateRow
    | undefined;
  // The character after ":" is the exclusive end of the range of names.
  const rows = database.reads
    .prepare('SELECT name, value FROM state WHERE name > ? AND name < ?')
    .all(`${kind}:`, `${kind};`) as unknown as (StateRow & { name: string })[];
  return {
    version: newest === undefined ? 0 : (decodeRow(newest) as { version: number }).version,
    resources: new Map(
      rows.map((row) => [row.name.slice(kind.length + 1), decodeRow(row) as Versioned<Resources[K]>]),
    ),
  };
}

function createEntry<T>(id: string, value: T | undefined): ReadonlyMap<string, T> {
  return new Map(value === undefined ? [] : [[id, value]]);
}

interface StateRow {
  readonly value: Uint8Array;
}

const encodeJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const decodeRow = ({ value }: StateRow): unknown => JSON.parse(decodeUtf8(value));
