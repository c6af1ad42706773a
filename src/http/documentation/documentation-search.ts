import { readFile } from 'node:fs/promises';
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

/** Pages with a table whose rows are looked up by name. */
const tables = ['reference/configuration', 'reference/errors', 'reference/limits'];

/** Words before what a question is about. */
const questionWords =
  /^(?:how (?:do|can|to)|where (?:do|can|is|are)|what (?:is|are)|can|why)(?: (?:i|we|you|it))?\s+/i;

/** The pages that are searched: design pages and decisions are found by their index. */
const isForShops = ({ address }: DocumentationPage): boolean =>
  address !== '' && !/^(?:internals|decisions)(?:\/|$)/.test(address);

interface PageIndex {
  readonly sections: readonly PageSection[];
  readonly search: DocumentSearch;
}

/** A search of the pages of the navigation. It is indexed by the first search, as most services never have one. */
export class DocumentationSearch {
  readonly #root: string;
  readonly #pages: readonly DocumentationPage[];
  readonly #navigation: readonly NavigationGroup[];
  readonly #createSearch: CreateDocumentSearch;
  #index: Promise<PageIndex> | null = null;

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

  async find(query: string, pagesMax: number): Promise<FoundPages> {
    const { sections, search } = await (this.#index ??= this.#buildIndex());
    const { found, total, corrected } = search.find(query.replace(questionWords, ''), pagesMax);
    return {
      items: found.map(({ section, excerpt }) => this.#describe(sections[section]!, excerpt)),
      total,
      corrected,
    };
  }

  /** After a failure, such as one to read a page, the next search tries again. */
  async #buildIndex(): Promise<PageIndex> {
    try {
      const notes = new Map(
        this.#navigation.flatMap(({ items }) => items.map(({ link, note }) => [link, note])),
      );
      const sections: PageSection[] = [];
      for (const page of this.#pages) {
        const address = buildPageAddress(page);
        const markdown = await readFile(join(this.#root, page.file), 'utf8');
        const note = notes.get(address) ?? '';
        const isList = lists.includes(page.address);
        const hasRows = tables.includes(page.address);
        sections.push(...splitSections(markdown, { page: address, note, isList, hasRows }));
      }
      return { sections, search: await this.#createSearch(sections, searchSynonyms) };
    } catch (error) {
      this.#index = null;
      throw error;
    }
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
