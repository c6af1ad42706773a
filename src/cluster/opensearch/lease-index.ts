import { randomBytes } from 'node:crypto';
import type { Lease, Leases } from '../../ports/shared-log.ts';
import { copySettings, type Cluster, type Copies } from './cluster.ts';

/** A lease that was not renewed for so long may be taken. */
const leaseMs = 15_000;
const renewEveryMs = leaseMs / 3;

interface LeaseDocument {
  readonly holder: string;
  readonly fence: number;
  /** Changes with each renewal, so that others see that the holder lives. */
  readonly renewals: number;
}

/** A state of a lease's document, as OpenSearch counts them: a write that names it fails once there is a newer one. */
interface Seen {
  readonly document: LeaseDocument;
  readonly sequence: number;
  readonly term: number;
}

/** Time in ms that never goes back; for tests it may go faster. */
type Monotonic = () => number;

/**
 * Leases as documents. No clock is compared with another machine's: who wants a lease watches it, and takes it when it has not
 * changed for `leaseMs` of its own time; who has it holds it to be lost after as long without a renewal (Gray and Cheriton, "Leases",
 * 1989, with the waiting of the one who takes it in the place of clocks that agree).
 */
export class LeaseIndex implements Leases {
  readonly #cluster: Cluster;
  readonly #index: string;
  readonly #now: Monotonic;
  readonly #holder = randomBytes(12).toString('hex');
  /** By job, the state that was seen last, and since when it has been this one. */
  readonly #watched = new Map<string, { seen: Seen; since: number }>();

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
    const seen = await this.#seen(job);
    if (seen === null) return this.#take(job, null);
    const { holder, fence, renewals } = seen.document;
    if (holder === '') return this.#take(job, seen);
    const watched = this.#watched.get(job);
    const known = watched?.seen.document;
    const isSame =
      known !== undefined && known.holder === holder && known.fence === fence && known.renewals === renewals;
    const since = isSame ? watched!.since : this.#now();
    this.#watched.set(job, { seen, since });
    return this.#now() - since >= leaseMs ? this.#take(job, seen) : null;
  }

  async #take(job: string, before: Seen | null): Promise<Lease | null> {
    this.#watched.delete(job);
    const document = { holder: this.#holder, fence: (before?.document.fence ?? 0) + 1, renewals: 0 };
    const asked = this.#now();
    const taken = await this.#put(job, document, before);
    return taken === null
      ? null
      : new HeldLease(taken, asked, this.#now, (next, seen) => this.#put(job, next, seen));
  }

  async #seen(job: string): Promise<Seen | null> {
    const answer = await this.#cluster.ask(
      (client) => client.get({ index: this.#index, id: job, preference: '_primary' }),
      [404],
    );
    if (answer === null || answer._source === undefined) return null;
    const { _seq_no: sequence = 0, _primary_term: term = 0 } = answer;
    return { document: answer._source as LeaseDocument, sequence, term };
  }

  /** Writes a state in the place of just this one; null where there is a newer one. */
  async #put(job: string, document: LeaseDocument, before: Seen | null): Promise<Seen | null> {
    const condition =
      before === null
        ? { op_type: 'create' as const }
        : { if_seq_no: before.sequence, if_primary_term: before.term };
    const answer = await this.#cluster.ask(
      (client) => client.index({ index: this.#index, id: job, body: document, ...condition }),
      [409],
    );
    return answer === null ? null : { document, sequence: answer._seq_no, term: answer._primary_term };
  }
}

type Put = (document: LeaseDocument, before: Seen) => Promise<Seen | null>;

class HeldLease implements Lease {
  readonly fence: number;
  readonly #now: Monotonic;
  readonly #put: Put;
  readonly #timer: NodeJS.Timeout;
  #seen: Seen;
  /** It is this process's up to `leaseMs` after the last renewal was asked for. */
  #renewedAt: number;
  #lost = false;
  #renewing: Promise<void> = Promise.resolve();

  constructor(seen: Seen, renewedAt: number, now: Monotonic, put: Put) {
    this.fence = seen.document.fence;
    this.#seen = seen;
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
    await this.#put({ ...this.#seen.document, holder: '' }, this.#seen);
  }

  #renew(): Promise<void> {
    const renewed = this.#renewing.then(async () => {
      if (!this.held) return this.#lose();
      const asked = this.#now();
      const { document } = this.#seen;
      const seen = await this.#put({ ...document, renewals: document.renewals + 1 }, this.#seen);
      // It was given up meanwhile where the answer came too late.
      if (seen === null || !this.held) return this.#lose();
      this.#seen = seen;
      this.#renewedAt = asked;
    });
    // Where the cluster does not answer, the next one tries again, until the time is over.
    this.#renewing = renewed.catch(() => undefined);
    return this.#renewing;
  }

  /** For good: who renewed it later would keep it from whoever asks for it, itself included, and do no work. */
  #lose(): void {
    this.#lost = true;
    clearInterval(this.#timer);
  }
}
