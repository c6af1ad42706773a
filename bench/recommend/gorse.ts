/**
 * gorse 0.4 as a peer: `gorse-in-one` with SQLite, built from its module (`go build ./cmd/gorse-in-one`). It computes lists in the
 * background and stores them. A request reads the stored list of the user, or else joins the neighbours of the user's last items.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { freePort } from '../../test/support/free-port.ts';
import { closedLoop, summary } from '../../test/support/request-loops.ts';
import { processMeter } from '../search/process-meter.ts';
import type { Product } from '../search/products.ts';

const perRequest = 5_000;
const pollMs = 2_000;
const listsPerRound = 3_000;
const inFlight = 8;

export interface Feedback {
  readonly type: string;
  readonly user: string;
  readonly item: string;
}

/** A background run; the runs of all users together have a `Total` of a million each. */
interface Task {
  readonly Name: string;
  readonly Status: 'Pending' | 'Running' | 'Complete' | 'Suspended' | 'Failed';
  readonly Done: number;
  readonly Total: number;
}

/** What is not named has gorse's default. `period`: of background work, as in `1m`. */
const configuration = (port: number, grpcPort: number, folder: string, period: string): string => `
[database]
cache_store = "sqlite://${join(folder, 'cache.db')}"
data_store = "sqlite://${join(folder, 'data.db')}"
[master]
port = ${grpcPort}
host = "127.0.0.1"
http_port = ${port}
http_host = "127.0.0.1"
n_jobs = 2
[recommend.data_source]
positive_feedback_types = ["view", "purchase"]
read_feedback_types = []
[recommend.collaborative]
model_fit_period = "${period}"
[recommend.item_neighbors]
neighbor_type = "related"
[recommend.user_neighbors]
neighbor_type = "related"
[recommend.offline]
check_recommend_period = "${period}"
[recommend.online]
fallback_recommend = ["item_based", "popular"]
`;

export class Gorse implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #pool: Pool;

  private constructor(process: ChildProcess, pool: Pool) {
    this.#process = process;
    this.#pool = pool;
  }

  /** `path`: the executable `gorse-in-one`. `folder` keeps its databases. */
  static async start(path: string, folder: string, period: string): Promise<Gorse> {
    const [port, grpcPort] = [await freePort(), await freePort()];
    const file = join(folder, 'config.toml');
    await writeFile(file, configuration(port, grpcPort, folder, period));
    const parameters = ['--config', file, '--cache-path', join(folder, 'models'), '--recommend-jobs', '2'];
    const process = spawn(path, [...parameters, '--log-path', join(folder, 'log')], { stdio: 'ignore' });
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 8, headersTimeout: 0, bodyTimeout: 0 });
    const gorse = new Gorse(process, pool);
    while (!(await gorse.#isReady())) await delay(pollMs / 10);
    return gorse;
  }

  get pid(): number {
    return this.#process.pid!;
  }

  async #isReady(): Promise<boolean> {
    if (this.#process.exitCode !== null) throw new Error(`gorse exited with ${this.#process.exitCode}`);
    try {
      const answer = await this.#pool.request({ method: 'GET', path: '/api/health/ready' });
      await answer.body.dump();
      return answer.statusCode === 200;
    } catch {
      return false;
    }
  }

  async #request(method: 'GET' | 'POST', path: string, body: unknown = null): Promise<unknown> {
    const answer = await this.#pool.request({
      method,
      path: `/api/${path}`,
      headers: { 'content-type': 'application/json' },
      body: body === null ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  }

  async load(products: readonly Product[], feedback: readonly Feedback[]): Promise<void> {
    const now = new Date().toISOString();
    const items = products.map(({ id, category, brand }) => ({
      ItemId: id,
      Categories: [category],
      Labels: [brand, category],
      Timestamp: now,
    }));
    for (let at = 0; at < items.length; at += perRequest)
      await this.#request('POST', 'items', items.slice(at, at + perRequest));
    for (let at = 0; at < feedback.length; at += perRequest)
      await this.sendFeedback(feedback.slice(at, at + perRequest));
  }

  async sendFeedback(feedback: readonly Feedback[]): Promise<void> {
    const now = new Date().toISOString();
    const rows = feedback.map(({ type, user, item }) => ({
      FeedbackType: type,
      UserId: user,
      ItemId: item,
      Timestamp: now,
    }));
    await this.#request('POST', 'feedback', rows);
  }

  /** The background runs. */
  async tasks(): Promise<readonly Task[]> {
    return (await this.#request('GET', 'dashboard/tasks')) as Task[];
  }

  /** Ids of 10 items. */
  async userList(user: string): Promise<readonly string[]> {
    const path = `recommend/${encodeURIComponent(user)}?n=10`;
    return ((await this.#request('GET', path)) as string[] | null) ?? [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close();
    const exited = once(this.#process, 'exit');
    this.#process.kill();
    await exited;
  }
}

/** A catalog with its history. `user`: draws the user of a list. */
interface GorseShop {
  readonly products: readonly Product[];
  readonly feedback: readonly Feedback[];
  readonly user: () => string;
}

/**
 * Loads a shop, waits while gorse computes, for `minutes` at most, and prints what that and its lists cost.
 * `path`: the executable `gorse-in-one`.
 */
export async function measureGorse(
  path: string,
  shop: GorseShop,
  { minutes, print }: { minutes: number; print: (line: string) => void },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-gorse-'));
  try {
    await computeLists(path, folder, shop, { minutes, print });
    // Started again without background work, which would count as work of the lists.
    await using gorse = await Gorse.start(path, folder, '24h');
    const ask = async (): Promise<unknown> => gorse.userList(shop.user());
    await closedLoop(listsPerRound, inFlight, ask);
    const before = processMeter(gorse.pid).cpuSeconds;
    const times = await closedLoop(listsPerRound, inFlight, ask);
    const ms = ((processMeter(gorse.pid).cpuSeconds - before) * 1000) / listsPerRound;
    print(`gorse: ${ms.toFixed(2)} ms of CPU for 10 ids for a user; ${summary(times)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function computeLists(
  path: string,
  folder: string,
  { products, feedback }: GorseShop,
  { minutes, print }: { minutes: number; print: (line: string) => void },
): Promise<void> {
  await using gorse = await Gorse.start(path, folder, '1m');
  await gorse.load(products, feedback);
  const { cpuSeconds: loading } = processMeter(gorse.pid);
  print(`gorse: loaded with ${loading.toFixed(0)} s of CPU`);
  const deadline = performance.now() + minutes * 60_000;
  let tasks: readonly Task[];
  do {
    await delay(pollMs);
    tasks = await gorse.tasks();
  } while (!tasks.some(isLastRun) && performance.now() < deadline);
  const { cpuSeconds, memoryBytes } = processMeter(gorse.pid);
  const computing = (cpuSeconds - loading).toFixed(0);
  print(
    `gorse: ${computing} s of CPU to compute lists, ${(memoryBytes / 1e6).toFixed(0)} MB; background work:`,
  );
  for (const { Name, Status, Done, Total } of tasks)
    if (Total > 0) print(`  ${Name}: ${Status}, ${((100 * Done) / Total).toFixed(1)} %`);
}

/** Lists of users are the last to be complete: they are computed from neighbours and models. */
const isLastRun = ({ Name, Status }: Task): boolean =>
  Name === 'Generate offline recommendation' && Status === 'Complete';
