import type { Configuration } from '../../ports/configuration/configuration.ts';
import type {
  ConfigurationStore,
  ConfigurationUpdate,
} from '../../ports/configuration/configuration-store.ts';
import type { ResourceKind, Resources, VersionedResources } from '../../ports/configuration/resources.ts';
import type { SettingsUpdate } from '../../ports/configuration/settings.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { ResourceChange, SharedChanges } from '../log/shared-changes.ts';
import { findChangedEntries, listConfigurationChanges } from './configuration-changes.ts';
import type { EmbeddedResources } from './resource-store.ts';
import type { EmbeddedRules } from './rule-store.ts';
import type { EmbeddedSettings } from './settings-store.ts';
import type { StagedChange } from './staged-change.ts';
import type { EmbeddedVersions } from './version-store.ts';

interface Stores {
  readonly settings: EmbeddedSettings;
  readonly rules: EmbeddedRules;
  readonly collections: EmbeddedResources<'collections'>;
  readonly placements: EmbeddedResources<'placements'>;
  readonly drafts: EmbeddedResources<'drafts'>;
}

type Change = SharedChanges['configuration'];

/** Changes of several stores of a project in one write. */
export class EmbeddedConfiguration implements ConfigurationStore {
  readonly #database: ProjectDatabase;
  readonly #clock: Clock;
  readonly #versions: EmbeddedVersions;
  readonly #stores: Stores;

  constructor(options: {
    readonly database: ProjectDatabase;
    readonly clock: Clock;
    readonly versions: EmbeddedVersions;
    readonly stores: Stores;
  }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#versions = options.versions;
    this.#stores = options.stores;
    this.#database.onReplicated('configuration', (change) => this.#replicate(change));
  }

  current(): Configuration {
    const { settings, rules, collections, placements } = this.#stores;
    return {
      settings: settings.current().changes,
      rules: rules.current().rules,
      collections: stripVersions(collections.current()),
      placements: stripVersions(placements.current()),
    };
  }

  async change(
    decide: Parameters<ConfigurationStore['change']>[0],
    { author, progress }: Parameters<ConfigurationStore['change']>[1],
  ): Promise<ConfigurationUpdate> {
    let rebuilt: SettingsUpdate['rebuilt'] = null;
    const revision = await this.#database.write(() => {
      const before = this.#readStaged();
      const { after, published, message, proof } = decide(before, this.#stores.drafts.staged);
      const at = this.#clock.now();
      const revisions: number[] = [];
      const readPosition = (): { at: number; revision: number } => {
        const revision = this.#database.takeRevision();
        revisions.push(revision);
        return { at, revision };
      };
      const { settings, rules } = this.#stores;
      const onRebuild = (ended: SettingsUpdate['rebuilt']): void => {
        rebuilt = ended;
      };
      const staged = {
        settings:
          before.settings === after.settings
            ? null
            : settings.stage(after.settings, { ...readPosition(), progress, onRebuild }),
        rules: before.rules === after.rules ? null : rules.stage(after.rules, readPosition()),
        collections: this.#stageEach('collections', before.collections, after.collections, readPosition),
        placements: this.#stageEach('placements', before.placements, after.placements, readPosition),
        drafts: published === null ? [] : [this.#stores.drafts.stage(published, null, readPosition())],
      };
      const data: Change = {
        settings: staged.settings?.data ?? null,
        rules: staged.rules?.data ?? null,
        collections: staged.collections.map((resource) => resource.data),
        placements: staged.placements.map((resource) => resource.data),
        drafts: staged.drafts.map((resource) => resource.data),
      };
      const all: StagedChange<unknown>[] = [
        ...[staged.rules, staged.settings].filter((change) => change !== null),
        ...staged.collections,
        ...staged.placements,
        ...staged.drafts,
      ];
      const [revision] = revisions;
      if (revision === undefined) return { write: null, result: null };
      const changes = listConfigurationChanges(before, after);
      const version = this.#versions.parts(changes, { at, revision, by: { author, message }, proof });
      return {
        write: {
          change: { kind: 'configuration', data },
          parts: [...all.flatMap(({ parts }) => parts), ...version],
          // Applied in one step, which replicas receive as one batch.
          apply: () => {
            for (const { apply } of all) apply();
          },
        },
        result: revision,
      };
    });
    return { version: revision === null ? null : this.#versions.ofRevision(revision), rebuilt };
  }

  #readStaged(): Configuration {
    const { settings, rules, collections, placements } = this.#stores;
    return {
      settings: settings.staged.changes,
      rules: rules.staged.rules,
      collections: stripVersions(collections.staged),
      placements: stripVersions(placements.staged),
    };
  }

  #stageEach<K extends 'collections' | 'placements'>(
    kind: K,
    before: ReadonlyMap<string, Resources[K]>,
    after: ReadonlyMap<string, Resources[K]>,
    position: () => { at: number; revision: number },
  ): StagedChange<ResourceChange<Resources[K]>>[] {
    const store = this.#stores[kind] as unknown as EmbeddedResources<K>;
    return findChangedEntries(kind, before, after).map(({ id }) =>
      store.stage(id, after.get(id) ?? null, position()),
    );
  }

  #replicate({ settings, rules, ...resources }: Change): () => void {
    const { collections, placements, drafts } = this.#stores;
    const applies = [
      ...stageReplicated(collections, resources.collections),
      ...stageReplicated(placements, resources.placements),
      ...stageReplicated(drafts, resources.drafts),
    ];
    return () => {
      if (rules !== null) this.#stores.rules.replicate(rules);
      if (settings !== null) this.#stores.settings.replicate(settings);
      for (const apply of applies) apply();
    };
  }
}

function stageReplicated<K extends ResourceKind>(
  store: EmbeddedResources<K>,
  changes: readonly ResourceChange<Resources[K]>[],
): (() => void)[] {
  return changes.map((change) => store.replicate(change));
}

/** Drops the versions of the resources. */
function stripVersions<T>(resources: VersionedResources<T>): ReadonlyMap<string, T> {
  return new Map(Array.from(resources, ([id, { value }]) => [id, value]));
}
