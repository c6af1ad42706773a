import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './service.ts';

/** A code block of a guide. */
export interface CodeBlock {
  /** Of its fence, starting at 1. */
  readonly line: number;
  /** As after the fence; empty: output or a diagram. */
  readonly language: string;
  readonly text: string;
}

/** What the code blocks of a page are, besides commands and JSON right after them, by the words that they start with. */
export interface PageExamples {
  /** Files, items and settings that the page takes for granted. */
  readonly before?: () => unknown;
  /** Texts of the page, and what takes their place. */
  readonly values?: Readonly<Record<string, () => string>>;
  /** Blocks that are checked in another way. */
  readonly checks?: Readonly<Record<string, (text: string) => unknown>>;
  /** Blocks that do not run here, with the reason. */
  readonly notRun?: Readonly<Record<string, string>>;
}

/** All code blocks of a guide, in their order. */
export function codeBlocks(file: string): readonly CodeBlock[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^```(\w*(?:-\w+)?)[^\n]*\n(.*?)^```$/gms)].map(
    ({ 1: language = '', 2: code = '', index }) => ({
      line: text.slice(0, index).split('\n').length,
      language,
      text: code,
    }),
  );
}

/** Functions of the shell that runs commands of guides: a reply with an error ends it. */
const prelude = `
set -eu
curl() { command curl --silent --show-error --fail-with-body "$@"; echo; }
vitrine() {
  case " $* " in
    *' --url '* | *' --data '* | ' doctor '* | ' restore '* | ' convert '*) "$NODE" "$CLI" "$@" ;;
    *) "$NODE" "$CLI" "$@" --url "$URL" --key "$ADMIN_KEY" ;;
  esac
}
`;

/**
 * Runs the commands of a guide in bash: `curl`, and `vitrine` on the service of the environment (`URL`, `ADMIN_KEY`). Resolves
 * with the lines of stdout; each reply to `curl` is one.
 */
export function runExample(
  code: string,
  { folder, environment }: { folder: string; environment: Readonly<Record<string, string>> },
): Promise<readonly string[]> {
  return runProgram('bash', ['-c', prelude + code], {
    cwd: folder,
    env: {
      HOME: folder,
      NODE: process.execPath,
      CLI: join(root, 'src', 'cli', 'main.ts'),
      ...environment,
    },
  });
}

/**
 * Runs a module of a guide, which may import the packages of the repository. Resolves with the lines of stdout. `conditions`: none for
 * packages that have files under `source` which Node does not load.
 */
export function runTypeScript(
  code: string,
  conditions: readonly string[] = ['--conditions', 'source'],
): Promise<readonly string[]> {
  const options = [...conditions, '--input-type=module-typescript', '--eval', code];
  return runProgram(process.execPath, options, { cwd: root, env: {} });
}

async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<readonly string[]> {
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      NODE_NO_WARNINGS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const status = await new Promise((resolve) => child.once('close', resolve));
  assert.equal(status, 0, `${args.at(-1)}\nended with ${String(status)}:\n${stdout}${stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** JSON of a guide, where `...` stands for anything. */
export function parseExample(text: string): unknown {
  const whole = text
    .replaceAll(/([[{])\s*\.\.\.\s*[\]}]/g, '"..."')
    .replaceAll(/,\s*\.\.\.\s*(?=[\]}])/g, '');
  return JSON.parse(whole) as unknown;
}

/**
 * Asserts that a reply has all members that a guide shows, with values of the same types or null. Lists that are shown with elements have
 * at least one; null and "..." in the guide stand for anything.
 */
export function assertShape(shown: unknown, reply: unknown, path: string): void {
  if (shown === null || shown === '...') {
    assert.ok(reply !== undefined, `the reply has no ${path}`);
  } else if (reply === null) {
    return;
  } else if (Array.isArray(shown)) {
    assert.ok(Array.isArray(reply), `${path} is no list: ${JSON.stringify(reply)}`);
    assert.ok(shown.length === 0 || reply.length > 0, `${path} is empty`);
    shown
      .slice(0, reply.length)
      .forEach((element, i) => assertShape(element, (reply as unknown[])[i], `${path}[${i}]`));
  } else if (typeof shown === 'object') {
    assert.ok(typeof reply === 'object' && reply !== null, `${path} is no object: ${JSON.stringify(reply)}`);
    for (const [name, value] of Object.entries(shown))
      assertShape(value, Reflect.get(reply, name), `${path}.${name}`);
  } else {
    assert.equal(typeof reply, typeof shown, `type of ${path}, which is ${JSON.stringify(reply)}`);
  }
}

/** Asserts that a command printed the lines of a guide in their order, perhaps with others between them, and with other numbers. */
export function assertOutput(shown: string, printed: readonly string[]): void {
  const withoutNumbers = (line: string): string => line.trim().replaceAll(/\d+/g, '0');
  const rest = printed.map(withoutNumbers);
  for (const line of shown.trimEnd().split('\n')) {
    const found = rest.indexOf(withoutNumbers(line));
    assert.ok(found >= 0, `"${line}" is not printed: ${printed.join('\n')}`);
    rest.splice(0, found + 1);
  }
}
