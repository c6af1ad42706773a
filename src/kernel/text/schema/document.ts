/** The input of the index: a product flattened to texts for search and values for filters. */

export interface IndexText {
  /** A path such as "name", "description" or "attrs.colour"; repeated for arrays. */
  field: string;
  value: string;
}

export type FieldValue = string | number | boolean;

export interface IndexValue {
  field: string;
  value: FieldValue;
  /** The index of the value's parent element in the document's `elements`, if it has one. */
  element?: number;
}

/** An object in a list, to which an element condition applies. */
export interface IndexElement {
  /** Path of the list. */
  list: string;
  /** Index of the parent element in the document's `elements`, or -1. */
  parent: number;
}

export interface IndexDocument {
  /** A uint32, unique among live documents: adding it again replaces the document. */
  key: number;
  texts: IndexText[];
  /** Values for filters, facets and sorting; a field may occur several times (multi-valued). */
  values: IndexValue[];
  /** An element follows its parent element. */
  elements?: readonly IndexElement[];
  /** The static score, higher first; finite. */
  popularity: number;
}

/** Segments number their documents with 16 bits; larger catalogs have several segments. */
export const segmentDocumentsMax = 65_536;
/** Maximum indexed words of a document. */
export const documentWordsMax = 20_000;
/** Longer words are cut to this length, in documents and in queries. */
export const wordLengthMax = 64;

/** @throws RangeError if the popularity is not finite. */
export function checkPopularity(key: number, popularity: number): void {
  if (Number.isFinite(popularity)) return;
  throw new RangeError(
    `Cannot index document ${key} as its popularity must be finite: current value is ${popularity}`,
  );
}
