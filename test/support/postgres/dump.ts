import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningPostgres } from './server.ts';

const run = promisify(execFile);

/** A schema that `pg_dump` has written to a file, until disposed. */
export class SchemaDump implements AsyncDisposable {
  readonly #server: RunningPostgres;
  readonly #schema: string;
  readonly #folder: string;

  private constructor(server: RunningPostgres, schema: string, folder: string) {
    this.#server = server;
    this.#schema = schema;
    this.#folder = folder;
  }

  static async write(server: RunningPostgres, schema: string): Promise<SchemaDump> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-dump-'));
    const dump = new SchemaDump(server, schema, folder);
    await run(join(server.programs, 'pg_dump'), ['-Fc', '-n', schema, '-f', dump.#file, server.url]);
    return dump;
  }

  /** Removes the schema, as a restore does first. */
  async remove(): Promise<void> {
    await this.#server.query(`DROP SCHEMA ${this.#schema} CASCADE`);
  }

  async restore(): Promise<void> {
    await run(join(this.#server.programs, 'pg_restore'), ['-d', this.#server.url, this.#file]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }

  get #file(): string {
    return join(this.#folder, 'dump');
  }
}
