import type { FacetSetting } from '../../../ports/configuration/settings.ts';
import type {
  FacetRequest,
  FacetResult,
  FacetSelection,
  FacetValues,
  TextQuery,
} from '../../../ports/search/text.ts';
import { isPrivate } from '../../access/restrictions.ts';
import { listConditions } from '../../rules/filter-conditions.ts';
import { readFilter, type TimeDependent } from '../../rules/time-dependent-filter.ts';
import { collectSelectedValues } from './chosen-values.ts';

/** The display of the facets of a request. */
export interface FacetDisplay {
  /** Fields with a place of their own, in order: those of a rule, pinned ones, then the others of the settings. */
  readonly order: readonly string[];
  readonly names: ReadonlyMap<string, string>;
}

/** Facets under their fields, in display order, each with its name. */
export interface DisplayedFacets<T> {
  readonly facets: Readonly<Record<string, T & { readonly name?: string }>>;
  /** The fields of facets with something to show, in display order. */
  readonly facetOrder: readonly string[];
}

/** A request, as far as facet settings depend on it in addition to its filter. */
export interface FacetScope {
  /** Fields that a rule shows first. */
  readonly ruleFacets: readonly string[];
  /** The id of the collection in which it searches, or null. */
  readonly collection: string | null;
  /** ms since 1970. */
  readonly now: number;
}

/**
 * The query with the facet settings that the request matches. An order or a limit of the request precedes them. Nothing about
 * private fields is used.
 */
export function withFacetSettings(
  query: TextQuery,
  settings: readonly FacetSetting[],
  scope: FacetScope,
): { query: TextQuery; display: FacetDisplay } {
  const { privateFields = [], facets, facetSelection } = query;
  const isVisible = (field: string): boolean => !isPrivate({ privateFields }, field);
  const matching = selectMatchingSettings(settings, query, scope).filter(({ field }) => isVisible(field));
  const byField = new Map(matching.map((setting) => [setting.field, setting]));
  const listFields = (display: FacetSetting['display']): string[] =>
    matching.filter((setting) => setting.display === display).map(({ field }) => field);
  const first = [...scope.ruleFacets.filter(isVisible), ...listFields('pinned')];
  const display = {
    order: [...new Set([...first, ...byField.keys()])],
    names: new Map(matching.flatMap(({ field, name }) => (name === undefined ? [] : [[field, name]]))),
  };
  const chosen = collectSelectedValues(query.filter);
  const withOptions = <R extends Omit<FacetRequest, 'field'>>(request: R, field: string): R => ({
    ...request,
    ...fillOptions(byField.get(field), request),
    ...(chosen.has(field) ? { chosen: chosen.get(field) } : {}),
  });
  if (facets.length === 0 && facetSelection === undefined) return { query, display };
  const requests = facets.map((facet) => withOptions(facet, facet.field));
  if (facetSelection === undefined) return { query: { ...query, facets: requests }, display };
  const isUnnamed = (field: string): boolean => !facets.some((facet) => facet.field === field);
  const hidden = listFields('hidden');
  const selection: FacetSelection = {
    ...facetSelection,
    // Otherwise a selected value would vanish with its facet, which has few values left.
    always: [...chosen.keys()].filter((field) => isUnnamed(field) && !hidden.includes(field)),
    pinned: first.filter(isUnnamed),
    without: hidden,
    requestByField: Object.fromEntries(
      [...new Set([...byField.keys(), ...chosen.keys()])].map((field) => [
        field,
        withOptions(facetSelection.request, field),
      ]),
    ),
  };
  return { query: { ...query, facets: requests, facetSelection: selection }, display };
}

/** The facets of a reply in display order; the fields without a place keep theirs, at the end. */
export function arrangeFacets<T extends FacetResult | FacetValues>(
  facets: Readonly<Record<string, T>>,
  { order, names }: FacetDisplay,
): DisplayedFacets<T> {
  const positions = new Map(order.map((field, place) => [field, place]));
  const findPosition = (field: string): number => positions.get(field) ?? order.length;
  const ordered = Object.entries(facets).sort(([a], [b]) => findPosition(a) - findPosition(b));
  return {
    facets: Object.fromEntries(
      ordered.map(([field, facet]) => {
        const name = names.get(field);
        return [field, name === undefined ? facet : { name, ...facet }];
      }),
    ),
    facetOrder: ordered.filter(([, facet]) => !isEmpty(facet)).map(([field]) => field),
  };
}

function isEmpty(facet: FacetResult | FacetValues): boolean {
  if (facet.distinct > 0 || !('levels' in facet || 'ranges' in facet)) return facet.distinct === 0;
  const { levels = [], ranges = [] } = facet;
  return levels.every(({ values }) => values.length === 0) && ranges.every(({ count }) => count === 0);
}

function fillOptions(
  setting: FacetSetting | undefined,
  { limit, order }: Omit<FacetRequest, 'field'>,
): Omit<FacetRequest, 'field'> {
  if (setting === undefined) return {};
  return {
    ...(limit === undefined && setting.limit !== undefined ? { limit: setting.limit } : {}),
    ...(order === undefined && setting.order !== undefined ? { order: setting.order } : {}),
    ...(order === undefined && setting.first !== undefined ? { first: setting.first } : {}),
    ...(setting.hiddenValues === undefined ? {} : { hidden: setting.hiddenValues }),
  };
}

/** A setting with its condition. */
interface CompiledSetting {
  readonly setting: FacetSetting;
  /** Whether it is for some requests only. */
  readonly isConditional: boolean;
  /** The clauses that the request's filter must have, or null. */
  readonly clauses: TimeDependent<ReadonlySet<string>> | null;
}

const compiledBySettings = new WeakMap<readonly FacetSetting[], readonly CompiledSetting[]>();

/** Compiled once, until the settings change. */
function compileSettingsOnce(settings: readonly FacetSetting[]): readonly CompiledSetting[] {
  const cached = compiledBySettings.get(settings);
  if (cached !== undefined) return cached;
  const compiled = settings.map((setting): CompiledSetting => {
    const { filters, collection } = setting.when ?? {};
    return {
      setting,
      isConditional: filters !== undefined || collection !== undefined,
      clauses: filters === undefined ? null : readFilter(filters, listConditions),
    };
  });
  compiledBySettings.set(settings, compiled);
  return compiled;
}

/** The settings that match the request: of each field the first with a condition, else the first. */
function selectMatchingSettings(
  settings: readonly FacetSetting[],
  { filter }: Pick<TextQuery, 'filter'>,
  { collection, now }: Pick<FacetScope, 'collection' | 'now'>,
): FacetSetting[] {
  if (settings.length === 0) return [];
  const requested = filter === undefined ? new Set<string>() : listConditions(filter);
  const byField = new Map<string, CompiledSetting>();
  for (const compiled of compileSettingsOnce(settings)) {
    const { setting, clauses, isConditional } = compiled;
    const previous = byField.get(setting.field);
    if (previous !== undefined && (previous.isConditional || !isConditional)) continue;
    const inCollection = setting.when?.collection ?? collection;
    if (inCollection === collection && clauses?.resolveAt(now).isSubsetOf(requested) !== false)
      byField.set(setting.field, compiled);
  }
  const matching = new Set(Array.from(byField.values(), ({ setting }) => setting));
  return settings.filter((setting) => matching.has(setting));
}
