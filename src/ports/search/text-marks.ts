/** A part of a text that a search matched, in UTF-16 units. */
export interface TextMark {
  readonly start: number;
  readonly end: number;
  /** The words of the query that it matches, as bits in the order of `TextMarks.words`. */
  readonly words: number;
}

/** A text, with its bytes if it has ASCII characters only: reading those is faster. */
export interface MarkableText {
  readonly value: string;
  readonly ascii: { readonly bytes: Uint8Array; readonly start: number; readonly end: number } | null;
}

/** Matches of a search in texts, for highlights of any form. */
export interface TextMarks {
  /** The searched words of the query, in lower case; at most 32. */
  readonly words: readonly string[];
  /** The matching parts of a text, in order and without overlap. */
  find(text: MarkableText): readonly TextMark[];
}
