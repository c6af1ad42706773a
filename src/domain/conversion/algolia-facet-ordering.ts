import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { FacetOrder, FacetSetting } from '../../ports/configuration/settings.ts';
import { isObject } from '../contract/object-fields.ts';
import { convertFieldName } from './algolia-attributes.ts';

const orders: Readonly<Record<string, FacetOrder>> = { alpha: 'value', count: 'count' };

/** Facets in the order of `facetOrdering`, and their values in that of its `values`. */
export function orderFacets(
  facets: readonly FacetSetting[],
  ordering: JsonObject,
  leaveOut: (what: string) => void,
): FacetSetting[] {
  const ofFacets = isObject(ordering['facets']) ? ordering['facets'] : {};
  const ofValues = isObject(ordering['values']) ? ordering['values'] : {};
  const pinned = readTexts(ofFacets['order']).map(convertFieldName);
  const hidden = new Set(readTexts(ofFacets['hide']).map(convertFieldName));
  const values = new Map(
    Object.entries(ofValues).map(([name, value]) => [
      convertFieldName(name),
      convertValueOrder(name, value, leaveOut),
    ]),
  );
  const settingByField = new Map<string, FacetSetting>(facets.map((facet) => [facet.field, facet]));
  const fields = new Set([...pinned, ...settingByField.keys(), ...values.keys()]);
  return [...fields].map((field) => ({
    ...(settingByField.get(field) ?? { field }),
    ...(hidden.has(field) ? { display: 'hidden' } : pinned.includes(field) ? { display: 'pinned' } : {}),
    ...values.get(field),
  }));
}

function convertValueOrder(
  name: string,
  value: Json,
  leaveOut: (what: string) => void,
): Partial<FacetSetting> {
  if (!isObject(value)) return {};
  const first = readTexts(value['order']).slice(0, limits.facetFirstValuesMax);
  const hidden = readTexts(value['hide']);
  const rest = value['sortRemainingBy'];
  const order = typeof rest === 'string' ? orders[rest] : undefined;
  if (rest != null && order === undefined)
    leaveOut(
      `the setting renderingContent.facetOrdering.values.${name}: sortRemainingBy ${JSON.stringify(rest)}`,
    );
  return {
    ...(first.length === 0 ? {} : { first }),
    ...(order === undefined ? {} : { order }),
    ...(hidden.length === 0 ? {} : { hiddenValues: hidden }),
  };
}

function readTexts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
