/** A section of a page of documentation. */
export interface DocumentSection {
  /** Id of the page, which is found once, by its best section. */
  readonly page: string;
  readonly title: string;
  /** The title, where the section is the start of the page. */
  readonly heading: string;
  /** What the page is for, in a sentence; empty if nothing says it. */
  readonly note: string;
  /** The text, without markup. */
  readonly text: string;
  /** Whether the page lists everything there is, such as all errors, rather than treating one subject: it ranks a little lower. */
  readonly isList: boolean;
  /** Commands, code and names in code, which count less than the text. */
  readonly code: string;
}

/** Words for one thing. A search for `from` also finds `to`. */
export interface DocumentSynonyms {
  readonly from: string;
  readonly to: readonly string[];
}

export interface FoundSection {
  /** Index of the section. */
  readonly section: number;
  /** A part of the text around the words, as HTML with `<mark>`; empty if the section has no text. */
  readonly excerpt: string;
}

/** Sections that can be searched. */
export interface DocumentSearch {
  readonly find: (query: string, pagesMax: number) => FoundSections;
}

export interface FoundSections {
  /** The best section of each page, best page first. */
  readonly found: readonly FoundSection[];
  /** The number of pages. */
  readonly total: number;
  /** The query without typos, or null if it had none. */
  readonly corrected: string | null;
}

/**
 * Indexes sections in memory: English, the last word of a query also as a prefix. It takes .3 s of CPU time for 1,000 sections, in slices
 * between which requests are answered.
 */
export type CreateDocumentSearch = (
  sections: readonly DocumentSection[],
  synonyms: readonly DocumentSynonyms[],
) => Promise<DocumentSearch>;
