import type { QueryText } from '../../kernel/text/language/query-words.ts';
import type { SegmentedIndex as KernelIndex } from '../../kernel/text/search/segmented-index.ts';
import type { ItemSet } from '../../ports/search/rules.ts';
import type { AnalyzedQuery, QueryAnalyzer, QuerySpan } from '../../ports/search/query-analyzer.ts';
import { excludeHiddenItems, type ItemNames } from './kernel-query.ts';

/** Analyzes queries for one index, which searches by the same analysis. */
export class KernelQueryAnalyzer implements QueryAnalyzer {
  readonly #kernel: KernelIndex;
  readonly #names: () => ItemNames;
  readonly #queryTexts = new WeakMap<AnalyzedQuery, QueryText>();

  constructor(kernel: KernelIndex, names: () => ItemNames) {
    this.#kernel = kernel;
    this.#names = names;
  }

  analyze(text: string, language?: string): AnalyzedQuery {
    const queryText = this.#kernel.analyze(text, language);
    const words = queryText.words.map(({ stem }) => stem);
    const analyzed = { text, language, words, spans: queryText.words, isCode: queryText.isCode };
    this.#queryTexts.set(analyzed, queryText);
    return analyzed;
  }

  carrierPhrases(text: string, language?: string, hidden: readonly ItemSet[] = []): QuerySpan[] {
    return this.#kernel.carrierPhrases(text, language, excludeHiddenItems(hidden, this.#names()).hidden);
  }

  presence(analyzed: AnalyzedQuery): ReturnType<QueryAnalyzer['presence']> {
    return this.#kernel.findPresence(this.#toQueryText(analyzed));
  }

  findTranslatedWords(analyzed: AnalyzedQuery): readonly boolean[] {
    return this.#kernel.findTranslatedWords(this.#toQueryText(analyzed));
  }

  /** The kernel's form of a query, or undefined if another index analyzed it. */
  readonly findQueryText = (analyzed: AnalyzedQuery): QueryText | undefined => this.#queryTexts.get(analyzed);

  #toQueryText(analyzed: AnalyzedQuery): QueryText {
    return this.findQueryText(analyzed) ?? this.#kernel.analyze(analyzed.text, analyzed.language);
  }
}
