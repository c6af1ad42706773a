import type { TextMark } from '../../../ports/search/text-marks.ts';
import type { Markup, TextDisplay } from './search-parameters.ts';

interface SearchedWords {
  readonly words: readonly string[];
  /** The bits of all of them. */
  readonly all: number;
}

export function formatHighlight(
  text: string,
  marks: readonly TextMark[],
  { all, words }: SearchedWords,
  markup: Markup,
): string {
  const bits = uniteWords(marks);
  const matchedWords = words.filter((_, index) => (bits & (1 << index)) !== 0);
  const isFully = !/[\p{L}\p{N}]/u.test(removeMarkedTexts(text, marks));
  const value = JSON.stringify(markText(text, marks, markup));
  return `{"value":${value},"matchLevel":"${rateMatchLevel(bits, all)}","fullyHighlighted":${isFully},"matchedWords":${JSON.stringify(matchedWords)}}`;
}

/** The JSON of a snippet: up to `size` words from a little before the first match. */
export function formatSnippet(
  text: string,
  marks: readonly TextMark[],
  { all, size }: SearchedWords & { readonly size: number },
  display: Pick<TextDisplay, 'pre' | 'post' | 'ellipsis'>,
): string {
  const spans = [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  }));
  const first = marks[0]?.start ?? 0;
  const matching = spans.findIndex(({ end }) => end > first);
  const from = Math.max(0, Math.min(matching - Math.floor(size / 3), spans.length - size));
  const last = Math.min(spans.length, from + size) - 1;
  const isEnd = last === spans.length - 1;
  const [start, end] = [from === 0 ? 0 : spans[from]!.start, isEnd ? text.length : spans[last]!.end];
  const inside = marks
    .filter((mark) => mark.start >= start && mark.end <= end)
    .map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start }));
  const cut = markText(text.slice(start, end), inside, display);
  const value = (from > 0 ? display.ellipsis : '') + cut + (isEnd ? '' : display.ellipsis);
  return `{"value":${JSON.stringify(value)},"matchLevel":"${rateMatchLevel(uniteWords(marks), all)}"}`;
}

const uniteWords = (marks: readonly TextMark[]): number => marks.reduce((bits, { words }) => bits | words, 0);

function rateMatchLevel(bits: number, all: number): 'none' | 'partial' | 'full' {
  return bits === 0 ? 'none' : bits >>> 0 === all ? 'full' : 'partial';
}

function markText(text: string, marks: readonly TextMark[], { pre, post }: Markup): string {
  let [result, at] = ['', 0];
  for (const { start, end } of marks) {
    result += text.slice(at, start) + pre + text.slice(start, end) + post;
    at = end;
  }
  return result + text.slice(at);
}

/** Removes the marked parts of a text. */
function removeMarkedTexts(text: string, marks: readonly TextMark[]): string {
  let [result, at] = ['', 0];
  for (const { start, end } of marks) {
    result += text.slice(at, start);
    at = end;
  }
  return result + text.slice(at);
}
