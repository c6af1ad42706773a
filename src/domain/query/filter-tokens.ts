import { VitrineError } from '../../ports/errors.ts';

export interface Token {
  readonly kind: 'word' | 'quoted' | 'symbol' | 'end';
  readonly text: string;
  /** Start of the token, and end of it. */
  readonly at: number;
  readonly end: number;
}

const symbols = ['<=', '>=', '!=', '<', '>', '=', ':', '(', ')', '[', ']', '{', '}', ','];

/** The token at or after `from`. @throws VitrineError invalid_filter for an unclosed quote */
export function readToken(text: string, from: number, path: string): Token {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  if (at >= text.length) return { kind: 'end', text: '', at, end: at };
  const quote = text.charAt(at);
  if (quote === '"' || quote === "'") return readQuoted(text, at, quote, path);
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

function readQuoted(text: string, at: number, quote: string, path: string): Token {
  let value = '';
  for (let i = at + 1; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\' && i + 1 < text.length) value += text.charAt(++i);
    else if (char !== quote) value += char;
    else return { kind: 'quoted', text: value, at, end: i + 1 };
  }
  const closing = quote === '"' ? "'\"'" : `"'"`;
  throw filterFault(path, 'syntax', `the closing ${closing} of the text that begins here`, at);
}

export function filterFault(path: string, code: string, expected: string, at: number): VitrineError {
  const detail = `${path} must have ${expected} at position ${at}`;
  return new VitrineError('invalid_filter', detail, {
    errors: [{ path, code, detail }],
    members: { position: at },
  });
}
