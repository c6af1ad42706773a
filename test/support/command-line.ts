import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './service.ts';

/** Exit status and output of a command. */
interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as `npm run vitrine` does, with a clean environment and without the installation check. */
export function vitrine(
  args: readonly string[],
  options: { environment?: Record<string, string>; input?: string; cwd?: string } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(root, 'src', 'cli', 'main.ts'), ...args], {
    cwd: options.cwd ?? root,
    env: {
      PATH: process.env['PATH'] ?? '',
      // As in bin/run-node.mjs: compiling takes half of the time of a command.
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

/** Runs a command with --json and returns its document. */
export async function asJson<T = Record<string, unknown>>(args: readonly string[], expected = 0): Promise<T> {
  const { status, stdout, stderr } = await vitrine([...args, '--json']);
  assert.equal(status, expected, `${args.join(' ')}: ${stdout}${stderr}`);
  assert.equal(stdout.split('\n').length, 2, stdout);
  return JSON.parse(stdout) as T;
}

/** Runs in a folder that is deleted afterwards. */
export async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-cli-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
