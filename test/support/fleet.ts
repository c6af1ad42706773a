import { setTimeout as sleep } from 'node:timers/promises';
import { representative } from './matrix.ts';
import { WriteTokens } from '../../sdk/src/write-tokens.ts';
import { item, RunningService, type Answer } from './service.ts';

/** The results of some traffic. */
export interface Traffic {
  /** Acknowledged events by id, and items by id with their last acknowledged price. */
  readonly events: ReadonlySet<string>;
  readonly prices: ReadonlyMap<string, number>;
  /** Of items. */
  readonly writes: number;
  readonly searches: number;
  /** Responses other than 2xx, by status; 0: no response. */
  readonly errors: ReadonlyMap<number, number>;
  /** Longest time until a request was acknowledged or answered, in ms. */
  readonly longestMs: number;
  /** Responses that broke a promise: a write that was not found, an impossible total. */
  readonly wrong: readonly string[];
}

const itemsPerWriter = 8;
const tryEveryMs = 100;
/** Timeout of a request, and of its retries. */
const requestMsMax = 75_000;
const retryForMsMax = 240_000;
const askReadyEveryMs = 200;
/** Pause between the requests of a client: without it, traffic takes the CPU that the cluster needs to recover. */
const restMs = representative(100, 0);

interface RetriedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly accepted: readonly number[];
}

interface RetryOptions {
  /** The tokens of the client; default: those of all requests. */
  readonly tokens?: WriteTokens;
  /** Called with each failed response; 0: none. */
  readonly refused?: (status: number) => void;
  readonly over?: AbortSignal;
}

/** The processes of one service, with simulated shoppers and a shop that use any of them. */
export class Fleet implements AsyncDisposable {
  readonly services: RunningService[] = [];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #tokens = new WriteTokens();
  #key = '';
  /** Processes that reported ready; null: not watched, all are used. */
  #ready: ReadonlySet<RunningService> | null = null;

  private constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
  }

  /** `environment`: that of all processes, with their database. The project is `shop`. */
  static async start(environment: Readonly<Record<string, string>>, processes: number): Promise<Fleet> {
    const fleet = new Fleet(environment);
    for (let i = 0; i < processes; i++) await fleet.add();
    fleet.#key = await fleet.services[0]!.project('shop', [
      'search',
      'recommend',
      'items:read',
      'items:write',
      'events',
      'admin',
    ]);
    return fleet;
  }

  /** Starts another process, optionally with its own environment. */
  async add(environment: Readonly<Record<string, string>> = {}): Promise<RunningService> {
    const service = await RunningService.start({ ...this.#environment, ...environment });
    this.services.push(service);
    return service;
  }

  /** Sends traffic only to processes that were ready at the last check, as a load balancer does, until disposed. */
  watchReadiness(): Disposable {
    const over = new AbortController();
    const watch = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const states = await Promise.all(this.services.map((service) => this.ask(service, 'GET', '/ready')));
        if (over.signal.aborted) return;
        this.#ready = new Set(this.services.filter((_, at) => states[at]!.status === 200));
        await sleep(askReadyEveryMs);
      }
    };
    void watch();
    return {
      [Symbol.dispose]: () => {
        over.abort();
        this.#ready = null;
      },
    };
  }

  get key(): string {
    return this.#key;
  }

  /** Sends a request to a process; status 0 without a response. */
  async ask<T = Record<string, unknown>>(
    service: RunningService,
    method: string,
    path: string,
    body?: unknown,
    tokens = this.#tokens,
  ): Promise<Answer<T>> {
    try {
      const signal = AbortSignal.timeout(requestMsMax);
      const answer = await service.ask<T>(method, path, {
        key: this.#key,
        headers: tokens.headers(),
        signal,
        ...(body === undefined ? {} : { body }),
      });
      for (const one of new Set([tokens, this.#tokens])) one.add(answer.headers);
      return answer;
    } catch {
      return { status: 0, headers: new Headers(), body: {} as T };
    }
  }

  /**
   * Traffic until `over`: writers of items and events, and searchers, each with one request at a time that is retried until
   * it is answered, except after a named reason.
   */
  async traffic(name: string, over: AbortSignal, people = 3): Promise<Traffic> {
    const report: Traffic & {
      readonly events: Set<string>;
      readonly prices: Map<string, number>;
      readonly errors: Map<number, number>;
      readonly wrong: string[];
      writes: number;
      searches: number;
      longestMs: number;
    } = {
      events: new Set(),
      prices: new Map(),
      errors: new Map(),
      wrong: [],
      writes: 0,
      searches: 0,
      longestMs: 0,
    };
    const choose = (): RunningService => {
      const ready = this.services.filter((one) => this.#ready?.has(one) ?? true);
      const choice = ready.length === 0 ? this.services : ready;
      return choice[Math.floor(Math.random() * choice.length)]!;
    };
    const refused = (status: number): void => {
      report.errors.set(status, (report.errors.get(status) ?? 0) + 1);
    };
    // Each client has its own tokens, for processes that allow stale reads.
    const newClient = (tokens = new WriteTokens()) => {
      return async <T>(
        method: string,
        path: string,
        body: unknown,
        accepted: readonly number[],
      ): Promise<Answer<T>> => {
        const started = performance.now();
        const request = { method, path, body, accepted };
        const answer = await this.#askUntilAccepted<T>(choose, request, { refused, over, tokens });
        report.longestMs = Math.max(report.longestMs, performance.now() - started);
        return answer;
      };
    };
    const writer = async (no: number): Promise<void> => {
      const askUntilAccepted = newClient();
      const ids: string[] = [];
      for (let round = 1; !over.aborted; round++) {
        const at = round % itemsPerWriter;
        const id = `${name}-${no}-${at}`;
        const data = item(id, { name: `lamp ${name} ${no} ${at}`, price: round });
        // The lost response was to a successful creation.
        const created = ids[at] === undefined;
        const path = created ? '/api/items' : `/api/items/${ids[at]}`;
        const answer = await askUntilAccepted<{ item?: { _id: string } }>(
          created ? 'POST' : 'PUT',
          path,
          { project: 'shop', data },
          created ? [201, 409] : [200],
        );
        if (answer.status === 409) {
          const filters = encodeURIComponent(`id = "${id}"`);
          const { body: there } = await askUntilAccepted<{ items: { _id: string }[] }>(
            'GET',
            `/search/shop?filters=${filters}`,
            undefined,
            [200],
          );
          if (there.items[0] === undefined)
            report.wrong.push(`${id} is there, by the answer to a write, and is not found`);
          else ids[at] = there.items[0]._id;
          continue;
        }
        ids[at] = answer.body.item!._id;
        report.prices.set(id, round);
        report.writes++;
        const seen = await askUntilAccepted<{ items: { id: string; price: number }[] }>(
          'GET',
          `/search/shop?q=${encodeURIComponent(data['name'] as string)}&filters=${encodeURIComponent(`id = "${id}"`)}`,
          undefined,
          [200],
        );
        const price = seen.body.items.find((found) => found.id === id)?.price;
        if (price !== round) report.wrong.push(`${id} was written as ${round} and found as ${price}`);
        await sleep(restMs);
      }
    };
    const shopper = async (no: number): Promise<void> => {
      const askUntilAccepted = newClient();
      for (let round = 0; !over.aborted; round++) {
        const id = `${name}-${no}-${round}`;
        const data = { id, type: 'view', user: `u${no}`, item: `${name}-0-${round % itemsPerWriter}` };
        await askUntilAccepted('POST', '/api/events', { project: 'shop', data }, [201]);
        report.events.add(id);
        await askUntilAccepted('GET', '/search/shop?q=lamp', undefined, [200]);
        report.searches++;
        await sleep(restMs);
      }
    };
    await Promise.all(Array.from({ length: people }, (_, no) => [writer(no), shopper(no)]).flat());
    return report;
  }

  /** Missing, duplicate or wrong data at each process; each is asked until it answers. */
  async missing(all: readonly Traffic[]): Promise<string[]> {
    const wrong: string[] = [];
    const events = new Set(all.flatMap((one) => [...one.events])).size;
    const answers: string[] = [];
    for (const [at, service] of this.services.entries()) {
      const answered = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
        (await this.#askUntilAccepted<T>(() => service, { method, path, body, accepted: [200] })).body;
      const { project } = await answered<{ project: { events: number } }>('GET', '/admin/projects/shop');
      // An event that was retried until the end may be stored without an acknowledgement.
      if (project.events < events) wrong.push(`process ${at} has ${project.events} events of ${events}`);
      const items = new Map<string, number>();
      for (let offset = 0; ; offset += 100) {
        const page = await answered<{ items: { id: string; price: number }[] }>(
          'GET',
          `/api/items?project=shop&limit=100&offset=${offset}`,
        );
        for (const { id, price } of page.items) {
          if (items.has(id)) wrong.push(`process ${at} has ${id} twice`);
          items.set(id, price);
        }
        if (page.items.length < 100) break;
      }
      for (const { prices } of all)
        for (const [id, price] of prices)
          if ((items.get(id) ?? -1) < price)
            wrong.push(`process ${at} has ${id} at ${items.get(id)} instead of ${price}`);
      const found = await answered<{ items: unknown; total: number }>('GET', '/search/shop?q=lamp&limit=50');
      answers.push(JSON.stringify([project.events, [...items], found.items, found.total]));
    }
    return [...wrong, ...differing(answers), ...differing(await this.#lists())];
  }

  /** Recommendations of each process, requested concurrently. */
  async #lists(): Promise<string[]> {
    const lists = this.services.map(async (service) => {
      const listed = async (path: string, body: object): Promise<{ _id: string }[]> => {
        const request = {
          method: 'POST',
          path,
          body: { index: 'shop', limit: 20, ...body },
          accepted: [200],
        };
        const answer = await this.#askUntilAccepted<{ items: { _id: string }[] }>(() => service, request);
        return answer.body.items;
      };
      const forUser = await listed('/reco/user-recommendations', { user: 'u1' });
      // Their scores decay with time.
      const trending = (await listed('/rec/trendings', {})).map(({ _id }) => _id);
      return JSON.stringify([trending, forUser]);
    });
    return Promise.all(lists);
  }

  /**
   * Retries a request at random processes until the response has one of the accepted statuses.
   * @throws Error for a response that no fault explains, after `retryForMsMax`, or if aborted
   */
  async #askUntilAccepted<T>(
    choose: () => RunningService,
    request: RetriedRequest,
    { refused = () => undefined, over, tokens }: RetryOptions = {},
  ): Promise<Answer<T>> {
    const { method, path, body, accepted } = request;
    const started = performance.now();
    for (;;) {
      const answer = await this.ask<T>(choose(), method, path, body, tokens);
      if (accepted.includes(answer.status)) return answer;
      refused(answer.status);
      const failure = `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`;
      if (![0, 503].includes(answer.status)) throw new Error(failure);
      if (performance.now() - started > retryForMsMax) throw new Error(`No reply: ${failure}`);
      await sleep(tryEveryMs);
      if (over?.aborted === true && over.reason instanceof Error && over.reason.name !== 'AbortError')
        throw over.reason;
    }
  }

  /** Starts stopped processes. */
  async startStopped(): Promise<void> {
    for (const service of this.services) if (!service.running) await service.restart();
  }

  /** The state of each process. */
  async report(): Promise<string> {
    const lines = this.services.map(async (service, at) => {
      const { status, body } = await this.ask(service, 'GET', '/ready');
      const state = service.running ? `${status} ${JSON.stringify(body)}` : 'does not run';
      return `process ${at}: ${state}\n${service.output.slice(-2_000)}`;
    });
    return (await Promise.all(lines)).join('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const service of this.services) await service[Symbol.asyncDispose]();
  }
}

/** Where the response of each process first differs from that of the first one. */
function differing([first = '', ...others]: readonly string[]): string[] {
  return others.flatMap((other, no) => {
    if (other === first) return [];
    let at = 0;
    while (first[at] === other[at]) at++;
    const [own, its] = [first, other].map((text) => text.slice(Math.max(0, at - 60), at + 60));
    return `process ${no + 1} answers ${its} where process 0 answers ${own}`;
  });
}
