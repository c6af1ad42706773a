import { VitrineError } from '../../src/ports/errors.ts';
import {
  LogCompacted,
  LogRestored,
  type Lease,
  type LogSnapshot,
  type ChainHashes,
  type SharedLog,
  type SharedLogs,
} from '../../src/ports/cluster/shared-log.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface StoredEntry {
  readonly chainHash: string;
  readonly entry: Uint8Array;
}

interface StoredSnapshot {
  readonly next: number;
  readonly chainHash: string | null;
  readonly bytes: Buffer;
}

/** A shared log in memory with the latency of a network. */
class MemoryLog implements SharedLog {
  readonly id: string;
  readonly #entries: StoredEntry[];
  #snapshot: StoredSnapshot | null;

  constructor(id: string, entries: readonly StoredEntry[] = [], snapshot: StoredSnapshot | null = null) {
    this.id = id;
    this.#entries = [...entries];
    this.#snapshot = snapshot;
  }

  async append(
    number: number,
    entry: Uint8Array,
    { before, after }: ChainHashes,
  ): Promise<'written' | 'taken'> {
    await turn();
    this.#check(number, before);
    if (number !== this.#first + this.#entries.length) return 'taken';
    this.#entries.push({ chainHash: after, entry: Uint8Array.from(entry) });
    return 'written';
  }

  async read(from: number, countMax: number, chainHash: string | null): Promise<Uint8Array[]> {
    await turn();
    this.#check(from, chainHash);
    return this.#entries.slice(from - this.#first, from - this.#first + countMax).map(({ entry }) => entry);
  }

  async readSnapshot(): Promise<LogSnapshot | null> {
    await turn();
    if (this.#snapshot === null) return null;
    const { next, chainHash, bytes } = this.#snapshot;
    return { next, chainHash, chunks: chunksOf(bytes) };
  }

  async compact({ next, chainHash, chunks }: LogSnapshot): Promise<boolean> {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    if (next < this.#first) return false;
    this.#entries.splice(0, next - this.#first);
    this.#snapshot = { next, chainHash, bytes: Buffer.concat(parts) };
    return true;
  }

  async removeObsolete(): Promise<void> {
    await turn();
  }

  copy(): MemoryLog {
    return new MemoryLog(this.id, this.#entries, this.#snapshot);
  }

  /** All stored bytes. */
  bytes(): Uint8Array[] {
    return [
      ...this.#entries.map(({ entry }) => entry),
      ...(this.#snapshot === null ? [] : [this.#snapshot.bytes]),
    ];
  }

  get #first(): number {
    return this.#snapshot?.next ?? 0;
  }

  #check(number: number, chainHash: string | null): void {
    if (number < this.#first) throw new LogCompacted();
    const before = number === this.#first ? this.#snapshot : this.#entries[number - this.#first - 1];
    if (chainHash !== null && before?.chainHash !== chainHash) throw new LogRestored();
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
}

/** Shared logs in the memory of one process; a lease belongs to its first holder until it is released. */
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
    // Before a turn, so that tests can restore logs and create one of them again without a poll between.
    if (!this.#logs.has(name)) this.#logs.set(name, new MemoryLog(`log-${++this.#opened}`));
    const { id } = this.#logs.get(name)!;
    await turn();
    const now = (): MemoryLog => {
      const log = this.#logs.get(name);
      if (log === undefined) throw new VitrineError('storage_failed', 'The log is no more');
      if (log.id !== id) throw new LogRestored();
      return log;
    };
    return {
      id,
      append: async (number, entry, hashes) => now().append(number, entry, hashes),
      read: async (from, countMax, chainHash) => now().read(from, countMax, chainHash),
      readSnapshot: async () => now().readSnapshot(),
      compact: async (snapshot) => now().compact(snapshot),
      removeObsolete: async () => now().removeObsolete(),
    };
  }

  /** A backup of all logs, and its restore. */
  snapshot(): () => void {
    const copies = [...this.#logs].map(([name, log]) => [name, log.copy()] as const);
    return () => {
      this.#logs.clear();
      for (const [name, log] of copies) this.#logs.set(name, log.copy());
    };
  }

  async remove(name: string): Promise<void> {
    this.#logs.delete(name);
  }

  findFailure(): null {
    return null;
  }

  findWriteFailure(): null {
    return null;
  }

  /** All bytes of all logs. */
  bytes(): Buffer {
    return Buffer.concat([...this.#logs.values()].flatMap((log) => log.bytes()));
  }
}

/** The same logs as seen by a process that may be disconnected. */
export class ReachedLogs implements SharedLogs {
  readonly #logs: SharedLogs;
  away = false;
  /** Deletions fail. */
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
      append: async (number, entry, hashes) => (this.#reached(), log.append(number, entry, hashes)),
      read: async (from, countMax, chainHash) => (this.#reached(), log.read(from, countMax, chainHash)),
      readSnapshot: async () => (this.#reached(), log.readSnapshot()),
      compact: async (snapshot) => (this.#reached(), log.compact(snapshot)),
      removeObsolete: async () => (this.#reached(), log.removeObsolete()),
    };
  }

  async remove(name: string): Promise<void> {
    if (this.noRemoval) throw new VitrineError('storage_failed', 'The log cannot be removed');
    await this.#reached().remove(name);
  }

  findFailure(): string | null {
    return this.away ? 'away' : null;
  }

  findWriteFailure(): null {
    return null;
  }

  #reached(): SharedLogs {
    if (this.away) throw new VitrineError('storage_failed', 'The logs are out of reach');
    return this.#logs;
  }
}

/** Probabilities of faults. */
export interface FaultRates {
  /** Appends without a response: not written, and written. */
  readonly unwritten: number;
  readonly unanswered: number;
  readonly unread: number;
  /** Spurious LogCompacted. */
  readonly movedOn: number;
}

/** The same logs behind a faulty network: responses are late, reordered or lost. */
export class FaultyLogs implements SharedLogs {
  readonly #logs: SharedLogs;
  readonly #next: () => number;
  readonly #rates: FaultRates;
  /** Disables faults. */
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
    return {
      id: log.id,
      append: async (number, entry, hashes) => {
        await this.#late();
        await this.#maybe('unwritten');
        const written = await log.append(number, entry, hashes);
        await this.#late();
        await this.#maybe('unanswered');
        return written;
      },
      read: async (from, countMax, chainHash) => {
        await this.#late();
        await this.#maybe('unread');
        if (this.#happens('movedOn')) throw new LogCompacted();
        const entries = await log.read(from, countMax, chainHash);
        await this.#late();
        return entries;
      },
      readSnapshot: async () => (await this.#maybe('unread'), log.readSnapshot()),
      compact: async (snapshot) => {
        const done = await log.compact(snapshot);
        await this.#maybe('unanswered');
        return done;
      },
      removeObsolete: async () => (await this.#maybe('unread'), log.removeObsolete()),
    };
  }

  async remove(name: string): Promise<void> {
    await this.#maybe('unread');
    await this.#logs.remove(name);
  }

  findFailure(): null {
    return null;
  }

  findWriteFailure(): null {
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

type Pause = Promise<void> | undefined;

/** Hooks that may delay or fail calls of a log. */
export interface LogHooks {
  readonly append?: (name: string) => Pause;
  /** Before a read, with its first entry. */
  readonly read?: (name: string, from: number) => Pause;
  /** After a read, before its result is returned. */
  readonly answer?: (name: string, countMax: number) => Pause;
}

/** The same logs with hooks. */
export function hookedLogs(logs: SharedLogs, hooks: LogHooks): SharedLogs {
  const open: SharedLogs['open'] = async (name) => {
    const log = await logs.open(name);
    return {
      ...log,
      append: async (...parts) => (await hooks.append?.(name), log.append(...parts)),
      read: async (from, countMax, chainHash) => {
        await hooks.read?.(name, from);
        const entries = await log.read(from, countMax, chainHash);
        await hooks.answer?.(name, countMax);
        return entries;
      },
    };
  };
  return {
    leases: logs.leases,
    open,
    remove: (name) => logs.remove(name),
    findFailure: () => logs.findFailure(),
    findWriteFailure: () => logs.findWriteFailure(),
  };
}
