import { randomBytes } from 'node:crypto';
import type { Lease, Leases } from '../../ports/cluster/shared-log.ts';

/** A lease without a renewal for this long may be taken over. */
const leaseMs = 15_000;
const renewEveryMs = leaseMs / 3;

export interface LeaseRecord {
  readonly holder: string;
  readonly fence: number;
  /** Increases with each renewal, so that others see that the holder is alive. */
  readonly renewals: number;
}

/** A lease as stored, with what identifies this version of it. */
export interface VersionedLease<V> {
  readonly record: LeaseRecord;
  readonly version: V;
}

/** The stored leases by job. */
export interface LeaseStore<V> {
  /** @throws VitrineError storage_failed */
  read(job: string): Promise<VersionedLease<V> | null>;
  /** Replaces exactly this version, or creates the lease; null where there is a newer one. @throws VitrineError storage_failed */
  put(job: string, record: LeaseRecord, before: VersionedLease<V> | null): Promise<VersionedLease<V> | null>;
}

/** Monotonic time in ms; tests may speed it up. */
type Monotonic = () => number;

/**
 * Leases that do not compare the clocks of different machines. A candidate watches a lease and takes it when it has not changed
 * for `leaseMs` by its own clock. The holder considers it lost after the same time without a renewal (Gray and Cheriton,
 * "Leases", 1989, with the candidate's wait instead of synchronised clocks).
 */
export class WatchedLeases<V> implements Leases {
  readonly #store: LeaseStore<V>;
  readonly #now: Monotonic;
  readonly #holder = randomBytes(12).toString('hex');
  /** The last seen record by job, and the time since which it is unchanged. */
  readonly #watched = new Map<string, { seen: LeaseRecord; since: number }>();

  constructor(store: LeaseStore<V>, now: Monotonic = () => performance.now()) {
    this.#store = store;
    this.#now = now;
  }

  async acquire(job: string): Promise<Lease | null> {
    const stored = await this.#store.read(job);
    if (stored === null) return this.#take(job, null);
    const { holder, fence, renewals } = stored.record;
    // The holder released it, see `release`.
    if (holder === '') return this.#take(job, stored);
    const watched = this.#watched.get(job);
    const isSame =
      watched?.seen.holder === holder && watched.seen.fence === fence && watched.seen.renewals === renewals;
    const since = isSame ? watched.since : this.#now();
    this.#watched.set(job, { seen: stored.record, since });
    return this.#now() - since >= leaseMs ? this.#take(job, stored) : null;
  }

  async #take(job: string, before: VersionedLease<V> | null): Promise<Lease | null> {
    this.#watched.delete(job);
    const record = { holder: this.#holder, fence: (before?.record.fence ?? 0) + 1, renewals: 0 };
    const startedAt = this.#now();
    const written = await this.#store.put(job, record, before);
    return written === null
      ? null
      : new HeldLease(written, startedAt, this.#now, (next, seen) => this.#store.put(job, next, seen));
  }
}

type Put<V> = (record: LeaseRecord, before: VersionedLease<V>) => Promise<VersionedLease<V> | null>;

class HeldLease<V> implements Lease {
  readonly fence: number;
  readonly #now: Monotonic;
  readonly #put: Put<V>;
  readonly #timer: NodeJS.Timeout;
  #stored: VersionedLease<V>;
  /** The lease is held until `leaseMs` after the start of the last renewal. */
  #renewedAt: number;
  #lost = false;
  #renewing: Promise<void> = Promise.resolve();

  constructor(stored: VersionedLease<V>, renewedAt: number, now: Monotonic, put: Put<V>) {
    this.fence = stored.record.fence;
    this.#stored = stored;
    this.#renewedAt = renewedAt;
    this.#now = now;
    this.#put = put;
    this.#timer = setInterval(() => void this.#renew(), renewEveryMs).unref();
  }

  get held(): boolean {
    return !this.#lost && this.#now() - this.#renewedAt < leaseMs;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    if (!this.held) return;
    this.#lose();
    await this.#put({ ...this.#stored.record, holder: '' }, this.#stored);
  }

  #renew(): Promise<void> {
    const renewing = this.#renewing.then(async () => {
      if (!this.held) return this.#lose();
      const startedAt = this.#now();
      const { record } = this.#stored;
      const renewed = await this.#put({ ...record, renewals: record.renewals + 1 }, this.#stored);
      // The reply may come after the lease was lost.
      if (renewed === null || !this.held) return this.#lose();
      this.#stored = renewed;
      this.#renewedAt = startedAt;
    });
    // Where the store does not answer, the next renewal retries until the lease expires.
    this.#renewing = renewing.catch(() => undefined);
    return this.#renewing;
  }

  /** Ends the lease for good: renewals after it would keep the lease from others, while this process does no work. */
  #lose(): void {
    this.#lost = true;
    clearInterval(this.#timer);
  }
}
