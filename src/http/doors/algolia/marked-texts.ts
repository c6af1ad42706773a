import type { TextMark, TextMarks } from '../../../ports/text-marks.ts';
import type { Markup, TextDisplay } from './search-parameters.ts';
import type { LeafTemplate, TextLeaf } from './text-leaves.ts';

/** `_highlightResult` and `_snippetResult` of a record, as JSON text; a snippet is null where no attribute has one. */
export interface MarkedRecord {
  readonly highlights: string;
  readonly snippets: string | null;
}

const noMarks: readonly TextMark[] = [];

/** Marks what a search matched in the texts of records. `marks`: null where the query has no words. */
export function recordMarker(
  marks: TextMarks | null,
  display: TextDisplay,
): (template: LeafTemplate) => MarkedRecord {
  const all = marks === null ? 0 : 2 ** marks.words.length - 1;
  const isHighlighted = selector(display.highlighted);
  const wordsOf = (attribute: string): number | null => snippetWords(display.snippets, attribute);
  return (template) => {
    const found = template.leaves.map(({ text, attribute }) =>
      marks !== null && (isHighlighted(attribute) || wordsOf(attribute) !== null)
        ? marks.find(text)
        : noMarks,
    );
    const matching = display.matchingElementsOnly ? matchingLists(template, found) : null;
    const isShown = (leaf: TextLeaf, index: number): boolean =>
      matching === null || !leaf.isListed || !matching.has(leaf.attribute) || found[index]!.length > 0;
    const highlights = filled(template, (leaf, index) =>
      isHighlighted(leaf.attribute) && isShown(leaf, index)
        ? highlight(leaf, found[index]!, { all, words: marks?.words ?? [], markup: display })
        : null,
    );
    if (display.snippets.size === 0) return { highlights, snippets: null };
    const snippets = filled(template, (leaf, index) => {
      const words = wordsOf(leaf.attribute);
      return words === null || !isShown(leaf, index)
        ? null
        : snippet(leaf.text, found[index]!, { all, words, display });
    });
    return { highlights, snippets };
  };
}

/** Whether an attribute is one of those named, or below one; null: all. */
export function selector(names: readonly string[] | null): (attribute: string) => boolean {
  if (names === null) return () => true;
  return (attribute) => names.some((name) => attribute === name || attribute.startsWith(`${name}.`));
}

function snippetWords(snippets: ReadonlyMap<string, number>, attribute: string): number | null {
  for (const [name, words] of snippets)
    if (attribute === name || attribute.startsWith(`${name}.`)) return words;
  return snippets.get('*') ?? null;
}

/** The attributes whose lists have an element with a match. */
function matchingLists({ leaves }: LeafTemplate, found: readonly (readonly TextMark[])[]): Set<string> {
  return new Set(
    leaves.flatMap((leaf, index) => (leaf.isListed && found[index]!.length > 0 ? [leaf.attribute] : [])),
  );
}

/** The template with the JSON of each leaf. Leaves without one are left out, with members and lists that have no other. */
function filled(
  { parts, leaves }: LeafTemplate,
  each: (leaf: TextLeaf, index: number) => string | null,
): string {
  let json = parts[0]!;
  let isWhole = true;
  leaves.forEach((leaf, index) => {
    const value = each(leaf, index);
    if (value === null) isWhole = false;
    json += (value ?? 'null') + parts[index + 1]!;
  });
  return isWhole ? json : withoutNull(json);
}

function withoutNull(json: string): string {
  const pruned = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const kept = value.map(pruned).filter((one) => one !== undefined);
      return kept.length === 0 ? undefined : kept;
    }
    if (value === null) return undefined;
    if (typeof value !== 'object' || 'matchLevel' in value) return value;
    const kept = Object.entries(value).flatMap(([name, member]) => {
      const own = pruned(member);
      return own === undefined ? [] : [[name, own] as const];
    });
    return kept.length === 0 ? undefined : Object.fromEntries(kept);
  };
  return JSON.stringify(pruned(JSON.parse(json)) ?? {});
}

function highlight(
  { text, unmarked }: TextLeaf,
  marks: readonly TextMark[],
  { all, words, markup }: { all: number; words: readonly string[]; markup: Markup },
): string {
  if (marks.length === 0) return unmarked;
  const bits = bitsOf(marks);
  const matchedWords = words.filter((_, index) => (bits & (1 << index)) !== 0);
  const isFully = !/[\p{L}\p{N}]/u.test(outside(text, marks));
  const value = JSON.stringify(marked(text, marks, markup));
  return `{"value":${value},"matchLevel":"${levelOf(bits, all)}","fullyHighlighted":${isFully},"matchedWords":${JSON.stringify(matchedWords)}}`;
}

/** Up to `words` words from a little before the first match. */
function snippet(
  text: string,
  marks: readonly TextMark[],
  { all, words, display }: { all: number; words: number; display: TextDisplay },
): string {
  const spans = [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  }));
  const first = marks[0]?.start ?? 0;
  const matching = spans.findIndex(({ end }) => end > first);
  const from = Math.max(0, Math.min(matching - Math.floor(words / 3), spans.length - words));
  const last = Math.min(spans.length, from + words) - 1;
  const [start, end] = [from === 0 ? 0 : (spans[from]?.start ?? 0), spans[last]?.end ?? text.length];
  const inside = marks
    .filter((mark) => mark.start >= start && mark.end <= end)
    .map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start }));
  const value =
    (from > 0 ? display.ellipsis : '') +
    marked(text.slice(start, last === spans.length - 1 ? text.length : end), inside, display) +
    (last < spans.length - 1 ? display.ellipsis : '');
  return `{"value":${JSON.stringify(value)},"matchLevel":"${levelOf(bitsOf(marks), all)}"}`;
}

const bitsOf = (marks: readonly TextMark[]): number => marks.reduce((bits, { words }) => bits | words, 0);

/** `full`: all words of the query. */
function levelOf(bits: number, all: number): 'none' | 'partial' | 'full' {
  return bits === 0 ? 'none' : bits >>> 0 === all ? 'full' : 'partial';
}

function marked(text: string, marks: readonly TextMark[], { pre, post }: Markup): string {
  let [result, at] = ['', 0];
  for (const { start, end } of marks) {
    result += text.slice(at, start) + pre + text.slice(start, end) + post;
    at = end;
  }
  return result + text.slice(at);
}

function outside(text: string, marks: readonly TextMark[]): string {
  let [result, at] = ['', 0];
  for (const { start, end } of marks) {
    result += text.slice(at, start);
    at = end;
  }
  return result + text.slice(at);
}
