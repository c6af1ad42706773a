import { VitrineError } from '../../src/ports/errors.ts';
import {
  LogMovedOn,
  type Lease,
  type LogBase,
  type SharedLog,
  type SharedLogs,
} from '../../src/ports/shared-log.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A shared log in memory, that answers as late as a network would. */
class MemoryLog implements SharedLog {
  readonly id: string;
  readonly #entries: Uint8Array[] = [];
  #base: { readonly next: number; readonly bytes: Buffer } | null = null;

  constructor(id: string) {
    this.id = id;
  }

  async append(number: number, entry: Uint8Array): Promise<'written' | 'taken'> {
    await turn();
    this.#check(number);
    if (number !== this.#first + this.#entries.length) return 'taken';
    this.#entries.push(Uint8Array.from(entry));
    return 'written';
  }

  async read(from: number, countMax: number): Promise<Uint8Array[]> {
    await turn();
    this.#check(from);
    return this.#entries.slice(from - this.#first, from - this.#first + countMax);
  }

  async base(): Promise<LogBase | null> {
    await turn();
    if (this.#base === null) return null;
    const { next, bytes } = this.#base;
    return { next, chunks: chunksOf(bytes) };
  }

  async rebase({ next, chunks }: LogBase): Promise<boolean> {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    if (next < this.#first) return false;
    this.#entries.splice(0, next - this.#first);
    this.#base = { next, bytes: Buffer.concat(parts) };
    return true;
  }

  async tidy(): Promise<void> {
    await turn();
  }

  /** All that it keeps. */
  bytes(): Uint8Array[] {
    return [...this.#entries, ...(this.#base === null ? [] : [this.#base.bytes])];
  }

  get #first(): number {
    return this.#base?.next ?? 0;
  }

  #check(number: number): void {
    if (number < this.#first) throw new LogMovedOn();
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
}

/** What processes share, in the memory of one: a lease is its first holder's until it is given back. */
export class MemoryLogs implements SharedLogs {
  readonly #logs = new Map<string, MemoryLog>();
  readonly #held = new Set<string>();
  #opened = 0;

  readonly leases = {
    acquire: async (job: string): Promise<Lease | null> => {
      if (this.#held.has(job)) return null;
      this.#held.add(job);
      const release = async (): Promise<void> => {
        this.#held.delete(job);
      };
      return { fence: ++this.#opened, held: true, release };
    },
  };

  async open(name: string): Promise<SharedLog> {
    await turn();
    const log = this.#logs.get(name) ?? new MemoryLog(`log-${++this.#opened}`);
    this.#logs.set(name, log);
    return log;
  }

  async remove(name: string): Promise<void> {
    this.#logs.delete(name);
  }

  failure(): null {
    return null;
  }

  /** All that all logs keep. */
  bytes(): Buffer {
    return Buffer.concat([...this.#logs.values()].flatMap((log) => log.bytes()));
  }
}

/** The same logs, as one process reaches them: not at all while it is away. */
export class ReachedLogs implements SharedLogs {
  readonly #logs: SharedLogs;
  away = false;
  /** Logs cannot be removed. */
  noRemoval = false;

  constructor(logs: SharedLogs) {
    this.#logs = logs;
  }

  readonly leases = {
    acquire: async (job: string): Promise<Lease | null> =>
      this.away ? null : this.#logs.leases.acquire(job),
  };

  async open(name: string): Promise<SharedLog> {
    const log = await this.#reached().open(name);
    return {
      id: log.id,
      append: async (number, entry) => (this.#reached(), log.append(number, entry)),
      read: async (from, countMax) => (this.#reached(), log.read(from, countMax)),
      base: async () => (this.#reached(), log.base()),
      rebase: async (base) => (this.#reached(), log.rebase(base)),
      tidy: async () => (this.#reached(), log.tidy()),
    };
  }

  async remove(name: string): Promise<void> {
    if (this.noRemoval) throw new VitrineError('storage_failed', 'The log cannot be removed');
    await this.#reached().remove(name);
  }

  failure(): string | null {
    return this.away ? 'away' : null;
  }

  #reached(): SharedLogs {
    if (this.away) throw new VitrineError('storage_failed', 'The logs are out of reach');
    return this.#logs;
  }
}

/** How often what goes wrong, from 0 to 1. */
export interface FaultRates {
  /** An append that was not written, and one that was: both without an answer. */
  readonly unwritten: number;
  readonly unanswered: number;
  readonly unread: number;
  /** Told that the log went on without it, where it did or did not. */
  readonly movedOn: number;
}

/** The same logs, as a process reaches them on a bad day: answers come late, in another order than they were asked for, or never. */
export class FaultyLogs implements SharedLogs {
  readonly #logs: SharedLogs;
  readonly #next: () => number;
  readonly #rates: FaultRates;
  /** Nothing fails meanwhile. */
  calm = false;

  constructor(logs: SharedLogs, next: () => number, rates: FaultRates) {
    this.#logs = logs;
    this.#next = next;
    this.#rates = rates;
  }

  readonly leases = {
    acquire: (job: string): Promise<Lease | null> => this.#logs.leases.acquire(job),
  };

  async open(name: string): Promise<SharedLog> {
    await this.#maybe('unread');
    const log = await this.#logs.open(name);
    // A process whose list of projects is outdated is one to be started again.
    const mayMoveOn = name !== 'control';
    return {
      id: log.id,
      append: async (number, entry) => {
        await this.#late();
        await this.#maybe('unwritten');
        const written = await log.append(number, entry);
        await this.#late();
        await this.#maybe('unanswered');
        return written;
      },
      read: async (from, countMax) => {
        await this.#late();
        await this.#maybe('unread');
        if (mayMoveOn && this.#happens('movedOn')) throw new LogMovedOn();
        const entries = await log.read(from, countMax);
        await this.#late();
        return entries;
      },
      base: async () => (await this.#maybe('unread'), log.base()),
      rebase: async (base) => {
        const done = await log.rebase(base);
        await this.#maybe('unanswered');
        return done;
      },
      tidy: async () => (await this.#maybe('unread'), log.tidy()),
    };
  }

  async remove(name: string): Promise<void> {
    await this.#maybe('unread');
    await this.#logs.remove(name);
  }

  failure(): null {
    return null;
  }

  async #late(): Promise<void> {
    for (let turns = Math.floor(this.#next() * 6); turns > 0; turns--) await turn();
  }

  #happens(what: keyof FaultRates): boolean {
    return !this.calm && this.#next() < this.#rates[what];
  }

  async #maybe(what: keyof FaultRates): Promise<void> {
    if (this.#happens(what)) throw new VitrineError('storage_failed', `Injected: ${what}`);
  }
}
