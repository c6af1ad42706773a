import type { QueryAnalyzer } from '../../ports/search/query-analyzer.ts';
import type { TextIndex } from '../../ports/search/text.ts';

/** Delegates each call to the text index that `current` returns then. */
export class PinnedText implements TextIndex {
  readonly #current: () => TextIndex;

  constructor(current: () => TextIndex) {
    this.#current = current;
  }

  get queryAnalyzer(): QueryAnalyzer {
    return this.#current().queryAnalyzer;
  }

  findFieldTypes(
    ...parameters: Parameters<TextIndex['findFieldTypes']>
  ): ReturnType<TextIndex['findFieldTypes']> {
    return this.#current().findFieldTypes(...parameters);
  }

  listFieldNames(): ReadonlySet<string> {
    return this.#current().listFieldNames();
  }

  search(...parameters: Parameters<TextIndex['search']>): ReturnType<TextIndex['search']> {
    return this.#current().search(...parameters);
  }

  searchFacetValues(
    ...parameters: Parameters<TextIndex['searchFacetValues']>
  ): ReturnType<TextIndex['searchFacetValues']> {
    return this.#current().searchFacetValues(...parameters);
  }

  explain(...parameters: Parameters<TextIndex['explain']>): ReturnType<TextIndex['explain']> {
    return this.#current().explain(...parameters);
  }

  suggest(...parameters: Parameters<TextIndex['suggest']>): ReturnType<TextIndex['suggest']> {
    return this.#current().suggest(...parameters);
  }

  findMatching(...parameters: Parameters<TextIndex['findMatching']>): ReturnType<TextIndex['findMatching']> {
    return this.#current().findMatching(...parameters);
  }

  pinSettings(): TextIndex {
    return this;
  }

  withSettings(...parameters: Parameters<TextIndex['withSettings']>): ReturnType<TextIndex['withSettings']> {
    return this.#current().withSettings(...parameters);
  }
}
