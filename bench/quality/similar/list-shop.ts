import { apiClient, type Ask } from '../../../test/support/api-client.ts';
import type { RunningService } from '../../../test/support/service.ts';
import { waitForVectors } from '../../wait-for-vectors.ts';

/** An item of a list, as far as the bench reads it. */
export interface ListedItem {
  readonly id: string;
  readonly groupId?: string;
  readonly _reason: { readonly code: string };
}

export interface ShopEvent {
  readonly type: string;
  readonly session?: string;
  readonly user?: string;
  readonly item?: string;
  readonly items?: readonly { readonly id: string }[];
  readonly at: number;
}

const connections = 4;
const itemsPerRequest = 200;
const eventsPerRequest = 1_000;

/** A shop in a project of a running service. */
export class ListShop implements AsyncDisposable {
  readonly #project: string;
  readonly #ask: Ask & AsyncDisposable;

  private constructor(project: string, ask: Ask & AsyncDisposable) {
    this.#project = project;
    this.#ask = ask;
  }

  /** Creates the project, imports the items and waits for their vectors. */
  static async open(
    service: RunningService,
    project: string,
    items: readonly object[],
    languages: readonly string[] = ['en'],
  ): Promise<ListShop> {
    const scopes = ['recommend', 'items:write', 'events', 'settings'];
    const key = await service.project(project, scopes);
    const shop = new ListShop(project, apiClient(service.url, key, connections));
    const settings = { search: { languages } };
    await shop.#ask('PUT', `/api/projects/${project}/settings`, JSON.stringify(settings));
    for (let start = 0; start < items.length; start += itemsPerRequest)
      await shop.#post('/api/items', { project, data: items.slice(start, start + itemsPerRequest) });
    await waitForVectors(service, project);
    return shop;
  }

  async send(events: readonly ShopEvent[]): Promise<void> {
    for (let start = 0; start < events.length; start += eventsPerRequest) {
      const data = events.slice(start, start + eventsPerRequest);
      await this.#post('/api/events', { project: this.#project, data });
    }
  }

  /** The list of items similar to an item. */
  async listSimilar(item: string, limit: number): Promise<readonly ListedItem[]> {
    const reply = await this.#post('/reco/similar', { index: this.#project, item, limit });
    return (JSON.parse(reply) as { items: ListedItem[] }).items;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ask[Symbol.asyncDispose]();
  }

  #post(path: string, body: object): Promise<string> {
    return this.#ask('POST', path, JSON.stringify(body));
  }
}
