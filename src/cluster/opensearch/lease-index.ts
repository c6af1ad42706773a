import { randomBytes } from 'node:crypto';
import type { Lease, Leases } from '../../ports/cluster/shared-log.ts';
import { copySettings, type Cluster, type Copies } from './cluster.ts';

/** A lease without a renewal for this long may be taken over. */
const leaseMs = 15_000;
const renewEveryMs = leaseMs / 3;

interface LeaseDocument {
  readonly holder: string;
  readonly fence: number;
  /** Increases with each renewal, so that others see that the holder is alive. */
  readonly renewals: number;
}

/** A version of a lease's document, with OpenSearch's version numbers: a conditional write fails once there is a newer one. */
interface VersionedLease {
  readonly document: LeaseDocument;
  readonly sequence: number;
  readonly term: number;
}

/** Monotonic time in ms; tests may speed it up. */
type Monotonic = () => number;

/**
 * Leases as documents. No clocks of different machines are compared. A candidate watches a lease and takes it when it
 * has not changed for `leaseMs` of its own time. The holder considers it lost after the same time without a renewal
 * (Gray and Cheriton, "Leases", 1989, with the candidate's wait instead of synchronised clocks).
 */
export class LeaseIndex implements Leases {
  readonly #cluster: Cluster;
  readonly #index: string;
  readonly #now: Monotonic;
  readonly #holder = randomBytes(12).toString('hex');
  /** The last seen version by job, and the time since which it is unchanged. */
  readonly #watched = new Map<string, { seen: VersionedLease; since: number }>();

  private constructor(cluster: Cluster, index: string, now: Monotonic) {
    this.#cluster = cluster;
    this.#index = index;
    this.#now = now;
  }

  /** @throws VitrineError storage_failed */
  static async open(
    cluster: Cluster,
    index: string,
    copies: Copies,
    now: Monotonic = () => performance.now(),
  ): Promise<LeaseIndex> {
    await cluster.createIndex(index, copySettings(copies));
    return new LeaseIndex(cluster, index, now);
  }

  async acquire(job: string): Promise<Lease | null> {
    const current = await this.#read(job);
    if (current === null) return this.#take(job, null);
    const { holder, fence, renewals } = current.document;
    if (holder === '') return this.#take(job, current);
    const watched = this.#watched.get(job);
    const watchedDocument = watched?.seen.document;
    const isSame =
      watchedDocument !== undefined &&
      watchedDocument.holder === holder &&
      watchedDocument.fence === fence &&
      watchedDocument.renewals === renewals;
    const since = isSame ? watched!.since : this.#now();
    this.#watched.set(job, { seen: current, since });
    return this.#now() - since >= leaseMs ? this.#take(job, current) : null;
  }

  async #take(job: string, before: VersionedLease | null): Promise<Lease | null> {
    this.#watched.delete(job);
    const document = { holder: this.#holder, fence: (before?.document.fence ?? 0) + 1, renewals: 0 };
    const startedAt = this.#now();
    const written = await this.#put(job, document, before);
    return written === null
      ? null
      : new HeldLease(written, startedAt, this.#now, (document, seen) => this.#put(job, document, seen));
  }

  async #read(job: string): Promise<VersionedLease | null> {
    const reply = await this.#cluster.request(
      (client) => client.get({ index: this.#index, id: job, preference: '_primary' }),
      [404],
    );
    if (reply === null || reply._source === undefined) return null;
    const { _seq_no: sequence = 0, _primary_term: term = 0 } = reply;
    return { document: reply._source as LeaseDocument, sequence, term };
  }

  /** Replaces exactly this version; null where there is a newer one. */
  async #put(
    job: string,
    document: LeaseDocument,
    before: VersionedLease | null,
  ): Promise<VersionedLease | null> {
    const condition =
      before === null
        ? { op_type: 'create' as const }
        : { if_seq_no: before.sequence, if_primary_term: before.term };
    const reply = await this.#cluster.request(
      (client) => client.index({ index: this.#index, id: job, body: document, ...condition }),
      [409],
    );
    return reply === null ? null : { document, sequence: reply._seq_no, term: reply._primary_term };
  }
}

type Put = (document: LeaseDocument, before: VersionedLease) => Promise<VersionedLease | null>;

class HeldLease implements Lease {
  readonly fence: number;
  readonly #now: Monotonic;
  readonly #put: Put;
  readonly #timer: NodeJS.Timeout;
  #version: VersionedLease;
  /** The lease is held until `leaseMs` after the start of the last renewal. */
  #renewedAt: number;
  #lost = false;
  #renewing: Promise<void> = Promise.resolve();

  constructor(seen: VersionedLease, renewedAt: number, now: Monotonic, put: Put) {
    this.fence = seen.document.fence;
    this.#version = seen;
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
    await this.#put({ ...this.#version.document, holder: '' }, this.#version);
  }

  #renew(): Promise<void> {
    const renewed = this.#renewing.then(async () => {
      if (!this.held) return this.#lose();
      const startedAt = this.#now();
      const { document } = this.#version;
      const seen = await this.#put({ ...document, renewals: document.renewals + 1 }, this.#version);
      // The reply may come after the lease was lost.
      if (seen === null || !this.held) return this.#lose();
      this.#version = seen;
      this.#renewedAt = startedAt;
    });
    // Without an answer of the cluster, the next renewal retries until the lease expires.
    this.#renewing = renewed.catch(() => undefined);
    return this.#renewing;
  }

  /** Permanent: a later renewal would keep the lease from all processes, without any work being done. */
  #lose(): void {
    this.#lost = true;
    clearInterval(this.#timer);
  }
}
