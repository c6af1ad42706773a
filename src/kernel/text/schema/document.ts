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
  /** Index in the document's `elements` of the innermost one that contains the value; undefined for none. */
  element?: number;
}

/** An object in a list, to which an element condition applies. */
export interface IndexElement {
  /** Path of the list. */
  list: string;
  /** Index in the document's `elements` of the one that contains the list, or -1. */
  parent: number;
}

export interface IndexDocument {
  /** A uint32, unique among live documents: adding it again replaces the document. */
  key: number;
  texts: IndexText[];
  /** For filters, facets and sorting; a field may occur several times (multi-valued). */
  values: IndexValue[];
  /** An element follows the one that contains it. */
  elements?: readonly IndexElement[];
  /** The static score, higher first; finite. */
  popularity: number;
}

/** Segments number their documents with 16 bits; larger catalogs have several segments. */
export const segmentDocumentsMax = 65_536;
/** Further words of a document are not indexed. */
export const documentWordsMax = 20_000;
/** Longer words are cut here, in documents and in queries. */
export const wordLengthMax = 64;
