import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHttpService, type HttpService } from '../../src/cli/http-service.ts';
import { createFirstPassword, printAddresses } from '../../src/cli/welcome.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { copyAsCrashed } from './crashed-folder.ts';
import { testEnvironment, TestService } from './service.ts';

/**
 * A service in the process of the test: it opens in a tenth of the time of a process. It can `crash()`. For what a process alone has,
 * such as signals, stdout and memory, see `RunningService`.
 */
export class LocalService extends TestService {
  #server: HttpService | null = null;
  /** The data folder it was started on: `dataDir`, unless its environment names another one. */
  #folder: string;
  /** Aborted when it shuts down. */
  #stopping = new AbortController();

  private constructor(dataDir: string, environment: Readonly<Record<string, string>>) {
    super(dataDir, environment);
    this.#folder = dataDir;
  }

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<LocalService> {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-'));
    return await TestService.started(new LocalService(dataDir, environment));
  }

  override get url(): string {
    if (this.#server === null) throw new Error('The service is stopped');
    return this.#server.url;
  }

  override get running(): boolean {
    return this.#server !== null;
  }

  override async restart(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const config = readConfig({
      VITRINE_THREADS: process.env['VITRINE_THREADS'] ?? '0',
      ...testEnvironment(this.dataDir, { ...this.environment, ...environment }),
    });
    this.#folder = config.dataDir;
    this.#stopping = new AbortController();
    const logger = createLogger(config.logLevel, { write: (line) => void (this.output += line) });
    const server = await openHttpService(config, { stopping: this.#stopping.signal, logger });
    this.#server = server;
    // Tests of models ask them at once, and see their state.
    await server.service.loadImageModel();
    const password = await createFirstPassword(server.service);
    printAddresses(server.service, server.url, password, (line) => void (this.output += `${line}\n`));
  }

  /** Stops the service as SIGTERM does. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.#stopping.abort();
    await server?.[Symbol.asyncDispose]();
  }

  /**
   * Leaves the data folder as SIGKILL does: acknowledged writes are in it; what only a stop writes is not (`copyAsCrashed()`). Then stops the
   * service, whose last writes go to the old folder, which is deleted. So what a stop does elsewhere happens: requests in progress get a
   * reply, webhooks and spans are sent. Call it without requests in progress: a test of those, or of half-written files, needs
   * `RunningService`.
   */
  async crash(): Promise<void> {
    const copy = `${this.#folder}-crashed`;
    try {
      copyAsCrashed(this.#folder, copy);
      await this.stop();
      await rm(this.#folder, { recursive: true, force: true });
      await rename(copy, this.#folder);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
