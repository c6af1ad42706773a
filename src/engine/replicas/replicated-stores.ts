import { LearnedOrder, type LearnedChange } from '../../kernel/click-model/learned-order.ts';
import {
  resourceKinds,
  type ResourceKind,
  type Resources,
  type ServedKind,
  type VersionedResources,
} from '../../ports/configuration/resources.ts';
import type { StoredRules } from '../../ports/search/rules.ts';
import type { ProjectSettings, SettingsChanges, StoredSettings } from '../../ports/configuration/settings.ts';
import type { ResourceChange } from '../log/shared-changes.ts';
import { withChange } from '../configuration/resource-store.ts';
import { computeEffectiveSettings } from '../configuration/settings-store.ts';

class SettingsReplica {
  readonly #generation: number;
  #stored: StoredSettings;
  #effective: ProjectSettings;

  constructor({ stored, generation }: { readonly stored: StoredSettings; readonly generation: number }) {
    this.#generation = generation;
    this.#stored = stored;
    this.#effective = this.applyToDefaults(stored.changes);
  }

  apply(stored: StoredSettings): void {
    this.#stored = stored;
    this.#effective = this.applyToDefaults(stored.changes);
  }

  effective(): ProjectSettings {
    return this.#effective;
  }

  current(): StoredSettings {
    return this.#stored;
  }

  applyToDefaults(changes: SettingsChanges): ProjectSettings {
    return computeEffectiveSettings({ ...this.#stored, changes }, this.#generation);
  }
}

class RulesReplica {
  #rules: StoredRules;

  constructor(rules: StoredRules) {
    this.#rules = rules;
  }

  apply(rules: StoredRules): void {
    this.#rules = rules;
  }

  current(): StoredRules {
    return this.#rules;
  }
}

class LearningReplica {
  readonly order = new LearnedOrder();

  constructor(state: LearnedChange) {
    this.apply(state);
  }

  apply(change: LearnedChange): void {
    this.order.apply(change);
  }
}

class ResourceReplica<T> {
  #resources: VersionedResources<T>;

  constructor(resources: VersionedResources<T>) {
    this.#resources = resources;
  }

  apply(change: ResourceChange<T>): void {
    this.#resources = withChange(this.#resources, change);
  }

  current(): VersionedResources<T> {
    return this.#resources;
  }
}

type ResourceReplicaClasses = {
  [K in ServedKind]: new (state: VersionedResources<Resources[K]>) => ResourceReplica<Resources[K]>;
};

/**
 * The stores that serving threads copy as a whole, by their names in `EmbeddedProject`. A new replica gets the state, then each change.
 * Items, the text index and vectors are replicated separately, see `ProjectPublisher`.
 */
const replicaClasses = {
  settings: SettingsReplica,
  rules: RulesReplica,
  listLearning: LearningReplica,
  ...(Object.fromEntries(
    Object.entries(resourceKinds).flatMap(([kind, { isServed }]) =>
      isServed ? [[kind as ResourceKind, ResourceReplica]] : [],
    ),
  ) as ResourceReplicaClasses),
};

type Classes = typeof replicaClasses;
type StoreName = keyof Classes;
type Replicas = { readonly [K in StoreName]: InstanceType<Classes[K]> };
type ChangeOf<K extends StoreName> = Parameters<Replicas[K]['apply']>[0];

/** The states for new replicas. */
export type StoreStates = { readonly [K in StoreName]: ConstructorParameters<Classes[K]>[0] };

/** The change of a store for its replicas. */
export type StoreChange = {
  readonly [K in StoreName]: { readonly kind: 'store'; readonly store: K; readonly change: ChangeOf<K> };
}[StoreName];

/** The stores that a project must have to be replicated. */
type ReplicatedStores = {
  readonly [K in StoreName]: {
    replicaState(): StoreStates[K];
    /** Calls `listener` with each change; null removes it. */
    onChange(listener: ((change: ChangeOf<K>) => void) | null): void;
  };
};

const storeNames = Object.keys(replicaClasses) as StoreName[];

export function storeStates(stores: ReplicatedStores): StoreStates {
  return Object.fromEntries(storeNames.map((name) => [name, stores[name].replicaState()])) as StoreStates;
}

/** Calls `publish` with each change of the stores; null removes it. */
export function publishStores(
  stores: ReplicatedStores,
  publish: ((change: StoreChange) => void) | null,
): void {
  for (const store of storeNames)
    stores[store].onChange(
      publish === null ? null : (change: unknown) => publish({ kind: 'store', store, change } as StoreChange),
    );
}

/** A class whose instances have a replica of each store, under its name. */
export const StoreReplicas = class {
  constructor(states: StoreStates) {
    for (const name of storeNames) Reflect.set(this, name, new replicaClasses[name](states[name] as never));
  }

  applyStoreChange(this: Replicas, { store, change }: StoreChange): void {
    this[store].apply(change as never);
  }
} as new (states: StoreStates) => Replicas & { applyStoreChange(change: StoreChange): void };
