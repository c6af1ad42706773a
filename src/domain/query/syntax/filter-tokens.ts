export interface Token {
  readonly kind: 'word' | 'quoted' | 'symbol' | 'end';
  readonly text: string;
  /** Start of the token, and end of it. */
  readonly at: number;
  readonly end: number;
}

/** A text that is no filter: what was expected at a position. */
export class FilterFault extends Error {
  readonly code: string;
  readonly expected: string;
  readonly at: number;

  constructor(code: string, expected: string, at: number) {
    super(`A filter must have ${expected} at position ${at}`);
    this.code = code;
    this.expected = expected;
    this.at = at;
  }
}

const symbols = ['<=', '>=', '!=', '<', '>', '=', ':', '(', ')', '[', ']', '{', '}', ','];

/** The token at or after `from`. @throws FilterFault for an unclosed quote */
export function readToken(text: string, from: number): Token {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  if (at >= text.length) return { kind: 'end', text: '', at, end: at };
  const quote = text.charAt(at);
  if (quote === '"' || quote === "'") return readQuoted(text, at, quote);
  const symbol = symbols.find((candidate) => text.startsWith(candidate, at));
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, at, end: at + symbol.length };
  let end = at;
  while (end < text.length && !/[\s<>=:()[\]{},"']/.test(text.charAt(end)) && !text.startsWith('!=', end))
    end++;
  // A time contains colons: 2026-01-31T10:00:00Z is one word.
  const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})?/.exec(text.slice(at, at + 40));
  if (time !== null && time[0].length > end - at) end = at + time[0].length;
  return { kind: 'word', text: text.slice(at, end), at, end };
}

function readQuoted(text: string, at: number, quote: string): Token {
  let value = '';
  for (let i = at + 1; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\' && i + 1 < text.length) value += text.charAt(++i);
    else if (char !== quote) value += char;
    else return { kind: 'quoted', text: value, at, end: i + 1 };
  }
  const closing = quote === '"' ? "'\"'" : `"'"`;
  throw new FilterFault('syntax', `the closing ${closing} of the text that begins here`, at);
}

/** A token in the message of an error. */
export function formatToken(token: Token): string {
  return token.kind === 'end' ? 'the end' : JSON.stringify(token.text.slice(0, 40));
}
