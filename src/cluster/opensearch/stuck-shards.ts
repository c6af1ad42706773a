import { VitrineError } from '../../ports/errors.ts';
import type { Cluster } from './cluster.ts';
import { ConnectionError } from './connection-failure.ts';
import { IntervalTask } from './interval-task.ts';

const lookEveryMs = 10_000;
/** A copy that has waited so long for its primary to answer at all waits in vain; processes do not all act at once. */
const stuckMs = { least: 60_000, spread: 30_000 };

/** What the cluster tells of a copy that is being made. */
interface Recovery {
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
  readonly onError: (error: unknown) => void;
  /** Time in ms that never goes back. */
  readonly now?: () => number;
}

/**
 * Has the cluster begin shards again that do not begin by themselves. Where a node comes back just as another one is elected the
 * manager, OpenSearch 3.5 makes copies primaries and forgets, in the same step, that it did (its issue 19150): such a primary refuses
 * writes, and the other copies wait for it at the first stage of their recovery, for half an hour. Nothing is lost: cancelled, it is
 * begun again from its own disk, and is there in seconds (docs/internals/cluster.md).
 *
 * Of many such shards the cluster recovers two at a time, so only of these it is seen. What was forgotten was forgotten of a node:
 * so with them all shards there are begun again that have not all their copies.
 */
export class StuckShards implements AsyncDisposable {
  readonly #options: Options;
  readonly #now: () => number;
  readonly #patienceMs = stuckMs.least + Math.random() * stuckMs.spread;
  readonly #looking: IntervalTask;
  /** By recovery that is at its first stage, since when it has been there. */
  #waiting = new Map<string, number>();
  #forbidden = false;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    // Where the cluster does not answer, whoever asks it for anything else tells.
    this.#looking = new IntervalTask(lookEveryMs, () => this.look().catch(() => undefined));
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
    // A stop waits for the look that is under way, and so not long.
    const health = await cluster.askWithFailover((client, soon) =>
      client.cluster.health({ index: pattern, level: 'indices' }, soon),
    );
    const atFirst = health?.status === 'green' ? [] : await this.#atFirstStage();
    const now = this.#now();
    this.#waiting = new Map(atFirst.map(({ key }) => [key, this.#waiting.get(key) ?? now]));
    const stuck = atFirst.filter(({ key }) => now - this.#waiting.get(key)! >= this.#patienceMs);
    const nodes = new Set(stuck.map(({ node }) => node));
    if (nodes.size === 0) this.#forbidden = false;
    const incomplete = Object.entries(health?.indices ?? {}).filter(([, { status }]) => status !== 'green');
    for (const node of nodes) for (const [index] of incomplete) await this.#beginAgain(index, node);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#looking[Symbol.asyncDispose]();
  }

  async #atFirstStage(): Promise<{ key: string; node: string }[]> {
    const { cluster, pattern } = this.#options;
    const answer = await cluster.askWithFailover(
      (client, soon) => client.indices.recovery({ index: pattern, active_only: true }, soon),
      [403],
    );
    const indices = Object.entries(
      (answer ?? {}) as Record<string, { readonly shards: readonly Recovery[] }>,
    );
    return indices.flatMap(([index, { shards }]) =>
      shards.flatMap(({ type, stage, start_time_in_millis: began, source, target }) => {
        if (type !== 'PEER' || stage !== 'INIT' || source.name === undefined) return [];
        return [{ key: `${index} ${target.id} ${began}`, node: source.name }];
      }),
    );
  }

  /** An index has one shard. */
  async #beginAgain(index: string, node: string): Promise<void> {
    const { cluster, onError } = this.#options;
    const cancel = { index, shard: 0, node, allow_primary: true };
    const stuck = `The shard of ${index} does not go on at ${node}`;
    try {
      const done = await cluster.ask(
        (client) => client.cluster.reroute({ body: { commands: [{ cancel }] } }),
        // No copy of it is there.
        [400],
      );
      if (done !== null) onError(new Error(`${stuck}: it was begun again`));
      this.#forbidden = false;
    } catch (error) {
      if (!isForbidden(error)) throw error;
      if (!this.#forbidden) onError(new Error(`${stuck}: see "stays yellow" in docs/guide/cluster.md`));
      this.#forbidden = true;
    }
  }
}

function isForbidden(error: unknown): boolean {
  const cause = error instanceof VitrineError ? error.cause : null;
  return cause instanceof ConnectionError && cause.failure === 'forbidden';
}
