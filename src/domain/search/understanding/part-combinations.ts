import type { ServedView } from '../../../ports/engine.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import type { TextQuery, TextResult } from '../../../ports/search/text.ts';
import { ensureAnalysis } from '../../query/analyzed-query.ts';
import { emptyQuery } from '../../query/empty-query.ts';
import { bareSizePattern } from './prices-and-sizes.ts';
import type { AnalyzedQuery, QuerySpan } from '../../../ports/search/query-analyzer.ts';
import { blankOut, haveOverlap } from '../../query/text-spans.ts';

/** A possible meaning of a part of the query. */
export interface UnderstoodPart extends QuerySpan {
  /** The text in the query. */
  readonly text: string;
  readonly field: string;
  readonly filter: Filter;
  /** Whether the query excludes it: "not red". The filter is then that of all others. */
  readonly isExcluded: boolean;
}

/** A searched word of the query, with its place in the text. */
export interface QueryToken extends QuerySpan {
  readonly stem: string;
}

/** The words of a query that its parts leave. */
export interface RemainingWords {
  readonly text: string;
  /** Whether items without any of them are listed too, after the others. */
  readonly areOptional: boolean;
}

/** Share of the items with all words as text that must satisfy the filters: "blue island" is a title, not a colour. */
const literalShareMin = 0.75;
/** The same where the whole query is one value: a word that is also used otherwise stays a word. */
const loneShareMin = 0.9;

/** Numbers of items for combinations of parts. */
export class PartCounts {
  readonly #project: Pick<ServedView, 'text'>;
  readonly #query: TextQuery;
  readonly #words: readonly QueryToken[];
  /** Prices and sizes: no words of items. */
  readonly #ranges: readonly QuerySpan[];
  /** Analyses of the texts that parts leave: each is searched under several combinations. */
  readonly #analyses = new Map<string, AnalyzedQuery>();
  /** Cached results by text and parts. */
  readonly #results = new Map<string, Promise<TextResult>>();

  constructor(
    project: Pick<ServedView, 'text'>,
    query: TextQuery,
    words: readonly QueryToken[],
    ranges: readonly QuerySpan[],
  ) {
    this.#project = project;
    this.#query = query;
    this.#words = words;
    this.#ranges = ranges;
  }

  /** Items that satisfy the parts. */
  async countItems(parts: readonly UnderstoodPart[]): Promise<number> {
    return (await this.#search('', parts)).total;
  }

  /** Whether the parts may be filters: items have them together, and the query is not a text that other items have. */
  async allow(parts: readonly UnderstoodPart[]): Promise<boolean> {
    if ((await this.countItems(parts)) === 0) return false;
    // Prices, sizes and what is not wanted are no words of it.
    const ofWords = parts.filter(
      (part) => !part.isExcluded && this.#words.some((word) => haveOverlap(word, part)),
    );
    if (ofWords.length === 0) return true;
    const others = parts.filter((part) => !ofWords.includes(part));
    const text = this.#formatKey(parts);
    const literal = await this.#withAllWords(text, others);
    if (literal === 0) return true;
    const isLone =
      parts.length === 1 &&
      this.#words.every(({ start, end }) => parts[0]!.start <= start && end <= parts[0]!.end);
    const both = await this.#withAllWords(text, parts);
    return both >= (isLone ? loneShareMin : literalShareMin) * literal;
  }

  /** Whether items that satisfy the other parts have all words of the query, but not this part. */
  async hasItemsOutside(part: UnderstoodPart, parts: readonly UnderstoodPart[]): Promise<boolean> {
    const text = this.#formatKey(parts);
    const others = parts.filter((other) => other !== part);
    return (await this.#withAllWords(text, others)) > (await this.#withAllWords(text, parts));
  }

  /** Whether items with all other words of the query have the size, and are all that have the number as text. */
  async isSize(part: UnderstoodPart): Promise<boolean> {
    const others = removeParts(this.#query.text, [part]);
    if (!this.#hasWords(others) || (await this.#withAllWords(others, [part])) === 0) return false;
    const literal = await this.#withAllWords(this.#query.text, []);
    return (await this.#withAllWords(this.#query.text, [part])) >= literalShareMin * literal;
  }

  /**
   * The words to search for under the parts: all others, if an item has them, or none. Where the same items have all words of
   * the query, those, as they order the items by relevance. Where no item has all others, those that some have only order the items.
   */
  async findRemainingWords(parts: readonly UnderstoodPart[]): Promise<RemainingWords> {
    const all = this.#formatKey(parts);
    const { totalAllWords } = await this.#search(all, parts);
    const others = removeParts(this.#query.text, parts);
    if (!this.#hasWords(others)) {
      const text = totalAllWords === (await this.countItems(parts)) ? all : '';
      return { text, areOptional: false };
    }
    const allOthers = await this.#withAllWords(others, parts);
    if (allOthers > 0) return { text: totalAllWords === allOthers ? all : others, areOptional: false };
    return { text: all, areOptional: true };
  }

  #hasWords(text: string): boolean {
    return this.#analyze(text).words.length > 0;
  }

  #analyze(text: string): AnalyzedQuery {
    let analyzed = this.#analyses.get(text);
    if (analyzed === undefined) {
      analyzed = ensureAnalysis(this.#project.text, { ...this.#query, text });
      this.#analyses.set(text, analyzed);
    }
    return analyzed;
  }

  /** The query without what items do not have as words, and without sizes, whose numbers many items have. */
  #formatKey(parts: readonly UnderstoodPart[]): string {
    const noWords = parts.filter(({ isExcluded, text }) => isExcluded || bareSizePattern.test(text));
    return removeParts(this.#query.text, [...this.#ranges, ...noWords]);
  }

  async #withAllWords(text: string, parts: readonly UnderstoodPart[]): Promise<number> {
    return (await this.#search(text, parts)).totalAllWords;
  }

  #search(text: string, parts: readonly UnderstoodPart[]): Promise<TextResult> {
    const key = [text, ...parts.map(({ start, field }) => `${start}:${field}`).toSorted()].join('\n');
    const cached = this.#results.get(key);
    if (cached !== undefined) return cached;
    const { facetSelection: _, filter, ...query } = this.#query;
    const result = this.#project.text.search({
      ...query,
      ...emptyQuery,
      grouped: query.grouped,
      text,
      analyzed: this.#analyze(text),
      purposeFilter: purposeFilter(filter),
      ...filterWith(filter, parts),
    });
    this.#results.set(key, result);
    return result;
  }
}

/** The largest combination that is allowed; parts are given up one by one, the one first without which most items remain. */
export async function findLargestCombination(
  counts: PartCounts,
  candidates: readonly UnderstoodPart[],
): Promise<UnderstoodPart[]> {
  let parts = [...candidates];
  while (parts.length > 0 && !(await counts.allow(parts))) {
    let best: { readonly parts: UnderstoodPart[]; readonly count: number } | null = null;
    for (const part of parts) {
      const others = parts.filter((other) => other !== part);
      if (others.length === 0) return [];
      const count = (await counts.allow(others)) ? Infinity : await counts.countItems(others);
      if (best === null || count > best.count) best = { parts: others, count };
    }
    parts = best!.parts;
  }
  return parts;
}

/** Names of all items of a request decide about its words, whatever the parts: "dress for a wedding" has a Wedding Dress. */
export const purposeFilter = (filter: Filter | undefined): Filter => filter ?? { kind: 'and', clauses: [] };

/** The filter of a request together with those of the parts. */
export function filterWith(
  filter: Filter | undefined,
  parts: readonly UnderstoodPart[],
): { filter?: Filter } {
  const clauses = [...(filter === undefined ? [] : [filter]), ...parts.map((part) => part.filter)];
  return clauses.length === 0 ? {} : { filter: { kind: 'and', clauses } };
}

/** The text without the parts. Its last word may be a prefix, also where it was not before a part at the end. */
const removeParts = (text: string, parts: readonly QuerySpan[]): string => blankOut(text, parts).trimEnd();
