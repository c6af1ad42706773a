import { setTimeout as sleep } from 'node:timers/promises';
import { representative } from './matrix.ts';
import { item, type RunningService } from './service.ts';

const clients = representative(4, 6);
const itemsPerProject = 4;
const pageSize = 100;
/** Pause between the requests of a client: `npm test` needs requests at any time, not as many as possible. */
const restMs = representative(100, 10);
const retryMs = 100;
const requestMsMax = 60_000;

interface TrafficOptions {
  readonly ids: readonly string[];
  readonly key: string;
  /** The processes that clients use, in a random order. */
  readonly services: readonly RunningService[];
}

/** Clients that write to and read from random projects of a service, at random processes of it. */
export class PlacedTraffic {
  readonly #options: TrafficOptions;
  /** Acknowledged events by project, and the last acknowledged price of each item. */
  readonly #events = new Map<string, number>();
  readonly #prices = new Map<string, number>();
  readonly #latenciesMs: number[] = [];
  readonly failedReads: string[] = [];
  /** Failures other than an unknown outcome, which is sent again. */
  readonly failedWrites: string[] = [];
  reads = 0;
  writes = 0;
  unknown = 0;

  constructor(options: TrafficOptions) {
    this.#options = options;
  }

  /** Sends requests until `over`. */
  async run(over: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: clients }, (_, client) => this.#client(client, over)));
  }

  summary(): Record<string, number> {
    const sorted = this.#latenciesMs.toSorted((a, b) => a - b);
    const at = (share: number): number =>
      Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
    return {
      reads: this.reads,
      writes: this.writes,
      failedReads: this.failedReads.length,
      unknownWrites: this.unknown,
      medianMs: at(0.5),
      p99Ms: at(0.99),
      longestMs: Math.round(sorted.at(-1) ?? 0),
    };
  }

  /** Acknowledged writes that a process does not show. */
  async missing(service: RunningService): Promise<string[]> {
    const { ids, key } = this.#options;
    const missing: string[] = [];
    for (const id of ids) {
      const { body } = await service.ask<{ project: { events: number } }>('GET', `/admin/projects/${id}`, {
        key,
      });
      const events = this.#events.get(id) ?? 0;
      if (body.project.events < events) missing.push(`${id} has ${body.project.events} events of ${events}`);
      const prices = await this.#pricesAt(service, id);
      for (const [name, price] of this.#prices) {
        const [project, one] = name.split('/') as [string, string];
        if (project === id && (prices.get(one) ?? -1) < price)
          missing.push(`${name} costs ${prices.get(one)} instead of ${price}`);
      }
    }
    return missing;
  }

  async #pricesAt(service: RunningService, id: string): Promise<Map<string, number>> {
    const { key } = this.#options;
    const prices = new Map<string, number>();
    for (let offset = 0; ; offset += pageSize) {
      const path = `/api/items?project=${id}&limit=${pageSize}&offset=${offset}`;
      const { body } = await service.ask<{ items: { id: string; price: number }[] }>('GET', path, { key });
      for (const found of body.items) prices.set(found.id, found.price);
      if (body.items.length < pageSize) return prices;
    }
  }

  async #client(client: number, over: AbortSignal): Promise<void> {
    const { ids } = this.#options;
    for (let round = 1; !over.aborted; round++) {
      const id = ids[Math.floor(Math.random() * ids.length)]!;
      // Each client has its own items, so that prices only rise.
      const one = `${client}-${round % itemsPerProject}`;
      const created = this.#prices.has(`${id}/${one}`);
      const data = created ? { price: round } : item(one, { name: `lamp ${one}`, price: round });
      await this.#write(
        created ? 'PUT' : 'POST',
        created ? `/api/items/${one}?by=id` : '/api/items',
        { project: id, data },
        // The reply to the first one was lost.
        created ? [200] : [201, 409],
      );
      this.#prices.set(`${id}/${one}`, created ? round : Math.max(0, this.#prices.get(`${id}/${one}`) ?? 0));
      await this.#write(
        'POST',
        '/api/events',
        { project: id, data: { id: `${client}-${round}`, type: 'view', user: `u${client}`, item: one } },
        [201],
      );
      this.#events.set(id, (this.#events.get(id) ?? 0) + 1);
      await this.#read(`/search/${id}?q=lamp`);
      await this.#read(`/api/items/${one}?by=id&project=${id}`);
      await sleep(restMs);
    }
  }

  #choose(): RunningService {
    const { services } = this.#options;
    return services[Math.floor(Math.random() * services.length)]!;
  }

  async #read(path: string): Promise<void> {
    const failure = await this.#ask('GET', path, undefined, [200]);
    this.reads++;
    if (failure !== null) this.failedReads.push(`GET ${path}: ${failure}`);
  }

  /** Sends a write until it is acknowledged. */
  async #write(method: string, path: string, body: unknown, accepted: readonly number[]): Promise<void> {
    for (;;) {
      const failure = await this.#ask(method, path, body, accepted);
      if (failure === null) break;
      if (failure.includes('outcome_unknown')) this.unknown++;
      else this.failedWrites.push(`${method} ${path}: ${failure}`);
      if (this.failedWrites.length > 100) throw new Error(failure);
      await sleep(retryMs);
    }
    this.writes++;
  }

  /** The failure; null: an accepted reply. */
  async #ask(
    method: string,
    path: string,
    body: unknown,
    accepted: readonly number[],
  ): Promise<string | null> {
    const startedAt = performance.now();
    try {
      const signal = AbortSignal.timeout(requestMsMax);
      const request = { key: this.#options.key, signal, ...(body === undefined ? {} : { body }) };
      const answer = await this.#choose().ask(method, path, request);
      return accepted.includes(answer.status) ? null : `${answer.status} ${JSON.stringify(answer.body)}`;
    } catch (error) {
      return String(error instanceof Error ? (error.cause ?? error) : error);
    } finally {
      this.#latenciesMs.push(performance.now() - startedAt);
    }
  }
}
