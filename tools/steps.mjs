// Runs the steps of a check and prints a summary.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache, root } from '../bin/folders.mjs';
import { node, say } from './installation/installed.mjs';

/**
 * @typedef {readonly [name: string, parameters: readonly string[], environment?: Record<string, string>, isUnfinished?: () => boolean]} Step
 * arguments for Node, run in the root folder, and again as long as it is unfinished
 */

/** Parameters of Node's test runner: a reporter, and one that collects the failed tests for the summary. */
export const reporters = (name) =>
  [name, './tools/testing/result-reporter.mjs'].flatMap((reporter) => [
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
  ]);

/** The status of Node's test runner where tests have failed, and nothing else. */
const testsFailed = 1;

/**
 * Runs the steps and prints a summary. Returns 0, or 1 if a step has failed.
 * @param {Iterable<Step | readonly Step[]>} steps a nested list runs concurrently; each is asked for when it is due
 * @param {(files: readonly string[], steps: readonly Step[]) => Step | null} planRetry a step that runs test files again, given those of
 * the failed tests and the failed steps: if it passes, they have passed
 */
export async function runSteps(steps, planRetry = () => null) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-steps-'));
  const found = join(folder, 'results');
  const results = await runAll(steps, found);
  const failed = results.filter(({ status }) => status !== 0);
  const records = readRecords(found);
  const files = [...new Set(records.flatMap(({ file }) => file ?? []))];
  const retry = failed.every(({ status }) => status === testsFailed)
    ? planRetry(
        files,
        failed.map(({ step }) => step),
      )
    : null;
  if (retry !== null) results.push(await runStep(retry, join(folder, 'retried'), 'inherited'));
  const isRepaired = retry !== null && results.at(-1).status === 0;
  say('');
  for (const { name, status, seconds } of results)
    say(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (records.length > 0) summarise(records, isRepaired);
  rmSync(folder, { recursive: true });
  return failed.length === 0 || isRepaired ? 0 : 1;
}

async function runAll(steps, found) {
  const results = [];
  for (const step of steps) {
    const [first, ...concurrent] = typeof step[0] === 'string' ? [step] : step;
    // The output of concurrent steps is buffered and printed afterwards.
    const others = concurrent.map((other) => runStep(other, found, 'buffered'));
    results.push(await runStep(first, found, 'inherited'));
    for (const other of others) results.push(await other.then(printResult));
  }
  return results;
}

/** What the reporter of each process wrote. */
function readRecords(found) {
  if (!existsSync(found)) return [];
  return readFileSync(found, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Prints the failed tests, why tests were skipped, and the numbers of all. */
function summarise(results, isRepaired) {
  const failed = results.flatMap((result) => result.failed ?? []);
  const skipped = new Map();
  for (const { skipped: reason } of results)
    if (reason !== undefined) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  if (failed.length > 0)
    say(`\n${isRepaired ? 'Failed, but passed alone' : 'Failed'}:\n${failed.join('\n')}`);
  say('');
  for (const [reason, count] of skipped) say(`${count} skipped: ${reason}`);
  const passed = results.filter((result) => result.passed === 1).length;
  const skippedCount = results.length - failed.length - passed;
  const outcome = isRepaired ? 'passed only alone' : 'failed';
  say(`${passed} passed, ${failed.length} ${outcome}, ${skippedCount} skipped`);
}

function printResult(result) {
  say(`\n== ${result.name}`);
  process.stdout.write(result.output);
  return result;
}

async function runStep(step, found, output) {
  const [, , , isUnfinished = () => false] = step;
  let result = await runOnce(step, found, output);
  while (isUnfinished()) {
    const next = await runOnce(step, found, output);
    result = {
      ...next,
      status: Math.max(result.status, next.status),
      seconds: result.seconds + next.seconds,
      output: Buffer.concat([result.output, next.output]),
    };
  }
  return result;
}

function runOnce(step, found, output) {
  const [name, parameters, environment = {}] = step;
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
      TEST_RESULTS: found,
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
        step,
        // Null: a signal ended it.
        status: status ?? 128,
        seconds: (Date.now() - started) / 1000,
        output: Buffer.concat(chunks),
      }),
    );
  });
}

/** A program of a dependency. */
export const bin = (path) => join('node_modules', ...path.split('/'));
