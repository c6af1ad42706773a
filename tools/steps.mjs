// Runs the steps of a check and prints a summary.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache, root } from '../bin/folders.mjs';
import { node, say } from './installed.mjs';

/**
 * @typedef {readonly [name: string, parameters: readonly string[], environment?: Record<string, string>]} Step arguments for Node,
 * run in the root folder
 */

/** Parameters of Node's test runner: a reporter, and one that collects the failed tests for the summary. */
export const reporters = (name) =>
  [name, './tools/failure-reporter.mjs'].flatMap((reporter) => [
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
  ]);

/** @param {readonly (Step | readonly Step[])[]} steps a nested list runs concurrently */
export async function runSteps(steps) {
  const results = [];
  const failures = join(mkdtempSync(join(tmpdir(), 'vitrine-steps-')), 'failures');
  for (const step of steps) {
    const [first, ...concurrent] = typeof step[0] === 'string' ? [step] : step;
    // The output of concurrent steps is buffered and printed afterwards.
    const others = concurrent.map((other) => runStep(other, failures, 'buffered'));
    results.push(await runStep(first, failures, 'inherited'));
    for (const other of others) results.push(await other.then(printResult));
  }
  say('');
  for (const { name, status, seconds } of results)
    say(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (existsSync(failures)) say(`\nFailed:\n${readFileSync(failures, 'utf8')}`);
  rmSync(join(failures, '..'), { recursive: true });
  return results.every(({ status }) => status === 0) ? 0 : 1;
}

function printResult(result) {
  say(`\n== ${result.name}`);
  process.stdout.write(result.output);
  return result;
}

function runStep([name, parameters, environment = {}], failures, output) {
  if (output === 'inherited') say(`\n== ${name}`);
  const started = Date.now();
  const child = spawn(node, parameters, {
    cwd: root,
    stdio: output === 'inherited' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
      NODE_NO_WARNINGS: '1',
      // Numbers and dates of the console, in Node and in Chromium, as tests expect them: English, whatever the machine's language is.
      LC_ALL: 'C.UTF-8',
      NODE_COMPILE_CACHE: compileCache,
      VITRINE_FAILURES: failures,
      ...environment,
    },
  });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) =>
      resolve({
        name,
        status: status ?? 1,
        seconds: (Date.now() - started) / 1000,
        output: Buffer.concat(chunks),
      }),
    );
  });
}

/** A program of a dependency. */
export const bin = (path) => join('node_modules', ...path.split('/'));
