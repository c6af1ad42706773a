import type { Json } from '../../../ports/catalog/json.ts';
import type {
  AlgoliaSearchDefaults,
  ProjectSettings,
  SearchSettings,
} from '../../../ports/configuration/settings.ts';

/** What a project decides about searches that do not say it themselves. */
export interface SearchContext {
  readonly defaults: AlgoliaSearchDefaults;
  /** What settings of searches do, by Algolia's names; a parameter with another value has no effect. */
  readonly effects: Readonly<Record<string, Json>>;
}

export function searchContext({
  search,
  algolia,
}: Pick<ProjectSettings, 'search' | 'algolia'>): SearchContext {
  return { defaults: algolia.searchDefaults, effects: collectSettingEffects(search) };
}

/** Describes the settings of searches in Algolia's terms. */
export function collectSettingEffects({
  typos,
  typoThreshold,
  criteria,
  prefix,
  dropWordsThreshold,
}: Pick<SearchSettings, 'typos' | 'typoThreshold' | 'criteria' | 'prefix' | 'dropWordsThreshold'>) {
  const isTypoFirst = criteria[0] === 'typos';
  return {
    typoTolerance: typos.enabled && isTypoFirst ? (typoThreshold === 1 ? 'min' : 'strict') : typos.enabled,
    queryType: prefix === 'off' ? 'prefixNone' : 'prefixLast',
    removeWordsIfNoResults: dropWordsThreshold === 0 ? 'none' : 'allOptional',
  } satisfies Readonly<Record<string, Json>>;
}
