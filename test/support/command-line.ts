import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './service.ts';

/** How a command ended, and what it printed. */
interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as `npm run vitrine` does, with a clean environment and without looking whether anything must be installed. */
export function vitrine(
  args: readonly string[],
  options: { environment?: Record<string, string>; input?: string } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [join(root, 'src', 'cli', 'main.ts'), ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      // As tools/run-node.mjs sets it: half of what a command takes is compiling.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      ...options.environment,
    },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(options.input ?? '');
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** Runs a command with --json and gives the one document that it printed. */
export async function asJson<T = Record<string, unknown>>(args: readonly string[], expected = 0): Promise<T> {
  const { status, stdout, stderr } = await vitrine([...args, '--json']);
  assert.equal(status, expected, `${args.join(' ')}: ${stdout}${stderr}`);
  assert.equal(stdout.split('\n').length, 2, stdout);
  return JSON.parse(stdout) as T;
}
