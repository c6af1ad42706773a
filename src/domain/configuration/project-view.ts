import type { Configuration } from '../../ports/configuration/configuration.ts';
import type { StoredDraft } from '../../ports/configuration/drafts.ts';
import type { RequestView, ServedProject, ServedView } from '../../ports/engine.ts';
import type { Resources, VersionedKind, VersionedResources } from '../../ports/configuration/resources.ts';
import type { StoredRules } from '../../ports/search/rules.ts';
import type { ProjectSettings, StoredSettings } from '../../ports/configuration/settings.ts';
import { withDraft } from './draft-changes.ts';

/** The configuration of a view. */
interface Viewed extends Pick<ServedView, VersionedKind | 'text'> {
  readonly settings: ProjectSettings;
  readonly rules: StoredRules;
}

/** A project as a draft would have it. */
export interface DraftView<P extends ServedProject> {
  readonly project: RequestView<P>;
  /** Changes of the draft that a view cannot show, such as `settings.search.languages`. They need another index, counters or photos. */
  readonly notApplied: readonly string[];
}

/** The project with the configuration of this moment: a request of several steps sees no part of a later change. */
export function pinConfiguration<P extends ServedProject>(project: P): RequestView<P> {
  return createView(project, {
    settings: project.settings.effective(),
    rules: project.rules.current(),
    collections: pinStore(project.collections),
    placements: pinStore(project.placements),
    text: project.text.pinSettings(),
  });
}

/**
 * The project as if a draft was published, with the live configuration of this moment. Cheap: what a draft changes is computed
 * once, until the draft or the live configuration changes.
 */
export function createDraftView<P extends ServedProject>(project: P, stored: StoredDraft): DraftView<P> {
  const applied = applyDraft(project, stored);
  const { settings, rules, collections, placements } = applied;
  const changesSearch = stored.draft.settings?.['search'] !== undefined;
  const { text, notApplied } = changesSearch
    ? project.text.withSettings(settings.search)
    : { text: project.text.pinSettings(), notApplied: [] };
  // Learned data is kept or deleted for the whole project.
  const live = project.settings.effective().search;
  const learning = (['learnFromPhotos', 'learnCorrections'] as const).filter(
    (name) => settings.search[name] !== live[name],
  );
  return {
    project: createView(project, {
      settings,
      rules,
      collections: { current: () => collections },
      placements: { current: () => placements },
      text,
    }),
    notApplied: [
      ...[...notApplied, ...learning].map((name) => `settings.search.${name}`),
      ...Object.entries(stored.draft.settings ?? {}).flatMap(([group, values]) =>
        group === 'search' ? [] : Object.keys(values).map((name) => `settings.${group}.${name}`),
      ),
    ],
  };
}

function createView<P extends ServedProject>(project: P, { settings, ...viewed }: Viewed): RequestView<P> {
  const { position: _, ...ports } = project;
  const { rules } = viewed;
  const view = {
    ...ports,
    ...viewed,
    settings: { effective: () => settings },
    rules: { current: () => rules },
  };
  // The text index is one of the project, with the same methods.
  return view as unknown as RequestView<P>;
}

function pinStore<T>(store: { current(): VersionedResources<T> }): { current(): VersionedResources<T> } {
  const current = store.current();
  return { current: () => current };
}

type AppliedDraft = Omit<Live, 'settings'> & { readonly settings: ProjectSettings; readonly of: Live };

/** The live configuration as the stores have it. */
type Live = {
  readonly settings: StoredSettings;
  readonly rules: StoredRules;
} & { readonly [K in VersionedKind]: VersionedResources<Resources[K]> };

const appliedDrafts = new WeakMap<StoredDraft, AppliedDraft>();

function applyDraft(project: ServedProject, stored: StoredDraft): AppliedDraft {
  const live: Live = {
    settings: project.settings.current(),
    rules: project.rules.current(),
    collections: project.collections.current(),
    placements: project.placements.current(),
  };
  const cached = appliedDrafts.get(stored);
  if (cached !== undefined && isSame(cached.of, live)) return cached;
  const before: Configuration = {
    settings: live.settings.changes,
    rules: live.rules.rules,
    collections: toValueMap(live.collections),
    placements: toValueMap(live.placements),
  };
  const after = withDraft(before, stored.draft);
  const applied: AppliedDraft = {
    settings:
      after.settings === before.settings
        ? project.settings.effective()
        : project.settings.applyToDefaults(after.settings),
    // The copy gets compiled rules of its own: a draft may analyze texts differently.
    rules: { ...live.rules, rules: after.rules },
    collections: keepVersions(after.collections, live.collections),
    placements: keepVersions(after.placements, live.placements),
    of: live,
  };
  appliedDrafts.set(stored, applied);
  return applied;
}

function isSame(one: Live, other: Live): boolean {
  return (
    one.settings === other.settings &&
    one.rules === other.rules &&
    one.collections === other.collections &&
    one.placements === other.placements
  );
}

function toValueMap<T>(resources: VersionedResources<T>): ReadonlyMap<string, T> {
  return new Map(Array.from(resources, ([id, { value }]) => [id, value]));
}

/** Resources of a draft have the version of the live ones. */
function keepVersions<T>(values: ReadonlyMap<string, T>, live: VersionedResources<T>): VersionedResources<T> {
  return new Map(
    Array.from(values, ([id, value]) => {
      const { version = 0, changedAt = 0 } = live.get(id) ?? {};
      return [id, { value, version, changedAt }];
    }),
  );
}
