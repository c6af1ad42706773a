import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');
export const adminPassword = 'correct horse battery';

/** The environment of tests that do not depend on serving threads: a start without them takes a third less. */
export const withoutServingThreads: Readonly<Record<string, string>> = { VITRINE_THREADS: '0' };

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** The environment of a service of tests: without models, as rankings must not depend on the progress of embeddings. */
export function testEnvironment(
  dataDir: string,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    PORT: '0',
    VITRINE_DATA: dataDir,
    VITRINE_DEMO: 'off',
    VITRINE_ADMIN_PASSWORD: adminPassword,
    VITRINE_LOG_LEVEL: 'warn',
    VITRINE_TEXT_MODEL: 'off',
    VITRINE_IMAGE_MODEL: 'off',
    ...more,
  };
}

/** A service with a data folder and a port. */
export abstract class TestService implements AsyncDisposable {
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What it has logged and printed. */
  output = '';

  protected constructor(dataDir: string, environment: Readonly<Record<string, string>>) {
    this.dataDir = dataDir;
    this.environment = environment;
  }

  /** Starts a service that was made; disposes it if that fails. */
  protected static async started<Service extends TestService>(service: Service): Promise<Service> {
    try {
      await service.restart();
      return service;
    } catch (error) {
      await service[Symbol.asyncDispose]();
      throw error;
    }
  }

  abstract get url(): string;

  abstract get running(): boolean;

  /** Starts the service on the same data folder, optionally with another environment. Resolves when it is ready. */
  abstract restart(environment?: Readonly<Record<string, string>>): Promise<void>;

  /** Sends JSON (a string as is) and parses the reply. */
  async ask<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: { key?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<Answer<T>> {
    const { key, body, headers = {}, signal = null } = options;
    const response = await fetch(`${this.url}${path}`, {
      method,
      signal,
      headers: {
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? null : JSON.parse(text)) as T,
    };
  }

  /** Headers of a console session. */
  async signIn(password = adminPassword): Promise<Record<string, string>> {
    const headers = { 'x-vitrine-console': '1' };
    const { headers: sent } = await this.ask('POST', '/admin/session', {
      body: { password },
      headers,
    });
    return { ...headers, cookie: (sent.get('set-cookie') ?? '').split(';')[0] ?? '' };
  }

  /** Creates a project and a key with the scopes, by default all. */
  async project(
    id: string,
    scopes: readonly string[] = ['search', 'recommend', 'items:read', 'items:write', 'events', 'users'],
  ): Promise<string> {
    const headers = await this.signIn();
    await this.ask('POST', '/admin/projects', { body: { id }, headers });
    const { body } = await this.ask<{ key: string }>('POST', '/admin/keys', {
      body: { scopes, projects: [id] },
      headers,
    });
    return body.key;
  }

  abstract [Symbol.asyncDispose](): Promise<void>;
}

/** A service in its own process, with a data folder and a port. */
export class RunningService extends TestService {
  readonly #program: string;
  #child: ChildProcess | null = null;
  #url = '';

  private constructor(dataDir: string, environment: Readonly<Record<string, string>>, program: string) {
    super(dataDir, environment);
    this.#program = program;
  }

  /** `program`: the file that Node runs. */
  static async start(
    environment: Readonly<Record<string, string>> = {},
    program = join(root, 'src', 'main.ts'),
  ): Promise<RunningService> {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-'));
    return await TestService.started(new RunningService(dataDir, environment, program));
  }

  override get url(): string {
    return this.#url;
  }

  override get running(): boolean {
    const child = this.#child;
    return child !== null && child.exitCode === null && child.signalCode === null;
  }

  get pid(): number {
    return this.#child?.pid ?? -1;
  }

  override async restart(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    // As in bin/run-node.mjs.
    const v8Threads = Math.max(1, Math.min(4, availableParallelism() - 1));
    const v8Flags = [
      `--v8-pool-size=${v8Threads}`,
      '--max-semi-space-size=16',
      '--heap-growing-percent=100',
      '--expose-gc',
    ];
    const child = spawn(process.execPath, [...v8Flags, this.#program], {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '131072',
        MALLOC_TRIM_THRESHOLD_: '131072',
        GLIBC_TUNABLES: process.env['GLIBC_TUNABLES'] ?? '',
        VITRINE_THREADS: process.env['VITRINE_THREADS'] ?? '1',
        ...testEnvironment(this.dataDir, { ...this.environment, ...environment }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#url = await new Promise<string>((resolve, reject) => {
      let printed = '';
      const hear = (chunk: Buffer): void => {
        printed += chunk.toString();
        this.output += chunk.toString();
        const ready = /^ready (\S+)$/m.exec(printed)?.[1];
        if (ready !== undefined) resolve(ready);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code) =>
        reject(new Error(`The service ended with ${code} before it was ready:\n${printed}`)),
      );
    });
  }

  /** Stops the process and returns its exit status; null after a signal. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGKILL');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** A valid item with some changed fields. */
export function item(id: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { id, sku: `sku-${id}`, name: `Item ${id}`, imgs: [], price: 10, description: '', ...fields };
}
