/** Has the values of the first of several fields that a document has, as SQL's `COALESCE` returns the first value that is not null. */
export class CoalescedField {
  /** The field that the query names. */
  readonly requested: string;
  /** By priority; without fields, no document has a value. */
  readonly fields: readonly string[];
  /** Identifies the fields, as a key of caches. */
  readonly key: string;

  constructor(requested: string, fields: readonly string[]) {
    this.requested = requested;
    this.fields = fields;
    this.key = JSON.stringify(fields);
  }
}

/** A field that a query refers to: one of the documents, by its path, or a coalesced one. */
export type IndexField = string | CoalescedField;

/** The field that the query names. */
export const readFieldName = (field: IndexField): string =>
  typeof field === 'string' ? field : field.requested;

/** Identifies the fields of a reference, as a key of caches. */
export const formatFieldKey = (field: IndexField): string =>
  typeof field === 'string' ? JSON.stringify(field) : field.key;

/** The field below a path with its dot, or at the root if that is empty. Elements of lists have no coalesced fields. */
export const createFieldBelow = (path: string, field: IndexField): IndexField =>
  typeof field === 'string' ? path + field : field;
