import type { Markup } from './search-parameters.ts';

/** The value with the words of the text marked where its words begin with them, or else the text within it. */
export function highlightPrefix(value: string, text: string, { pre, post }: Markup): string {
  const words = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return value;
  const folded = foldText(value);
  // A letter may fold to several units.
  if (folded.length !== value.length) return value;
  const spans: [start: number, end: number][] = [];
  for (const { index, 0: word } of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    const prefix = words.filter((one) => word.startsWith(one)).toSorted((a, b) => b.length - a.length)[0];
    if (prefix !== undefined) spans.push([index, index + prefix.length]);
  }
  const whole = foldText(text).trim();
  const inside = folded.indexOf(whole);
  if (spans.length === 0 && inside >= 0) spans.push([inside, inside + whole.length]);
  let [result, at] = ['', 0];
  for (const [start, end] of spans) {
    result += value.slice(at, start) + pre + value.slice(start, end) + post;
    at = end;
  }
  return result + value.slice(at);
}

function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
