import type { SearchTypes } from '@medusajs/types';
import { createClient, type VitrineClient } from '@vitrine/sdk';
import { compileFilters } from './filters.ts';
import { notSupported, type VitrineSearchOptions } from './options.ts';
import {
  fromVersion,
  importItems,
  readPhysicalName,
  removeMatching,
  storeVersions,
  versionField,
  versionsOf,
} from './physical-index.ts';
import { productItem } from './product-item.ts';
import { identifier, resultOf, searchOf } from './searches.ts';

type Task = SearchTypes.SearchTask;

/** Most searches of a request. */
const searchesMax = 20;
/** Most ids of a write. */
const idsMax = 1_000;

/**
 * Vitrine as a provider of Medusa's Search Module. A search index is a project; all versions of an index write to it. So keys, events, rules
 * and settings of the project stay as they are when Medusa builds another version. While it does, items are replaced one by one, and searches
 * find old and new ones. Writes are applied when their promise resolves.
 */
export class VitrineSearchProvider implements SearchTypes.ISearchProvider {
  static readonly identifier = identifier;
  readonly identifier = identifier;
  readonly #client: VitrineClient;
  readonly #options: VitrineSearchOptions;

  /** `_container`: of the module, which is not used. */
  constructor(_container: object, options: VitrineSearchOptions) {
    this.#options = options;
    this.#client = createClient({ url: options.url, key: options.key });
  }

  getIdentifier(): string {
    return identifier;
  }

  /** Registers the version, and sets which fields are searched. The project must exist. */
  async upsertIndex({ index }: { index: SearchTypes.ResolvedSearchIndexDefinition }): Promise<Task> {
    rejectDefinition(index);
    const physical = this.#physical(index.physical_name);
    const current = await this.#client.settings.get(physical.project);
    const declared = fieldsOf(index.fields);
    const kept = current.settings.search.unsearchableFields.filter((field) => !declared.has(field));
    const unsearched = [...declared].filter(([, isSearched]) => !isSearched).map(([field]) => field);
    await this.#client.settings.change(physical.project, {
      items: { priceOptional: true },
      search: { unsearchableFields: [...new Set([...kept, ...unsearched, versionField])] },
    });
    const versions = await versionsOf(this.#client, physical);
    if (!versions.includes(physical.version))
      await storeVersions(this.#client, physical, [...versions, physical.version]);
    return succeeded(index.physical_name);
  }

  /** Deletes a version: the items that only versions below the remaining ones have, and all items with the last version. */
  async deleteIndex({ index }: { index: string }): Promise<Task> {
    const physical = this.#physical(index);
    const remaining = (await versionsOf(this.#client, physical)).filter(
      (version) => version !== physical.version,
    );
    await storeVersions(this.#client, physical, remaining);
    const filter =
      remaining.length === 0 ? `EXISTS ${versionField}` : `${versionField} < ${Math.min(...remaining)}`;
    await removeMatching(this.#client, physical.project, filter);
    return succeeded(index);
  }

  async listIndexes(): Promise<SearchTypes.SearchIndexInfo[]> {
    const lists = await Promise.all(
      Object.entries(this.#options.projects).map(async ([root, project]) => {
        const versions = await versionsOf(this.#client, { root, project });
        return Promise.all(
          versions.map(async (version) => {
            const filters = fromVersion({ root, project, version });
            const { total } = await this.#client.search(project, { filters, limit: 0, grouped: false });
            return { name: `${root}_v${version}`, provider: identifier, document_count: total };
          }),
        );
      }),
    );
    return lists.flat();
  }

  async upsertDocuments({
    index,
    documents,
  }: {
    index: string;
    definition: SearchTypes.ResolvedSearchIndexDefinition;
    documents: SearchTypes.SearchDocument[];
  }): Promise<Task> {
    const { project, version } = this.#physical(index);
    const toItem = this.#options.toItem ?? productItem;
    await importItems(
      this.#client,
      project,
      documents.map((document) => ({ ...toItem(document), [versionField]: version })),
    );
    return succeeded(index);
  }

  async deleteDocuments({ index, filters }: SearchTypes.SearchDeleteDocumentsInput): Promise<Task> {
    const { project } = this.#physical(index);
    const ids = idsOf(filters);
    if (ids === null) {
      const all = [compileFilters(filters), `EXISTS ${versionField}`].filter((one) => one !== null);
      await removeMatching(this.#client, project, all.join(' AND '));
      return succeeded(index);
    }
    for (let i = 0; i < ids.length; i += idsMax) await this.#remove(project, ids.slice(i, i + idsMax));
    return succeeded(index);
  }

  async clearIndex({ index }: { index: string }): Promise<Task> {
    const physical = this.#physical(index);
    await removeMatching(this.#client, physical.project, fromVersion(physical));
    return succeeded(index);
  }

  async search(query: SearchTypes.ProviderSearchQuery): Promise<SearchTypes.SearchResult> {
    const [result] = await this.searchMany([query]);
    return result!;
  }

  /** Up to 20 searches of a project in a request. */
  async searchMany(queries: SearchTypes.ProviderSearchQuery[]): Promise<SearchTypes.SearchResult[]> {
    const groups: { project: string; members: { query: SearchTypes.ProviderSearchQuery; at: number }[] }[] =
      [];
    for (const [at, query] of queries.entries()) {
      const { project } = this.#physical(query.index.physical_name);
      const group = groups.find((one) => one.project === project && one.members.length < searchesMax);
      if (group === undefined) groups.push({ project, members: [{ query, at }] });
      else group.members.push({ query, at });
    }
    const results: SearchTypes.SearchResult[] = [];
    await Promise.all(
      groups.map(async ({ project, members }) => {
        const searches = members.map(({ query }) =>
          searchOf(query, fromVersion(this.#physical(query.index.physical_name))),
        );
        const replies = await this.#client.multiSearch(project, searches);
        for (const [i, { query, at }] of members.entries())
          results[at] = resultOf(replies.results[i]!, query);
      }),
    );
    return results;
  }

  #physical(name: string): ReturnType<typeof readPhysicalName> {
    return readPhysicalName(name, this.#options.projects);
  }

  /** Deletes items; those that do not exist are no error. */
  async #remove(project: string, ids: readonly string[]): Promise<void> {
    try {
      await this.#client.items.removeMany(project, ids);
    } catch (error) {
      if ((error as { code?: string }).code !== 'item_not_found') throw error;
    }
  }
}

/** Whether each field is searched, by its path; those in objects too. */
function fieldsOf(
  fields: Readonly<Record<string, SearchTypes.SearchFieldDefinition>>,
  parent = '',
): Map<string, boolean> {
  return new Map(
    Object.entries(fields).flatMap(([name, { type, searchable, fields: inner }]): [string, boolean][] =>
      type === 'object'
        ? [...fieldsOf(inner ?? {}, `${parent}${name}.`)]
        : [[`${parent}${name}`, (searchable ?? false) !== false]],
    ),
  );
}

/** @throws VitrineSearchError for what a project cannot hold */
function rejectDefinition({ fields, settings }: SearchTypes.ResolvedSearchIndexDefinition): void {
  for (const [name, { type }] of Object.entries(fields))
    if (type === 'vector')
      notSupported(`the vector field ${name}: semantic search is a setting of the project`);
  if (settings.distinct_attribute !== undefined) notSupported('distinct_attribute');
  if (settings.typo_tolerance !== undefined)
    notSupported('typo_tolerance: typos are a setting of the project');
}

const succeeded = (index: string): Task => ({ index, status: 'succeeded' });

/** The ids of a filter that names nothing else; null: another filter. */
function idsOf(filters: SearchTypes.SearchFilters): string[] | null {
  const { id, ...others } = filters;
  if (id === undefined || Object.keys(others).length > 0) return null;
  const named = typeof id === 'object' && id !== null && '$in' in id ? (id as { $in?: unknown }).$in : id;
  const ids = [named].flat();
  return ids.every((one) => typeof one === 'string') ? ids : null;
}
