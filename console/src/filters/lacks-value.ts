import { readToken, type Token } from '../../../src/domain/query/syntax/filter-tokens.ts';
import { parseFilterTree } from '../../../src/domain/query/syntax/filter-tree.ts';

const comparisons = new Set([':', '=', '!=', '<', '<=', '>', '>=']);

/** Whether a filter is invalid because a value is still to be chosen, as in `brand:` or `price:1 TO `. */
export function lacksValue(filter: string): boolean {
  if (filter.trim() === '') return false;
  try {
    parseFilterTree(filter);
    return false;
  } catch {
    return hasEmptyPlace(filter);
  }
}

/** Whether a value is missing after a comparison, in a list or in a range. */
function hasEmptyPlace(filter: string): boolean {
  try {
    let last: Token = { kind: 'symbol', text: '(', at: 0, end: 0 };
    for (;;) {
      const token = readToken(filter, last.end);
      const isOpen = last.kind === 'symbol' ? comparisons.has(last.text) : isWord(last, /^to$/i);
      if (isOpen && (isEnd(token) || isWord(token, /^(?:and|or|to)$/i))) return true;
      if (last.text === '[' && token.text === ']') return true;
      if (token.kind === 'end') return false;
      last = token;
    }
  } catch {
    // A quote that is not closed yet.
    return false;
  }
}

function isEnd({ kind, text }: Token): boolean {
  return kind === 'end' || (kind === 'symbol' && text === ')');
}

function isWord({ kind, text }: Token, words: RegExp): boolean {
  return kind === 'word' && words.test(text);
}
