import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreateDocumentSearch, DocumentSearch } from '../../ports/search/document-search.ts';
import { buildPageAddress, type DocumentationPage } from './documentation-pages.ts';
import type { NavigationGroup } from './navigation.ts';
import { searchSynonyms } from './search-synonyms.ts';
import { splitSections, type PageSection } from './search-sections.ts';

/** A page that a search found, by its best section. */
export interface FoundPage {
  readonly title: string;
  /** The heading of the section; null at the start of the page. */
  readonly heading: string | null;
  /** The group of the navigation. */
  readonly group: string;
  readonly href: string;
  /** HTML with `<mark>`. */
  readonly excerpt: string;
}

export interface FoundPages {
  readonly items: readonly FoundPage[];
  readonly total: number;
  readonly corrected: string | null;
}

/** Pages that name all there is. */
const lists = ['reference/http', 'reference/errors', 'reference/limits'];

/** The pages that are searched: design pages and decisions are found by their index. */
const isForShops = ({ address }: DocumentationPage): boolean =>
  address !== '' && !/^(?:internals|decisions)(?:\/|$)/.test(address);

/** A search of the pages of the navigation. It is indexed by the first search, as most services never have one. */
export class DocumentationSearch {
  readonly #root: string;
  readonly #pages: readonly DocumentationPage[];
  readonly #navigation: readonly NavigationGroup[];
  readonly #createSearch: CreateDocumentSearch;
  #index: { readonly sections: readonly PageSection[]; readonly search: DocumentSearch } | null = null;

  constructor(parts: {
    readonly root: string;
    readonly pages: ReadonlyMap<string, DocumentationPage>;
    readonly navigation: readonly NavigationGroup[];
    readonly createSearch: CreateDocumentSearch;
  }) {
    this.#root = parts.root;
    this.#navigation = parts.navigation;
    this.#createSearch = parts.createSearch;
    const order = parts.navigation.flatMap(({ items }) => items.map(({ link }) => link));
    this.#pages = [...parts.pages.values()]
      .filter((page) => isForShops(page) && order.includes(buildPageAddress(page)))
      .sort((a, b) => order.indexOf(buildPageAddress(a)) - order.indexOf(buildPageAddress(b)));
  }

  find(query: string, pagesMax: number): FoundPages {
    const { sections, search } = (this.#index ??= this.#buildIndex());
    const { found, total, corrected } = search.find(query, pagesMax);
    return {
      items: found.map(({ section, excerpt }) => this.#describe(sections[section]!, excerpt)),
      total,
      corrected,
    };
  }

  #buildIndex(): { sections: readonly PageSection[]; search: DocumentSearch } {
    const notes = new Map(
      this.#navigation.flatMap(({ items }) => items.map(({ link, note }) => [link, note])),
    );
    const sections = this.#pages.flatMap((page) => {
      const address = buildPageAddress(page);
      const markdown = readFileSync(join(this.#root, page.file), 'utf8');
      return splitSections(markdown, {
        page: address,
        note: notes.get(address) ?? '',
        isList: lists.includes(page.address),
      });
    });
    return { sections, search: this.#createSearch(sections, searchSynonyms) };
  }

  #describe({ page, title, heading, fragment }: PageSection, excerpt: string): FoundPage {
    return {
      title,
      heading: fragment === '' ? null : heading,
      group: this.#navigation.find(({ items }) => items.some(({ link }) => link === page))?.label ?? '',
      href: fragment === '' ? page : `${page}#${fragment}`,
      excerpt,
    };
  }
}
