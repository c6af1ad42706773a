/**
 * The name of a coalesced field: of several fields, the values of the first one that an item has, as SQL's `COALESCE` returns the
 * first value that is not null. Names of fields have no NUL.
 */
const separator = '\0';

/** The name of a field of which no document has a value, in place of one that a query must not see. */
export const absentField = (field: string): string => separator + field;

/** The name of the field in the query. */
export const requestedField = (name: string): string => name.slice(name.lastIndexOf(separator) + 1);

/** The coalesced field of at least one field, by priority. */
export const coalescedField = (fields: readonly string[]): string => fields.join(separator);

/** The fields by priority, or null if the name is that of one field. */
export function fieldsOfCoalesced(name: string): readonly string[] | null {
  return name.indexOf(separator) > 0 ? name.split(separator) : null;
}
