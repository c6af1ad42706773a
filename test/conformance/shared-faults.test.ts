import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import type { EmbeddedProject } from '../../src/engine/projects/project.ts';
import type { ProjectEngine } from '../../src/ports/engine.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import { LogCompacted } from '../../src/ports/cluster/shared-log.ts';
import { representative } from '../support/matrix.ts';
import { FaultyLogs, MemoryLogs } from '../support/memory-logs.ts';
import { rowsOf, sameEverywhere } from './agreement.ts';
import { aProject, event, fieldsOf, seeded, Shop, text, upsert, type OpenEngine } from './shop.ts';

/** Processes with one faulty log, each of whose steps is reported as done, rejected or unknown. */

const rates = { unwritten: 0.04, unanswered: 0.04, unread: 0.03, movedOn: 0.01 };
const names = ['p', 'q', 'r'];

/** The possible final states of an item that one process writes: the last acknowledged one, or any attempted since. */
type Possible = Map<string, Set<string | null>>;

interface Outcomes {
  readonly items: Possible;
  readonly events: Set<string>;
  readonly maybeEvents: Set<string>;
  increments: number;
  maybeIncrements: number;
}

class Process {
  readonly logs: FaultyLogs;
  readonly name: string;
  readonly #next: () => number;
  readonly faults: unknown[] = [];
  readonly outcomes: Outcomes = {
    items: new Map(),
    events: new Set(),
    maybeEvents: new Set(),
    increments: 0,
    maybeIncrements: 0,
  };
  shop: Shop | null = null;

  constructor(logs: MemoryLogs, name: string, seed: number) {
    this.#next = seeded(seed);
    this.logs = new FaultyLogs(logs, seeded(seed + 1_000), rates);
    this.logs.calm = true;
    this.name = name;
  }

  /** Starts a process, with as many attempts as needed. */
  readonly open: OpenEngine = async ({ folder, clock, ids, image }) => {
    this.logs.calm = false;
    try {
      for (;;) {
        try {
          const onError = (error: unknown): number => this.faults.push(error);
          return await EmbeddedEngine.open({
            dataDir: folder,
            clock,
            ids,
            image,
            onError,
            shared: this.logs,
          });
        } catch (error) {
          if (!isPassing(error)) throw error;
        }
      }
    } finally {
      this.logs.calm = true;
    }
  };

  async live(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      this.logs.calm = false;
      const steps = Array.from({ length: 1 + this.#below(3) }, (_, i) => this.#step(`${round}-${i}`));
      await Promise.all(steps);
      if (this.#next() < 0.04 || !this.shop!.engine.status().ready) {
        this.logs.calm = true;
        await this.shop!.reopen();
      }
    }
    this.logs.calm = true;
  }

  async #step(name: string): Promise<void> {
    const shop = this.shop!;
    const kind = this.#below(100);
    const project = await this.#try(() => shop.engine.project('shop'));
    if (project === undefined) return;
    if (kind < 35) await this.#put(project, name);
    else if (kind < 50) await this.#increment(project);
    else if (kind < 75) await this.#append(project, name);
    else if (kind < 80)
      await this.#try(() => project.events.merge({ session: `s${this.#below(4)}` }, `u${this.#below(4)}`));
    else if (kind < 84) await this.#try(() => project.events.eraseUser(`erased${this.#below(2)}`));
    else if (kind < 87)
      await this.#try(() => project.rules.change(({ rules }) => (rules.length > 3 ? [] : rules)));
    else if (kind < 89) await this.#settings(project);
    else if (kind < 90) await this.#try(() => (project as EmbeddedProject).compact());
    else if (kind < 91) await this.#try(() => (shop.engine as EmbeddedEngine).store.compact());
    else if (kind < 95) await this.#other(name);
    else
      project.queryLog.record([
        { query: `lamp ${this.#below(4)}`, by: { user: `u${this.#below(4)}` }, at: shop.now },
      ]);
  }

  async #put(project: ProjectEngine, name: string): Promise<void> {
    const id = `${this.name}${this.#below(15)}`;
    const own = `${this.name}:${name}:${id}`;
    const value = this.#below(5) === 0 ? null : `lamp ${own}`;
    const known = this.outcomes.items.get(id) ?? new Set([null]);
    // No other write happens at that time, nor in this process.
    if (known.has('busy')) return;
    this.outcomes.items.set(id, new Set([...known, value, 'busy']));
    const change = value === null ? { address: { id }, decide: () => null } : upsert({ id, name: value });
    const shared = upsert({ id: `shared${this.#below(5)}`, name: `lamp ${own}` });
    const done = await this.#try(() => project.catalog.change([change, shared]));
    this.outcomes.items.set(id, done === undefined ? new Set([...known, value]) : new Set([value]));
  }

  /** A lost or duplicated write makes the count wrong. */
  async #increment(project: ProjectEngine): Promise<void> {
    const refused = this.#below(4) === 0;
    const change = {
      ...upsert({ id: 'counter', name: 'lamp' }),
      decide: (before: Parameters<ReturnType<typeof upsert>['decide']>[0]) => {
        if (refused) throw new VitrineError('invalid_request', 'Refused');
        const count = before === null ? 0 : Number(fieldsOf(before)['count']);
        return upsert({ id: 'counter', name: 'lamp', count: count + 1 }).decide(null);
      },
    };
    const done = await this.#try(() => project.catalog.change([change]));
    if (refused) return;
    if (done === undefined) this.outcomes.maybeIncrements++;
    else this.outcomes.increments++;
  }

  async #append(project: ProjectEngine, name: string): Promise<void> {
    const id = `${this.name}-${name}`;
    const isErased = this.#below(6) === 0;
    const who = isErased
      ? { user: `erased${this.#below(2)}` }
      : { user: `u${this.#below(4)}`, session: `s${this.#below(4)}` };
    const one = event('view', who, [`shared${this.#below(5)}`], { id, at: this.shop!.now });
    for (let tries = 1 + this.#below(3); tries > 0; tries--) {
      const done = await this.#try(() => project.events.append([one]));
      if (isErased) return;
      this.outcomes.maybeEvents.add(id);
      if (done === undefined) continue;
      this.outcomes.events.add(id);
      return;
    }
  }

  async #settings(project: ProjectEngine): Promise<void> {
    const word = `w${this.#below(4)}`;
    const decide = () => ({ search: { synonyms: [{ words: ['lamp', word] }] } }) as never;
    const done = await this.#try(() => project.settings.change(decide, () => undefined));
    await this.#try(async () => done?.rebuilt);
  }

  /** A project that all processes create and delete. */
  async #other(name: string): Promise<void> {
    const { engine } = this.shop!;
    const createdAt = Number(`${names.indexOf(this.name) + 1}${name.replace('-', '')}`);
    if (this.#below(2) === 0)
      await this.#try(() => engine.store.createProject(aProject('other', { createdAt })));
    else await this.#try(() => engine.store.deleteProject('other'));
    const other = await this.#try(() => engine.project('other'));
    await this.#try(async () => other?.catalog.change([upsert({ id: 'o', name })]));
  }

  /** Undefined where the outcome is unknown. */
  async #try<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      if (isPassing(error) || isCode(error, ['project_exists', 'project_not_found'])) return undefined;
      throw error;
    }
  }

  #below(count: number): number {
    return Math.floor(this.#next() * count);
  }
}

const isCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof VitrineError && codes.includes(error.code);
const isPassing = (error: unknown): boolean => isCode(error, ['storage_failed', 'stopping']);

async function openAll(logs: MemoryLogs, seed: number): Promise<Process[]> {
  const processes = names.map((name, i) => new Process(logs, name, seed * 10 + i));
  const first = processes[0]!;
  first.shop = await Shop.open(first.open);
  for (const other of processes.slice(1))
    other.shop = await Shop.anotherProcess(first.shop, other.open, other.name);
  return processes;
}

async function checkTold(shop: Shop, processes: readonly Process[]): Promise<void> {
  const logged = rowsOf(shop)['log']!.flatMap((row) => (row as { event_id: string | null }).event_id ?? []);
  const sum = { done: 0, maybe: 0 };
  for (const { name, outcomes, faults } of processes) {
    for (const [id, possible] of outcomes.items) {
      const item = await shop.project.catalog.get({ id });
      const value = item === null ? null : text(fieldsOf(item)['name']);
      assert.ok(possible.has(value), `${id} is ${value}, not one of ${[...possible].join()}`);
    }
    const own = logged.filter((id) => id.startsWith(`${name}-`));
    for (const id of outcomes.events) assert.equal(own.filter((one) => one === id).length, 1, `event ${id}`);
    sum.done += outcomes.increments;
    sum.maybe += outcomes.maybeIncrements;
    for (const fault of faults) assert.ok(isPassing(fault) || fault instanceof LogCompacted, String(fault));
  }
  const counter = await shop.project.catalog.get({ id: 'counter' });
  const count = counter === null ? 0 : Number(fieldsOf(counter)['count']);
  assert.ok(count >= sum.done && count <= sum.done + sum.maybe, `${count}: ${JSON.stringify(sum)}`);
}

const seeds = process.env['VITRINE_TEST_SEEDS']?.split(',').map(Number) ?? representative([1], [1, 2, 3]);
for (const seed of seeds) {
  test(`EmbeddedEngines on a faulty log keep acknowledged writes and agree, seed ${seed}`, async () => {
    const logs = new MemoryLogs();
    const processes = await openAll(logs, seed);
    const shops = processes.map(({ shop }) => shop!);
    try {
      await Promise.all(processes.map((process) => process.live(60)));
      const begun = new Process(logs, 'n', 99);
      begun.shop = await Shop.anotherProcess(shops[0]!, begun.open, 'n');
      shops.push(begun.shop);
      await sameEverywhere(shops);
      await checkTold(shops[0]!, processes);
      for (const shop of shops) await shop.reopen();
      await sameEverywhere(shops);
    } finally {
      for (const shop of shops) await shop[Symbol.asyncDispose]();
    }
  });
}
