import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Catalog, ItemChange } from '../../ports/catalog/catalog.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { Feed } from '../../ports/catalog/feeds.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemSettings } from '../../ports/configuration/settings.ts';
import type { StoredFiles } from '../../ports/catalog/stored-files.ts';
import type { RepeatedFile } from '../catalog/import.ts';
import { prepareUpdate } from '../catalog/items.ts';

/** Items removed in one write. */
const batchSize = 500;

/** The items of a feed: those that a run has seen, and those that it has no longer. Their ids are stored as one file. */
export class FeedItems implements RepeatedFile {
  readonly #feed: Pick<Feed, 'id' | 'absent' | 'removedShareMax'>;
  readonly #project: { readonly catalog: Catalog; readonly files: StoredFiles };
  readonly #settings: Pick<ItemSettings, 'priceOptional'>;
  readonly #seen = new Set<string>();
  #records = 0;
  /** Records without a readable id. While there is one, no item can be said to be absent. */
  #unread = 0;

  constructor(
    feed: Pick<Feed, 'id' | 'absent' | 'removedShareMax'>,
    project: { readonly catalog: Catalog; readonly files: StoredFiles },
    settings: Pick<ItemSettings, 'priceOptional'>,
  ) {
    this.#feed = feed;
    this.#project = project;
    this.#settings = settings;
  }

  readonly onId = (id: string | null): void => {
    if (id === null) this.#unread++;
    else this.#seen.add(id);
    // A record that repeats an item counts too, as it is read and compared.
    this.#records++;
    if (this.#records <= limits.feedRecordsMax) return;
    throw new VitrineError('feed_failed', `The feed has more than ${limits.feedRecordsMax} items`);
  };

  /** @throws VitrineError feed_shrunk where more items would be removed than the feed allows */
  readonly removeAbsent = async (): Promise<number> => {
    const { absent, removedShareMax } = this.#feed;
    const before = await this.#readStoredIds();
    const missing = before.filter((id) => !this.#seen.has(id));
    if (this.#unread > 0 && missing.length > 0) {
      await this.#store([...new Set([...before, ...this.#seen])]);
      return 0;
    }
    if (absent !== 'keep' && missing.length > removedShareMax * before.length)
      throw new VitrineError(
        'feed_shrunk',
        `The feed lacks ${missing.length} of the ${before.length} items of its last run, more than ${Math.round(100 * removedShareMax)} %: none was removed`,
      );
    const removed = absent === 'keep' ? 0 : await this.#remove(missing);
    if (missing.length > 0 || this.#seen.size !== before.length) await this.#store([...this.#seen]);
    return removed;
  };

  async #remove(ids: readonly string[]): Promise<number> {
    let removed = 0;
    for (let at = 0; at < ids.length; at += batchSize) {
      const changes = ids.slice(at, at + batchSize).map((id) => this.#prepareRemoval(id));
      const outcomes = await this.#project.catalog.change(changes);
      removed += outcomes.filter(({ kind }) => kind === 'deleted' || kind === 'stored').length;
    }
    return removed;
  }

  #prepareRemoval(id: string): ItemChange {
    if (this.#feed.absent === 'delete') return { address: { id }, decide: () => null };
    const input = { value: { active: false }, text: '{"active":false}', path: 'feed' };
    return prepareUpdate({ address: { id }, ifVersion: null, input }, this.#settings);
  }

  async #readStoredIds(): Promise<string[]> {
    const bytes = this.#project.files.get(formatFileName(this.#feed.id));
    return bytes === null ? [] : (JSON.parse(String(await promisify(gunzip)(bytes))) as string[]);
  }

  async #store(ids: readonly string[]): Promise<void> {
    await this.#project.files.put(formatFileName(this.#feed.id), await promisify(gzip)(JSON.stringify(ids)));
  }
}

/** Forgets which items a feed had; they stay. */
export async function forgetFeedItems(files: StoredFiles, id: string): Promise<void> {
  await files.put(formatFileName(id), null);
}

function formatFileName(id: string): string {
  return `feed/${id}`;
}
