/** Attributes of Algolia with another name here. */
const fieldByAttribute: ReadonlyMap<string, string> = new Map([
  ['objectID', 'id'],
  ['_tags', 'tags'],
  ['_geoloc', 'geo'],
]);
const attributeByField: ReadonlyMap<string, string> = new Map([
  ['id', 'objectID'],
  ['tags', '_tags'],
]);

export function toField(attribute: string): string {
  return fieldByAttribute.get(attribute) ?? attribute;
}

/** Returns the attribute by which a request named a field. */
export function toAttribute(field: string, requested: ReadonlySet<string>): string {
  const attribute = attributeByField.get(field);
  return attribute !== undefined && requested.has(attribute) ? attribute : field;
}

/** The field with points: objects with `lat` and `lng`. */
export const geoField = 'geo';
/** The field of `tagFilters`, and of a filter that is a value alone. */
export const tagsField = 'tags';
