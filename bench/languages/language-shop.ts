import { apiClient, type Ask } from '../../test/support/api-client.ts';
import type { RunningService } from '../../test/support/service.ts';
import { waitForVectors } from '../wait-for-vectors.ts';

/** An item of a shop that knows names alone. */
export interface NamedItem {
  readonly id: string;
  readonly name: string;
}

/** The reply of a search, as far as the benches of languages read it. */
export interface LanguageReply {
  readonly items: readonly NamedItem[];
  /** `popular`: nothing was found, and the items are popular ones instead. */
  readonly fallback: string | null;
  readonly semantic: {
    readonly used: boolean;
    readonly skipped: string | null;
    readonly added: number;
    /** The model that was used; missing in versions with one model. */
    readonly model?: string | null;
    readonly language?: string | null;
  };
}

const itemsPerImport = 20_000;
const connections = 4;

/** A shop in a project of a running service, whose items have names in one language and nothing else. */
export class LanguageShop implements AsyncDisposable {
  readonly #project: string;
  readonly #ask: Ask & AsyncDisposable;
  /** The items; the service knows them by their place, as ids are searched, too. */
  readonly #items: readonly NamedItem[];
  readonly key: string;

  private constructor(project: string, items: readonly NamedItem[], ask: Ask & AsyncDisposable, key: string) {
    this.key = key;
    this.#project = project;
    this.#items = items;
    this.#ask = ask;
  }

  /**
   * Creates the project, imports the items and waits until their vectors are computed. `languages` are those of the setting;
   * null leaves it unset.
   */
  static async open(
    service: RunningService,
    project: string,
    languages: readonly string[] | null,
    items: readonly NamedItem[],
  ): Promise<LanguageShop> {
    const key = await service.project(project, ['search', 'items:write', 'settings']);
    const shop = new LanguageShop(project, items, apiClient(service.url, key, connections), key);
    if (languages !== null) await shop.#changeSearch({ languages });
    for (let first = 0; first < items.length; first += itemsPerImport) {
      const lines = items
        .slice(first, first + itemsPerImport)
        .map(({ name }, i) =>
          JSON.stringify({ id: `i${first + i}`, sku: `i${first + i}`, name, price: 1, imgs: [] }),
        );
      await shop.#ask(
        'POST',
        `/api/items/import?project=${project}`,
        lines.join('\n'),
        'application/x-ndjson',
      );
    }
    await waitForVectors(service, project);
    return shop;
  }

  /** Switches semantic search of the project on or off. */
  async setSemantic(enabled: boolean): Promise<void> {
    await this.#changeSearch({ semantic: { enabled } });
  }

  /** Searches for a text. Popular items in place of results are left out. */
  async search(q: string, limit: number): Promise<LanguageReply> {
    const reply = await this.#ask('POST', `/search/${this.#project}`, JSON.stringify({ q, limit }));
    const result = JSON.parse(reply) as LanguageReply;
    const hits = result.fallback === 'popular' ? [] : result.items;
    return { ...result, items: hits.map(({ id }) => this.#items[Number(id.slice(1))]!) };
  }

  /** Searches for all texts, in their order, some at a time. */
  async searchAll(texts: readonly string[], limit: number): Promise<LanguageReply[]> {
    const replies: LanguageReply[] = Array.from({ length: texts.length });
    const next = texts.entries();
    const work = async (): Promise<void> => {
      for (const [i, text] of next) replies[i] = await this.search(text, limit);
    };
    await Promise.all(Array.from({ length: connections }, work));
    return replies;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ask[Symbol.asyncDispose]();
  }

  async #changeSearch(search: object): Promise<void> {
    await this.#ask('PUT', `/api/projects/${this.#project}/settings`, JSON.stringify({ search }));
  }
}
