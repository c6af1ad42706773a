/** What the index is given: a product flattened to texts to be found by and values to be filtered by. */

export interface IndexText {
  /** A path such as "name", "description" or "attrs.colour"; repeated for arrays. */
  field: string;
  value: string;
}

export type FieldValue = string | number | boolean;

export interface IndexValue {
  field: string;
  value: FieldValue;
  /** Index in the document's `elements` of the innermost one that the value is from; none where it is from no list. */
  element?: number;
}

/** An object that stands in a list: what a condition on one and the same element looks at. */
export interface IndexElement {
  /** Path of the list. */
  list: string;
  /** Index in the document's `elements` of the one that the list lies in, or -1. */
  parent: number;
}

export interface IndexDocument {
  /** A uint32, the caller's identity. Unique among live documents: adding it again replaces. */
  key: number;
  texts: IndexText[];
  /** For filters, facets and sorting; a field may occur several times (multi-valued). */
  values: IndexValue[];
  /** An element comes after the one that it lies in. */
  elements?: readonly IndexElement[];
  /** The shop's own criterion (popularity), higher first; finite. */
  popularity: number;
}

/** A segment numbers its documents with 16 bits; larger catalogs are several segments. */
export const segmentDocumentsMax = 65_536;
/** Further words of a document are not indexed. */
export const documentWordsMax = 20_000;
/** Longer words are cut here, in documents and in queries alike. */
export const wordLengthMax = 64;
