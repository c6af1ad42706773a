import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A request whose reply must contain all expected texts. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
  readonly expected?: readonly string[];
}

/** Sequences of requests at a fixed rate. The requests of a sequence are sent one after the other. */
export interface LoadStream {
  readonly perSecond: number;
  readonly connections: number;
  /** Accepted content codings; none by default. */
  readonly encoding?: string;
  readonly sequences: readonly (readonly LoadRequest[])[];
}

/** Of a stream: the latency of each sequence, from its due time to its last reply. */
export interface StreamOutcome {
  readonly milliseconds: readonly number[];
  readonly failures: number;
  readonly firstFailure: string;
}

/** The compiled load client (bench/live/client, in Go, which takes little of the machine), until it is disposed. */
export class LoadClient implements AsyncDisposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws Error where Go is not installed, or cannot compile it */
  static async compile(): Promise<LoadClient> {
    const client = new LoadClient(await mkdtemp(join(tmpdir(), 'vitrine-load-')));
    const cwd = join(import.meta.dirname, 'client');
    await promisify(execFile)('go', ['build', '-o', client.#program, '.'], { cwd });
    return client;
  }

  get #program(): string {
    return join(this.#folder, 'client');
  }

  /** Sends all streams at once and resolves when the last reply is there. @throws Error if the client ends with an error */
  async send(url: string, key: string, streams: readonly LoadStream[]): Promise<StreamOutcome[]> {
    const child = spawn(this.#program, { stdio: ['pipe', 'pipe', 'inherit'] });
    const exit = new Promise<number | null>((resolve, reject) =>
      child.once('exit', resolve).once('error', reject),
    );
    child.stdin.end(JSON.stringify({ url, key, streams }));
    const [printed, code] = await Promise.all([text(child.stdout), exit]);
    if (code !== 0) throw new Error(`The load client ended with ${code}`);
    return JSON.parse(printed) as StreamOutcome[];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
