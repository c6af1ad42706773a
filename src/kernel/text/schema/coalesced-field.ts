/**
 * The name of a coalesced field: of several fields, the values of the first one that an item has, as SQL's `COALESCE` returns the
 * first value that is not null. Names of fields have no NUL.
 */
const separator = '\0';

/** `fields`: at least one, by priority. */
export const coalescedField = (fields: readonly string[]): string => fields.join(separator);

/** The fields by priority; null where the name is that of one field. */
export function fieldsOfCoalesced(name: string): readonly string[] | null {
  // A name that begins with NUL is that of an absent field.
  return name.indexOf(separator) > 0 ? name.split(separator) : null;
}
