import { IntervalTask } from '../../lib/interval-task.ts';
import { randomSecret } from '../../lib/random-id.ts';
import { rankedNodes } from '../../lib/rendezvous-hash.ts';
import type { Member, MemberDocument, MemberDocuments, Placement } from '../../ports/cluster/placement.ts';

/** A member whose document does not change for this long is dead. */
export const leaseMs = 15_000;
const renewEveryMs = leaseMs / 3;
export const pollEveryMs = 1_000;
const secretBits = 128;
/** Projects whose holders are cached. Clients can name any number of ids. */
const cachedMax = 10_000;

interface MembershipOptions {
  readonly documents: MemberDocuments;
  /** The id of this process. */
  readonly id: string;
  /** Stores another id of this process. */
  readonly renamed: (id: string) => void;
  readonly newId: () => string;
  /** Processes that hold each project. */
  readonly copies: number;
  /** Version of Vitrine. */
  readonly version: string;
  readonly onError: (error: unknown) => void;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** What this process last read of another one. */
interface Watched {
  readonly document: MemberDocument;
  /** Since when it has not changed, in own time. */
  readonly since: number;
}

/**
 * The living processes of a service, and the projects that each holds. Every process renews a document in the cluster and polls
 * those of the others. As with leases, no clocks of different machines are compared: a member is dead if its document has not
 * changed for `leaseMs` of the reader's own time.
 */
export class Membership implements Placement, AsyncDisposable {
  readonly #options: MembershipOptions;
  readonly #now: () => number;
  #own: MemberDocument;
  #renewedAt = -Infinity;
  #watched = new Map<string, Watched>();
  #polledAt = -Infinity;
  #members: readonly Member[];
  readonly #listeners: (() => void)[] = [];
  readonly #holders = new Map<string, readonly Member[]>();
  readonly #keptOpen = new Map<string, boolean>();
  #writes: Promise<void> = Promise.resolve();
  #timer: IntervalTask | null = null;
  #hasReportedAddress = false;

  private constructor(options: MembershipOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    const secret = randomSecret(secretBits);
    const { id, version } = options;
    this.#own = { id, address: '', secret, state: 'joining', version, renewals: 0 };
    this.#members = [this.#own];
  }

  /** Joins the service: from then on the others know this process. @throws VitrineError storage_failed */
  static async join(options: MembershipOptions): Promise<Membership> {
    const membership = new Membership(options);
    await membership.#put();
    await membership.#poll();
    membership.#timer = new IntervalTask(pollEveryMs, () => membership.tick());
    return membership;
  }

  get own(): Member {
    return this.#own;
  }

  get members(): readonly Member[] {
    return this.#members;
  }

  holders(projectId: string): readonly Member[] {
    return cached(this.#holders, projectId, () => this.#ranked(projectId, ['ready']));
  }

  keepsOpen(projectId: string): boolean {
    return cached(this.#keptOpen, projectId, () =>
      [...this.holders(projectId), ...this.#ranked(projectId, ['ready', 'joining'])].some(
        ({ id }) => id === this.#own.id,
      ),
    );
  }

  isLeader(projectId: string): boolean {
    return this.holders(projectId)[0]?.id === this.#own.id;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** This process listens at `address`, and holds its projects from now on. */
  ready(address: string): Promise<void> {
    return this.#change({ state: 'ready', address });
  }

  /** This process is about to stop: the others hold its projects. */
  leave(): Promise<void> {
    return this.#change({ state: 'leaving' });
  }

  /** Renews the own document where that is due, and polls the others. */
  async tick(): Promise<void> {
    try {
      // Where it cannot be renewed, the others probably cannot renew theirs: without a poll, none of them is taken for dead.
      if (this.#now() - this.#renewedAt >= renewEveryMs) await this.#put();
      await this.#poll();
    } catch {
      // The next one retries; requests report the failure.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#timer?.[Symbol.asyncDispose]();
    await this.#writes.catch(() => undefined);
    // Otherwise the others notice after `leaseMs`.
    await this.#options.documents.remove(this.#own.id).catch(() => undefined);
  }

  async #change(change: Partial<Member>): Promise<void> {
    this.#own = { ...this.#own, ...change };
    this.#update();
    try {
      await this.#put();
    } catch (error) {
      this.#renewedAt = -Infinity;
      this.#options.onError(error);
    }
  }

  /** Writes the newest state of this process, after writes in progress. */
  #put(): Promise<void> {
    const written = this.#writes
      .catch(() => undefined)
      .then(async () => {
        const startedAt = this.#now();
        this.#own = { ...this.#own, renewals: this.#own.renewals + 1 };
        await this.#options.documents.put(this.#own);
        this.#renewedAt = startedAt;
      });
    this.#writes = written;
    return written;
  }

  async #poll(): Promise<void> {
    const documents = await this.#options.documents.list();
    const now = this.#now();
    // The documents were not watched for a while, in which the others perhaps could not renew them either.
    const wasAway = now - this.#polledAt > renewEveryMs;
    this.#polledAt = now;
    const watched = new Map<string, Watched>();
    for (const document of documents) {
      if (document.id === this.#own.id) {
        this.#checkOwn(document);
        continue;
      }
      const known = this.#watched.get(document.id);
      const isSame = known !== undefined && JSON.stringify(known.document) === JSON.stringify(document);
      if (known !== undefined && !isSame && this.#isReplaced(document)) this.#reportAddress(document);
      watched.set(document.id, { document, since: isSame && !wasAway ? known.since : now });
    }
    this.#watched = watched;
    for (const [id, { since }] of watched) if (now - since >= leaseMs) this.#forget(id);
    this.#update();
  }

  /** The data folder was copied: two processes have the same id. */
  #checkOwn({ secret }: MemberDocument): void {
    if (secret === this.#own.secret) return;
    this.#own = { ...this.#own, id: this.#options.newId() };
    this.#options.renamed(this.#own.id);
    this.#renewedAt = -Infinity;
  }

  #isAlive(id: string): boolean {
    const { document, since } = this.#watched.get(id)!;
    return !this.#isReplaced(document) && this.#now() - since < leaseMs;
  }

  /** An earlier process at the same address, with another data folder, has ended. */
  #isReplaced({ address }: MemberDocument): boolean {
    return address !== '' && address === this.#own.address;
  }

  /** It has not ended: each of the two believes that the other one has, and no other process reaches both. */
  #reportAddress({ address }: MemberDocument): void {
    if (this.#hasReportedAddress) return;
    this.#hasReportedAddress = true;
    const error = new Error(
      `Another process has the address ${address} as well: VITRINE_CLUSTER_ADDRESS must be one at which the others reach only this process`,
    );
    this.#options.onError(error);
  }

  /** Deletes the document of a dead member, which would write it again if it lived. */
  #forget(id: string): void {
    this.#options.documents.remove(id).catch(() => undefined);
  }

  #update(): void {
    const others = [...this.#watched].filter(([id]) => this.#isAlive(id)).map(([, { document }]) => document);
    const members = [this.#own, ...others].sort((a, b) => (a.id < b.id ? -1 : 1));
    const isSame = signature(members) === signature(this.#members);
    this.#members = members;
    if (isSame) return;
    this.#holders.clear();
    this.#keptOpen.clear();
    for (const listener of this.#listeners) listener();
  }

  #ranked(projectId: string, states: readonly Member['state'][]): readonly Member[] {
    const candidates = new Map(
      this.#members.filter(({ state }) => states.includes(state)).map((member) => [member.id, member]),
    );
    const ids = rankedNodes([...candidates.keys()], projectId, this.#options.copies);
    return ids.map((id) => candidates.get(id)!);
  }
}

function cached<T>(cache: Map<string, T>, key: string, compute: () => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= cachedMax) cache.clear();
  const value = compute();
  cache.set(key, value);
  return value;
}

function signature(members: readonly Member[]): string {
  return JSON.stringify(members.map(({ id, address, secret, state }) => [id, address, secret, state]));
}
