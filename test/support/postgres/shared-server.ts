import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { findPostgres, PostgresServer, RunningPostgres } from './server.ts';

/** Variable with the port of the server that the test files of a run share (tools/test.mjs); a file that runs alone starts one. */
export const sharedServerVariable = 'TEST_POSTGRES_PORT';
/** All test files of a run connect at the same time. */
const settings = ['max_connections=400'];

/** Starts a server for the test files of a run, or returns why there is none. */
export async function startSharedServer(): Promise<PostgresServer | { readonly missing: string }> {
  const found = findPostgres();
  return 'missing' in found ? found : await PostgresServer.start(found.folder, settings);
}

/**
 * The server that the test files of a run share, for the tests of a file, or why there is none. A test must not stop it, nor change what
 * other schemas see.
 */
export async function sharedServer(): Promise<RunningPostgres | { readonly missing: string }> {
  const found = findPostgres();
  if ('missing' in found) return found;
  const port = process.env[sharedServerVariable];
  if (port !== undefined) return new RunningPostgres(found.folder, Number(port));
  const server = await PostgresServer.start(found.folder, settings);
  after(() => server[Symbol.asyncDispose]());
  return server;
}

/** The name of a schema that no other test has. */
export const newSchema = (): string => `test_${randomBytes(6).toString('hex')}`;
