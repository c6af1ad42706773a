/**
 * Values of settings that become a part of the CSS or of a call of `querySelector()` in pages of shops. Only what these grammars name is
 * accepted, a part of CSS, so that no value ends a declaration, opens a rule, or loads anything.
 */

const name =
  /-{0,2}(?:[A-Za-z_\u0080-\uffff]|\\[^\n\r\f0-9a-fA-F])(?:[\w\-\u0080-\uffff]|\\[^\n\r\f0-9a-fA-F])*/y;
const spaces = /[ \t]*/y;
const combinator = /[ \t]*[>+~][ \t]*|[ \t]+/y;
const attribute =
  /\[[ \t]*[A-Za-z_][\w-]*[ \t]*(?:[~|^$*]?=[ \t]*(?:"[^"\\\n\r\f]*"|'[^'\\\n\r\f]*'|[A-Za-z_][\w-]*)[ \t]*(?:[is][ \t]*)?)?\]/y;
/** Pseudo-classes whose argument is a list of selectors. */
const nested: readonly string[] = ['is', 'where', 'not', 'has'];
const counted = /\([ \t]*(?:odd|even|[+-]?\d{1,4}|[+-]?\d{0,4}n(?:[ \t]*[+-][ \t]*\d{1,4})?)[ \t]*\)/y;
const depthMax = 4;

/** Whether a text is a list of CSS selectors that `querySelector()` accepts and that can match an element. */
export function isSelector(text: string): boolean {
  const end = readSelectors(text, 0, 0);
  return end === text.length;
}

/** The end of a list of selectors, or -1. */
function readSelectors(text: string, start: number, depth: number): number {
  let at = start;
  for (;;) {
    at = skip(spaces, text, at);
    // A relative selector, as in `:has(> img)`.
    if (depth > 0 && /[>+~]/.test(text[at] ?? '')) at = skip(spaces, text, at + 1);
    at = readComplex(text, at, depth);
    if (at === -1) return -1;
    at = skip(spaces, text, at);
    if (text[at] !== ',') return at;
    at++;
  }
}

/** Compound selectors with combinators between them. */
function readComplex(text: string, start: number, depth: number): number {
  let at = readCompound(text, start, depth);
  while (at !== -1) {
    const next = skip(combinator, text, at);
    if (next === -1 || next === text.length || /[,)]/.test(text[next] ?? '')) return at;
    at = readCompound(text, next, depth);
  }
  return -1;
}

/** A type or `*`, then ids, classes, attributes and pseudo-classes; at least one of these. */
function readCompound(text: string, start: number, depth: number): number {
  let at = text[start] === '*' ? start + 1 : Math.max(start, skip(name, text, start));
  for (;;) {
    const next = readSimple(text, at, depth);
    if (next === null) return at > start ? at : -1;
    if (next === -1) return -1;
    at = next;
  }
}

/** Null means that nothing more belongs to the compound. */
function readSimple(text: string, at: number, depth: number): number | null {
  switch (text[at]) {
    case '#':
    case '.':
      return skip(name, text, at + 1);
    case '[':
      return skip(attribute, text, at);
    case ':':
      return readPseudoClass(text, at + 1, depth);
    default:
      return null;
  }
}

function readPseudoClass(text: string, start: number, depth: number): number {
  const end = skip(/[a-z][a-z-]*/y, text, start);
  if (end === -1 || text[end] !== '(') return end;
  if (!nested.includes(text.slice(start, end)))
    return text.startsWith('nth-', start) ? skip(counted, text, end) : -1;
  if (depth === depthMax) return -1;
  const close = readSelectors(text, end + 1, depth + 1);
  return text[close] === ')' ? close + 1 : -1;
}

/** The end of a match at this place, or -1. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const variable = String.raw`var\(--[\w-]{1,60}\)`;
const family = String.raw`(?:"[\w .,'&\u00a0-\ufffd-]{1,60}"|'[\w .,&\u00a0-\ufffd-]{1,60}'|[A-Za-z_-][\w-]{0,60}(?: [A-Za-z_-][\w-]{0,60}){0,8}|${variable})`;
const fontFamilies = new RegExp(`^${family}(?:\\s{0,4},\\s{0,4}${family}){0,20}$`);
const number = String.raw`(?:[+-]?(?:\d{1,4}(?:\.\d{1,6})?|\.\d{1,6})(?:%|deg|rad|grad|turn)?|none)`;
const color = new RegExp(
  String.raw`^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,30}|${variable}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\( {0,4}${number}(?: {0,4}[ ,/] {0,4}${number}){2,3} {0,4}\))$`,
  'i',
);
const length = new RegExp(String.raw`^(?:0|(?:\d{1,4}(?:\.\d{1,3})?|\.\d{1,3})(?:px|rem|em|%)|${variable})$`);

/** Whether a text is a value of `font-family`. */
export function isFontFamily(text: string): boolean {
  return fontFamilies.test(text);
}

/** Whether a text is a CSS colour: by its digits, a name, a function of numbers, or a variable. */
export function isColor(text: string): boolean {
  return color.test(text);
}

/** Whether a text is a CSS length of one corner. */
export function isCornerRadius(text: string): boolean {
  return length.test(text);
}
