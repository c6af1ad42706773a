import { IntervalTask } from '../../lib/interval-task.ts';
import { createRandomSecret } from '../../lib/random-id.ts';
import { rankNodes } from '../../lib/rendezvous-hash.ts';
import type {
  Member,
  MemberDocument,
  MemberDocuments,
  ProjectAllocation,
} from '../../ports/cluster/project-allocation.ts';

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
  readonly storeId: (id: string) => void;
  readonly newId: () => string;
  /** The number of processes that hold each project. */
  readonly copies: number;
  /** Version of Vitrine. */
  readonly version: string;
  readonly onError: (error: unknown) => void;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** The last document that this process read of another one. */
interface ObservedMember {
  readonly document: MemberDocument;
  /** The time of its last change, by the clock of this process. */
  readonly since: number;
}

/**
 * The living processes of a service, and the projects that each holds. Every process renews a document in the cluster and polls
 * those of the others. As with leases, no clocks of different machines are compared: a member is dead if its document has not
 * changed for `leaseMs` of the reader's own time.
 */
export class Membership implements ProjectAllocation, AsyncDisposable {
  readonly #options: MembershipOptions;
  readonly #now: () => number;
  #self: MemberDocument;
  #renewedAt = -Infinity;
  #observed = new Map<string, ObservedMember>();
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
    const secret = createRandomSecret(secretBits);
    const { id, version } = options;
    this.#self = { id, address: '', secret, state: 'joining', version, renewals: 0 };
    this.#members = [this.#self];
  }

  /** Joins the service, visible to the others. @throws VitrineError storage_failed */
  static async join(options: MembershipOptions): Promise<Membership> {
    const membership = new Membership(options);
    await membership.#writeDocument();
    await membership.#poll();
    membership.#timer = new IntervalTask(pollEveryMs, () => membership.tick());
    return membership;
  }

  get thisMember(): Member {
    return this.#self;
  }

  get members(): readonly Member[] {
    return this.#members;
  }

  listHolders(projectId: string): readonly Member[] {
    return readCached(this.#holders, projectId, () => this.#rankMembers(projectId, ['ready']));
  }

  keepsOpen(projectId: string): boolean {
    return readCached(this.#keptOpen, projectId, () =>
      [...this.listHolders(projectId), ...this.#rankMembers(projectId, ['ready', 'joining'])].some(
        ({ id }) => id === this.#self.id,
      ),
    );
  }

  isLeader(projectId: string): boolean {
    return this.listHolders(projectId)[0]?.id === this.#self.id;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** This process listens at `address`, and holds its projects from now on. */
  announceReady(address: string): Promise<void> {
    return this.#change({ state: 'ready', address });
  }

  /** This process is about to stop: the others hold its projects. */
  leave(): Promise<void> {
    return this.#change({ state: 'leaving' });
  }

  /** Renews the document of this process when due, and polls the others. */
  async tick(): Promise<void> {
    try {
      // If the renewal fails, others probably cannot renew either: skipping the poll declares none of them dead.
      if (this.#now() - this.#renewedAt >= renewEveryMs) await this.#writeDocument();
      await this.#poll();
    } catch {
      // The next tick retries; requests report the failure.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#timer?.[Symbol.asyncDispose]();
    await this.#writes.catch(() => undefined);
    // Otherwise the others notice after `leaseMs`.
    await this.#options.documents.remove(this.#self.id).catch(() => undefined);
  }

  async #change(change: Partial<Member>): Promise<void> {
    this.#self = { ...this.#self, ...change };
    this.#update();
    try {
      await this.#writeDocument();
    } catch (error) {
      this.#renewedAt = -Infinity;
      this.#options.onError(error);
    }
  }

  /** Writes the newest state of this process, after writes in progress. */
  #writeDocument(): Promise<void> {
    const write = this.#writes
      .catch(() => undefined)
      .then(async () => {
        const startedAt = this.#now();
        this.#self = { ...this.#self, renewals: this.#self.renewals + 1 };
        await this.#options.documents.put(this.#self);
        this.#renewedAt = startedAt;
      });
    this.#writes = write;
    return write;
  }

  async #poll(): Promise<void> {
    const documents = await this.#options.documents.list();
    const now = this.#now();
    // After an outage, unchanged documents prove nothing: others may have been unable to renew them.
    const wasAway = now - this.#polledAt > renewEveryMs;
    this.#polledAt = now;
    const observed = new Map<string, ObservedMember>();
    for (const document of documents) {
      if (document.id === this.#self.id) {
        this.#checkSecret(document);
        continue;
      }
      const previous = this.#observed.get(document.id);
      const isSame = previous !== undefined && JSON.stringify(previous.document) === JSON.stringify(document);
      if (previous !== undefined && !isSame && this.#isReplaced(document)) this.#reportAddress(document);
      observed.set(document.id, { document, since: isSame && !wasAway ? previous.since : now });
    }
    this.#observed = observed;
    for (const [id, { since }] of observed) if (now - since >= leaseMs) this.#removeDocument(id);
    this.#update();
  }

  /** Takes a new id if another process has the same one, as after a copy of the data folder. */
  #checkSecret({ secret }: MemberDocument): void {
    if (secret === this.#self.secret) return;
    this.#self = { ...this.#self, id: this.#options.newId() };
    this.#options.storeId(this.#self.id);
    this.#renewedAt = -Infinity;
  }

  #isAlive(id: string): boolean {
    const { document, since } = this.#observed.get(id)!;
    return !this.#isReplaced(document) && this.#now() - since < leaseMs;
  }

  /** Whether this process has replaced an earlier one with another data folder at the same address. */
  #isReplaced({ address }: MemberDocument): boolean {
    return address !== '' && address === this.#self.address;
  }

  /** Reports a living process at the same address: each of the two considers the other one dead. */
  #reportAddress({ address }: MemberDocument): void {
    if (this.#hasReportedAddress) return;
    this.#hasReportedAddress = true;
    const error = new Error(
      `Another process has the address ${address} as well: VITRINE_CLUSTER_ADDRESS must be one at which the others reach only this process`,
    );
    this.#options.onError(error);
  }

  /** Deletes the document of a dead member, which would write it again if it lived. */
  #removeDocument(id: string): void {
    this.#options.documents.remove(id).catch(() => undefined);
  }

  #update(): void {
    const others = [...this.#observed]
      .filter(([id]) => this.#isAlive(id))
      .map(([, { document }]) => document);
    const members = [this.#self, ...others].sort((a, b) => (a.id < b.id ? -1 : 1));
    const isSame = serializeMembers(members) === serializeMembers(this.#members);
    this.#members = members;
    if (isSame) return;
    this.#holders.clear();
    this.#keptOpen.clear();
    for (const listener of this.#listeners) listener();
  }

  #rankMembers(projectId: string, states: readonly Member['state'][]): readonly Member[] {
    const candidates = new Map(
      this.#members.filter(({ state }) => states.includes(state)).map((member) => [member.id, member]),
    );
    const ids = rankNodes([...candidates.keys()], projectId, this.#options.copies);
    return ids.map((id) => candidates.get(id)!);
  }
}

function readCached<T>(cache: Map<string, T>, key: string, compute: () => T): T {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  if (cache.size >= cachedMax) cache.clear();
  const value = compute();
  cache.set(key, value);
  return value;
}

function serializeMembers(members: readonly Member[]): string {
  return JSON.stringify(members.map(({ id, address, secret, state }) => [id, address, secret, state]));
}
