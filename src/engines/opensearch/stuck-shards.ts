import type { Cluster } from './cluster.ts';

const lookEveryMs = 10_000;
/** A copy that has waited so long for its primary to answer at all waits in vain; processes do not all act at once. */
const stuckMs = { least: 60_000, spread: 30_000 };

/** What the cluster tells of a copy that is being made. */
interface Recovery {
  readonly id: number;
  readonly type: string;
  readonly stage: string;
  readonly start_time_in_millis: number;
  readonly source: { readonly name?: string };
  readonly target: { readonly id?: string };
}

interface Options {
  readonly cluster: Cluster;
  /** Names of the indices that are looked at. */
  readonly pattern: string;
  /** Told of each shard that was begun again, or that would have to be and may not. */
  readonly onFault: (error: unknown) => void;
  /** Time in ms that never goes back. */
  readonly now?: () => number;
}

/**
 * Has the cluster begin shards again that do not begin by themselves. Where two of three nodes end at once under writes, OpenSearch
 * 3.5 makes the copies on the third primaries, and at times lets them not work as such: it refuses writes, and the other copies wait
 * for them at the first stage of their recovery, for half an hour. Nothing is lost: cancelled, such a primary is begun again from its
 * own disk, and is there in seconds (docs/internals/cluster.md).
 */
export class StuckShards implements AsyncDisposable {
  readonly #options: Options;
  readonly #now: () => number;
  readonly #patienceMs = stuckMs.least + Math.random() * stuckMs.spread;
  readonly #timer: NodeJS.Timeout;
  /** By recovery that is at its first stage, since when it has been there. */
  #waiting = new Map<string, number>();
  #looking: Promise<void> = Promise.resolve();
  #isLooking = false;
  #forbidden = false;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#timer = setInterval(() => {
      if (this.#isLooking) return;
      this.#isLooking = true;
      // Where the cluster does not answer, whoever asks it for anything else tells.
      this.#looking = this.look()
        .catch(() => undefined)
        .finally(() => (this.#isLooking = false));
    }, lookEveryMs).unref();
  }

  /** Why the log does not go on by itself; null: nothing is known that would keep it. */
  get failure(): string | null {
    return this.#forbidden
      ? 'Copies of the log wait for a primary that does not begin, and this user of the cluster may not begin it again'
      : null;
  }

  /** Looks once, and begins again what has waited too long. @throws VitrineError storage_failed */
  async look(): Promise<void> {
    const { cluster, pattern } = this.#options;
    const health = await cluster.ask((client) => client.cluster.health({ index: pattern }));
    const atFirst = health?.status === 'green' ? [] : await this.#atFirstStage();
    const now = this.#now();
    this.#waiting = new Map(atFirst.map(({ key }) => [key, this.#waiting.get(key) ?? now]));
    const stuck = atFirst.filter(({ key }) => now - this.#waiting.get(key)! >= this.#patienceMs);
    if (stuck.length === 0) this.#forbidden = false;
    // Several copies may wait for one primary.
    const primaries = new Map(stuck.map((one) => [`${one.index} ${one.shard}`, one]));
    for (const { index, shard, node } of primaries.values()) await this.#beginAgain(index, shard, node);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #atFirstStage(): Promise<{ key: string; index: string; shard: number; node: string }[]> {
    const { cluster, pattern } = this.#options;
    const answer = await cluster.ask(
      (client) => client.indices.recovery({ index: pattern, active_only: true }),
      [403],
    );
    const indices = Object.entries(
      (answer ?? {}) as Record<string, { readonly shards: readonly Recovery[] }>,
    );
    return indices.flatMap(([index, { shards }]) =>
      shards.flatMap(({ id: shard, type, stage, start_time_in_millis: began, source, target }) => {
        if (type !== 'PEER' || stage !== 'INIT' || source.name === undefined) return [];
        return [{ key: `${index} ${shard} ${target.id} ${began}`, index, shard, node: source.name }];
      }),
    );
  }

  async #beginAgain(index: string, shard: number, node: string): Promise<void> {
    const cancel = { index, shard, node, allow_primary: true };
    const done = await this.#options.cluster.ask(
      (client) => client.cluster.reroute({ body: { commands: [{ cancel }] } }),
      [403],
    );
    const wasForbidden = this.#forbidden;
    this.#forbidden = done === null;
    const stuck = `Shard ${shard} of ${index} did not begin on ${node}, and its copies wait for it`;
    if (done !== null) this.#options.onFault(new Error(`${stuck}: it was begun again`));
    else if (!wasForbidden)
      this.#options.onFault(new Error(`${stuck}: see "stays yellow" in docs/guide/cluster.md`));
  }
}
