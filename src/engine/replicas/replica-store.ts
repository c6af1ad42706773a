import type { ApiKey, Project, ProjectStore } from '../../ports/access/projects.ts';
import type { ControlChange } from '../log/shared-changes.ts';
import type { ControlSnapshot } from './replica-messages.ts';

export class ReplicaStore implements Pick<
  ProjectStore,
  'project' | 'keys' | 'key' | 'keyByHash' | 'position'
> {
  readonly position = null;
  readonly #projects = new Map<string, Project>();
  readonly #keys = new Map<string, ApiKey>();
  readonly #keysByHash = new Map<string, ApiKey>();

  constructor({ projects, keys }: Pick<ControlSnapshot, 'projects' | 'keys'>) {
    for (const project of projects) this.#projects.set(project.id, project);
    for (const key of keys) this.#putKey(key);
  }

  project(id: string): Project | null {
    return this.#projects.get(id) ?? null;
  }

  keys(): readonly ApiKey[] {
    return [...this.#keys.values()].toSorted((a, b) => a.createdAt - b.createdAt);
  }

  key(id: string): ApiKey | null {
    return this.#keys.get(id) ?? null;
  }

  keyByHash(hash: string): ApiKey | null {
    return this.#keysByHash.get(hash) ?? null;
  }

  apply(change: ControlChange): void {
    if (change.put === 'project') this.#projects.set(change.project.id, change.project);
    else if (change.put === 'leaving') this.#projects.delete(change.id);
    else if (change.put === 'key') this.#putKey(change.key);
  }

  #putKey(key: ApiKey): void {
    this.#keys.set(key.id, key);
    this.#keysByHash.set(key.hash, key);
  }
}
