import type { LanguageIdentifier } from '../../ports/catalog/language-identifier.ts';
import type { IdentifiedLanguage } from '../../ports/configuration/settings.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { Clock } from '../../lib/clock.ts';

/** The names of fewer items tell too little: a wrong language would change how their words are searched. */
const itemsMin = 25;
/** The language is identified again when the number of items has changed by this factor. */
const growthMin = 2;
/** The same while the names did not tell. */
const unclearGrowthMin = 1.25;
/** More names change nothing. */
const namesMax = 1_000;

interface Options {
  readonly identifier: LanguageIdentifier;
  readonly clock: Clock;
  /** Called when a language is stored. */
  readonly onIdentified: (projectId: string, catalogLanguage: IdentifiedLanguage) => void;
  readonly onError: (error: unknown) => void;
}

/** Finds out the languages of catalogs whose settings do not tell, in the process that runs their background work. */
export class CatalogLanguages {
  readonly #options: Options;
  /** Projects whose names could not be identified: they are tried again after a restart. */
  readonly #failed = new WeakSet<ProjectEngine>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Identifies the language of a project's catalog, if it has grown enough since the last time, and stores it. */
  async update(project: ProjectEngine): Promise<void> {
    const { id, settings, textEmbeddings, catalog } = project;
    if (!project.isLeader || this.#failed.has(project) || !settings.followsCatalogLanguage) return;
    const before = settings.current().catalogLanguage;
    const items = catalog.count().active;
    if (items < itemsMin || !isDue(items, before) || settings.isRebuilding) return;
    const { identifier, clock, onIdentified, onError } = this.#options;
    const names = textEmbeddings.sampleNames(namesMax).filter((name) => name !== '');
    // Items that are being written have no names yet.
    if (names.length < Math.min(items, namesMax) / 2) return;
    const identified = await identifier.identify(names).catch((error: unknown) => onError(error));
    if (identified === undefined) {
      this.#failed.add(project);
      return;
    }
    // A rebuild in progress would be superseded, and its task would fail: the language waits for a later turn.
    if (settings.isRebuilding) return;
    const { language } = identified;
    // Unclear names do not refute an earlier result.
    const catalogLanguage = { language: language ?? before?.language ?? null, items, at: clock.now() };
    await settings.setCatalogLanguage(catalogLanguage);
    if (catalogLanguage.language !== (before?.language ?? null)) onIdentified(id, catalogLanguage);
  }
}

function isDue(items: number, before: IdentifiedLanguage | undefined): boolean {
  if (before === undefined) return true;
  // What was unclear may be clear with a few more names.
  const factor = before.language === null ? unclearGrowthMin : growthMin;
  return items >= factor * before.items || factor * items <= before.items;
}
