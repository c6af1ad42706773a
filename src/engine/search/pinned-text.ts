import type { QueryAnalyzer } from '../../ports/search/query-analyzer.ts';
import type { TextIndex } from '../../ports/search/text.ts';

/** A text index that is chosen again for each call: it delegates to the index that `current` returns. */
export class PinnedText implements TextIndex {
  readonly #current: () => TextIndex;

  constructor(current: () => TextIndex) {
    this.#current = current;
  }

  get queryAnalyzer(): QueryAnalyzer {
    return this.#current().queryAnalyzer;
  }

  fieldTypes(...asked: Parameters<TextIndex['fieldTypes']>): ReturnType<TextIndex['fieldTypes']> {
    return this.#current().fieldTypes(...asked);
  }

  fieldNames(): ReadonlySet<string> {
    return this.#current().fieldNames();
  }

  search(...asked: Parameters<TextIndex['search']>): ReturnType<TextIndex['search']> {
    return this.#current().search(...asked);
  }

  facetValues(...asked: Parameters<TextIndex['facetValues']>): ReturnType<TextIndex['facetValues']> {
    return this.#current().facetValues(...asked);
  }

  explain(...asked: Parameters<TextIndex['explain']>): ReturnType<TextIndex['explain']> {
    return this.#current().explain(...asked);
  }

  suggest(...asked: Parameters<TextIndex['suggest']>): ReturnType<TextIndex['suggest']> {
    return this.#current().suggest(...asked);
  }

  matching(...asked: Parameters<TextIndex['matching']>): ReturnType<TextIndex['matching']> {
    return this.#current().matching(...asked);
  }

  pinned(): TextIndex {
    return this;
  }

  withSettings(...asked: Parameters<TextIndex['withSettings']>): ReturnType<TextIndex['withSettings']> {
    return this.#current().withSettings(...asked);
  }
}
