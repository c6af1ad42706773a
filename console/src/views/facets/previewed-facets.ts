import type { FacetRequest, FacetSetting, FacetValue, SearchReply } from '@vitrine/sdk';
import { readNumberRange, type NumberRange } from '../../app/number-range.ts';
import { isSame, settingOf, withFirst } from './facet-edits.ts';

/** Of a facet: enough to leave values out and to move others to the front. With 20 fields, below the limit of a request. */
const valuesMax = 800;
const fieldsMax = 20;
const valuesDefault = 100;

/** A facet as a shop draws it. */
export interface PreviewedFacet {
  readonly field: string;
  readonly name: string;
  readonly values: readonly FacetValue[];
  /** The lowest and the highest number, which a shop shows instead of many values; null: the values are shown. */
  readonly range: NumberRange | null;
  /** Values that the saved settings hide and the unsaved ones do not: the service does not return them yet. */
  readonly shownOnceSaved: readonly string[];
}

/** The facets of a shop's request, with unsaved settings. */
export interface FacetsPreviewRequest {
  readonly settings: readonly FacetSetting[];
  readonly filters: string;
  /** '': none. */
  readonly collection: string;
}

/** The settings that apply, in order, without those of fields that are never shown. */
function shownSettings({ settings, filters, collection }: FacetsPreviewRequest): FacetSetting[] {
  return settings
    .filter((setting) => settingOf(settings, setting.field, filters, collection) === setting)
    .filter(({ field, display }) => field !== '' && display !== 'hidden')
    .slice(0, fieldsMax);
}

/** The facets to ask for: those that are set up, and dynamic ones. */
export function previewRequests(request: FacetsPreviewRequest): FacetRequest[] {
  const named = shownSettings(request).map(({ field, order = 'count' }) => ({
    field,
    order,
    limit: valuesMax,
  }));
  return [...named, { field: '*' }];
}

/** The facets of a reply to `previewRequests` under the unsaved settings. `rulesFirst`: fields that a rule shows first. */
export function previewedFacets(
  { facets, facetOrder }: Pick<SearchReply, 'facets' | 'facetOrder'>,
  request: FacetsPreviewRequest,
  saved: readonly FacetSetting[],
  rulesFirst: readonly string[],
): PreviewedFacet[] {
  const shown = shownSettings(request);
  const byField = new Map(shown.map((setting) => [setting.field, setting]));
  const hidden = request.settings
    .filter(({ display }) => display === 'hidden')
    .filter(({ field }) => !byField.has(field))
    .map(({ field }) => field);
  const isHidden = (field: string): boolean =>
    hidden.some((one) => field === one || field.startsWith(`${one}.`));
  const pinned = shown.filter(({ display }) => display === 'pinned');
  const places = [...rulesFirst, ...[...pinned, ...shown].map(({ field }) => field), ...facetOrder];
  return [...new Set(places)]
    .filter((field) => facetOrder.includes(field) && !isHidden(field))
    .map((field) => {
      const setting = byField.get(field) ?? { field };
      const before = settingOf(saved, field, request.filters, request.collection);
      const shownOnceSaved = (before?.hiddenValues ?? []).filter((value) => !hides(setting, value));
      const { values } = facets[field]!;
      return {
        field,
        name: setting.name ?? field,
        values: shownValues(values, setting),
        // An order of values is set up where they are to be shown.
        range:
          setting.order === undefined && setting.first === undefined ? readNumberRange(facets[field]!) : null,
        shownOnceSaved,
      };
    });
}

/** Those of `first`, then others, up to the limit. Selected values are always shown. */
function shownValues(values: readonly FacetValue[], setting: FacetSetting): FacetValue[] {
  const { first = [], limit = valuesDefault } = setting;
  const visible = values.filter(({ value, selected }) => selected === true || !hides(setting, value));
  const isNamed = ({ value, selected }: FacetValue): boolean =>
    selected === true || first.some((name) => isSame(name, value));
  let free = limit - visible.filter(isNamed).length;
  return withFirst(visible, first).filter((value) => isNamed(value) || free-- > 0);
}

/** Whether a setting hides the value. */
function hides({ hiddenValues = [] }: FacetSetting, value: string): boolean {
  return hiddenValues.some((hidden) => isSame(hidden, value));
}
