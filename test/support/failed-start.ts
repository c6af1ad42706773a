import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { root } from './service.ts';

export interface Result {
  readonly status: number | null;
  readonly lines: readonly string[];
}

export interface Options {
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly uid?: number;
}

/** Runs a program to its end. */
export function runToEnd(
  program: string,
  parameters: readonly string[],
  options: Options = {},
): Promise<Result> {
  const { environment = {}, cwd = root, uid } = options;
  const child = spawn(program, parameters, {
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) =>
      resolve({ status, lines: printed.split('\n').filter((line) => line !== '') }),
    );
  });
}

/** Asserts the exit status 1, and a sentence as the last line. `before`: the lines before it. */
export function assertFailed(
  sentence: string | RegExp,
  { status, lines }: Result,
  before: readonly string[] = [],
): void {
  assert.equal(status, 1, lines.join('\n'));
  assert.deepEqual(lines.slice(0, -1), before);
  const last = lines.at(-1)!;
  if (typeof sentence === 'string') assert.equal(last, sentence);
  else assert.match(last, sentence);
}

/** A user without permissions; none where this is one, as only root can become another. */
export const otherUser: { readonly uid?: number } = process.getuid?.() === 0 ? { uid: 65_534 } : {};
const canBecome = spawnSync(process.execPath, ['-e', '0'], { ...otherUser, cwd: '/' }).status === 0;
/** For tests of another user, who may not reach the folder of this Node. */
export const needsUser = canBecome ? {} : { skip: 'another user cannot run this Node' };
