import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { runCommand } from '../../src/cli/run-command.ts';
import { root } from './service.ts';

/** Exit status and output of a command. */
interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandOptions {
  readonly environment?: Record<string, string>;
  readonly input?: string;
  readonly cwd?: string;
}

/**
 * Runs a command as `npm run vitrine` does, without the installation check, in a clean environment: in this process, or in one of its own
 * if it serves, needs a working folder, or is one on a cluster.
 */
export async function vitrine(
  args: readonly string[],
  { environment = {}, input = '', cwd }: CommandOptions = {},
): Promise<CommandResult> {
  const isLocal =
    environment['VITRINE_OPENSEARCH_NODES'] === undefined && cwd === undefined && args[0] !== 'serve';
  return isLocal
    ? await runHere(args, input, environment)
    : await runInProcess(args, { environment, input, cwd: cwd ?? root });
}

async function runHere(
  args: readonly string[],
  input: string,
  env: Record<string, string>,
): Promise<CommandResult> {
  const [stdout, stderr] = [new CollectedText(), new CollectedText()];
  const status = await runCommand(args, { stdin: Readable.from([Buffer.from(input)]), stdout, stderr, env });
  return { status, stdout: stdout.text, stderr: stderr.text };
}

class CollectedText extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

function runInProcess(
  args: readonly string[],
  { environment, input, cwd }: Required<CommandOptions>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(root, 'src', 'cli', 'main.ts'), ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      // As in bin/run-node.mjs: compiling takes half of the time of a command.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      ...environment,
    },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(input);
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
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-cli-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
