import type { ProjectView } from '../../../ports/engine.ts';
import type { Filter } from '../../../ports/filters.ts';
import type { TextQuery, TextResult } from '../../../ports/text.ts';
import { emptyQuery } from '../query/empty-query.ts';
import { overlap, without, type TextSpan } from './text-span.ts';

/** What a part of the query became. */
export interface UnderstoodPart extends TextSpan {
  /** As in the query. */
  readonly text: string;
  readonly field: string;
  readonly filter: Extract<Filter, { readonly kind: 'equals' | 'range' }>;
}

/** A searched word of the query, with its place in the text. */
export interface QueryToken extends TextSpan {
  readonly stem: string;
}

/** Share of the items with all words as text that must satisfy the filters: "blue island" is a title, not a colour. */
const literalShareMin = 0.75;
/** The same where the whole query is one value: a word that is also used otherwise stays a word. */
const loneShareMin = 0.9;

/** Numbers of items for combinations of parts. */
export class PartCounts {
  readonly #project: Pick<ProjectView, 'text'>;
  readonly #query: TextQuery;
  readonly #words: readonly QueryToken[];
  /** The query without prices and sizes. */
  readonly #text: string;
  /** By text and parts, as several questions have the same answer. */
  readonly #results = new Map<string, Promise<TextResult>>();

  constructor(
    project: Pick<ProjectView, 'text'>,
    query: TextQuery,
    words: readonly QueryToken[],
    ranges: readonly TextSpan[],
  ) {
    this.#project = project;
    this.#query = query;
    this.#words = words;
    this.#text = without(query.text, ranges);
  }

  /** Items that satisfy the parts. */
  async of(parts: readonly UnderstoodPart[]): Promise<number> {
    return (await this.#search('', parts)).total;
  }

  /** Whether the parts may be filters: items have them together, and the query is not a text that other items have. */
  async allow(parts: readonly UnderstoodPart[]): Promise<boolean> {
    if ((await this.of(parts)) === 0) return false;
    // Prices and sizes are no words of it.
    const ofWords = parts.filter((part) => this.#words.some((word) => overlap(word, part)));
    if (ofWords.length === 0) return true;
    const others = parts.filter((part) => !ofWords.includes(part));
    const literal = await this.#withAllWords(this.#text, others);
    if (literal === 0) return true;
    const isLone =
      parts.length === 1 &&
      this.#words.every(({ start, end }) => parts[0]!.start <= start && end <= parts[0]!.end);
    const both = await this.#withAllWords(this.#text, parts);
    return both >= (isLone ? loneShareMin : literalShareMin) * literal;
  }

  /**
   * The words to search for under the parts: all others, if an item has them, or none. Where the same items have all words of
   * the query, those, as they order the items by relevance; also where no item has the others.
   */
  async textUnder(parts: readonly UnderstoodPart[]): Promise<string> {
    const { total, totalAllWords } = await this.#search(this.#text, parts);
    const others = without(this.#query.text, parts);
    const isRest = this.#project.text.queryAnalyzer.analyze(others, this.#query.language).words.length > 0;
    if (!isRest) return totalAllWords === (await this.of(parts)) ? this.#text : '';
    const allOthers = await this.#withAllWords(others, parts);
    if (allOthers > 0) return totalAllWords === allOthers ? this.#text : others;
    return total > 0 ? this.#text : '';
  }

  async #withAllWords(text: string, parts: readonly UnderstoodPart[]): Promise<number> {
    return (await this.#search(text, parts)).totalAllWords;
  }

  #search(text: string, parts: readonly UnderstoodPart[]): Promise<TextResult> {
    const key = [text, ...parts.map(({ start, field }) => `${start}:${field}`).toSorted()].join('\n');
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    const { facetSelection: _, filter, ...query } = this.#query;
    const result = this.#project.text.search({
      ...query,
      ...emptyQuery,
      grouped: query.grouped,
      text,
      ...filterWith(filter, parts),
    });
    this.#results.set(key, result);
    return result;
  }
}

/** The largest combination that is allowed; parts are given up one by one, the one first without which most items remain. */
export async function largestCombination(
  counts: PartCounts,
  candidates: readonly UnderstoodPart[],
): Promise<UnderstoodPart[]> {
  let parts = [...candidates];
  while (parts.length > 0 && !(await counts.allow(parts))) {
    let best: { readonly parts: UnderstoodPart[]; readonly count: number } | null = null;
    for (const part of parts) {
      const others = parts.filter((other) => other !== part);
      if (others.length === 0) return [];
      const count = (await counts.allow(others)) ? Infinity : await counts.of(others);
      if (best === null || count > best.count) best = { parts: others, count };
    }
    parts = best!.parts;
  }
  return parts;
}

/** The filter of a request together with those of the parts. */
export function filterWith(
  filter: Filter | undefined,
  parts: readonly UnderstoodPart[],
): { filter?: Filter } {
  const clauses = [...(filter === undefined ? [] : [filter]), ...parts.map((part) => part.filter)];
  return clauses.length === 0 ? {} : { filter: { kind: 'and', clauses } };
}
