/** A rule of synonyms as typed: `sofa, couch` works both ways, `phone => iphone, smartphone` from left to right. */
export interface TypedSynonym {
  /** The text left of the arrow; null: the words work both ways. */
  readonly from: string | null;
  readonly words: string;
}

export function splitSynonym(line: string): TypedSynonym {
  const arrow = /=>|→/.exec(line);
  if (arrow === null) return { from: null, words: line };
  return {
    from: line.slice(0, arrow.index).replace(/ $/, ''),
    words: line.slice(arrow.index + arrow[0].length).replace(/^ /, ''),
  };
}

export function joinSynonym({ from, words }: TypedSynonym): string {
  return from === null ? words : `${from} => ${words}`;
}

/** The words of which a search finds more by the rule. */
export function listSearchedWords(line: string): string[] {
  const { from, words } = splitSynonym(line);
  return from === null ? splitWords(words) : splitWords(from);
}

/** How many searches had one of the words; several words of a rule must follow each other in the query. */
export function countSearches(
  words: readonly string[],
  queries: readonly { readonly query: string; readonly searches: number }[],
): number {
  const wanted = words.map((word) => ` ${word.toLowerCase()} `);
  return queries
    .filter(({ query }) => wanted.some((word) => ` ${query.toLowerCase()} `.includes(word)))
    .reduce((sum, { searches }) => sum + searches, 0);
}

function splitWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
