import assert from 'node:assert/strict';
import { algoliasearch, type SearchClient } from 'algoliasearch';
import version4 from 'algoliasearch-4';
import { timeouts, timeouts4 } from './algolia-timeouts.ts';
import { LocalService } from './local-service.ts';
import { item, type TestService } from './service.ts';

/** Its types say that the function is in `default`. */
const algoliasearch4 = version4 as unknown as typeof version4.default;

export type Values = Record<string, unknown>;
export interface SentRecord extends Values {
  readonly objectID: string;
}

/** A record that is a complete item, as a shop sends it without free records. */
export const chair = (id: string, more: Values = {}): SentRecord => {
  const { id: _id, ...fields } = item(id, { name: `Oak chair ${id}` });
  return { objectID: id, ...fields, ...more };
};

export const byId = (records: readonly SentRecord[]): SentRecord[] =>
  records.toSorted((a, b) => (a.objectID < b.objectID ? -1 : 1));

/** The error of a call that must fail. */
export async function refusal(work: Promise<unknown>): Promise<{ status: number; message: string }> {
  try {
    await work;
  } catch (error) {
    const { status, message } = error as { status: number; message: string };
    return { status, message };
  }
  return assert.fail('It was not refused');
}

/** A service whose project `shop` is written by Algolia's clients, versions 5 and 4. */
export class AlgoliaShop<Service extends TestService = TestService> implements AsyncDisposable {
  readonly service: Service;
  /** Of the project `shop`. */
  readonly key: string;

  private constructor(service: Service, key: string) {
    this.service = service;
    this.key = key;
  }

  /** `more`: scopes of its key. */
  static async of<Service extends TestService>(
    service: Service,
    more: readonly string[] = [],
  ): Promise<AlgoliaShop<Service>> {
    const key = await service.project('shop', ['search', 'items:read', 'items:write', 'settings', ...more]);
    return new AlgoliaShop(service, key);
  }

  static async start(more: readonly string[] = []): Promise<AlgoliaShop> {
    return await AlgoliaShop.of(await LocalService.start(), more);
  }

  client(key = this.key, application = 'shop'): SearchClient {
    return algoliasearch(application, key, {
      hosts: [{ ...this.#host, accept: 'readWrite' }],
      timeouts,
    });
  }

  index4(): ReturnType<ReturnType<typeof algoliasearch4>['initIndex']> {
    return algoliasearch4('shop', this.key, {
      hosts: [this.#host],
      timeouts: timeouts4,
    }).initIndex('shop');
  }

  /** All records, as `browseObjects` gives them in small pages, without the id of the item. */
  async stored(client = this.client(), index = 'shop', parameters: Values = {}): Promise<SentRecord[]> {
    const hits: SentRecord[] = [];
    await client.browseObjects<Values>({
      indexName: index,
      browseParams: { hitsPerPage: 7, ...parameters },
      aggregator: (page) => hits.push(...(page.hits as SentRecord[])),
    });
    return hits.map(({ id, ...record }) => {
      assert.equal(id, record.objectID);
      return record as SentRecord;
    });
  }

  async clear(): Promise<void> {
    const { taskID } = await this.client().clearObjects({ indexName: 'shop' });
    await this.client().waitForTask({ indexName: 'shop', taskID });
  }

  /** Moves the index `shop_tmp` onto the project, and waits for the task. */
  async move(): Promise<number> {
    const { taskID } = await this.client().operationIndex({
      indexName: 'shop_tmp',
      operationIndexParams: { operation: 'move', destination: 'shop' },
    });
    await this.client().waitForTask({ indexName: 'shop_tmp', taskID });
    return taskID;
  }

  get #host(): { url: string; protocol: 'http' } {
    return { url: `127.0.0.1:${new URL(this.service.url).port}`, protocol: 'http' };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
  }
}
