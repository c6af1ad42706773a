// `npm test`: installs missing dependencies and a browser, then runs all tests with representatives of matrices. `--all`
// (`npm run test:all`) runs whole matrices, those on a cluster, and the tests of requests again on serving threads. `--changed [COMMIT]`
// (`npm run test:changed`) runs the tests that a change can affect. Named files run alone. `--slow` prints the CPU time of each file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../bin/folders.mjs';
import { changedTests } from './changed-tests.mjs';
import { ensurePages, ensureInstalled, node, run, say } from './installed.mjs';
import { bin, reporters, runSteps } from './steps.mjs';
import { isAlone, isOnCluster, requestFiles, testFiles } from './test-files.mjs';
import { readTimes, rememberTimes, slowestFirst, timesTable } from './test-times.mjs';

ensureInstalled();
ensurePages();
const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
  },
});
if (options.all) process.env.VITRINE_TEST_ALL = '1';
const isWhole = named.length === 0 && !options.changed;
const files = options.changed
  ? changedTests(named[0])
  : named.length > 0
    ? named
    : testFiles.filter((file) => options.all || !isOnCluster(file));
if (files.some((file) => file.startsWith('test/e2e/'))) run(node, ['tools/ensure-chromium.ts'], root);

/** A worker more than cores, as tests wait for much of their time. */
const workerCount = Math.max(2, availableParallelism() + 1);
const queues = [];

/** The steps of files: workers that share most of them, and a process for each of the others. */
function stepsOf(name, of, environment = {}) {
  const alone = of.filter(isAlone);
  const shared = slowestFirst(of.filter((file) => !isAlone(file)));
  const queue = mkdtempSync(join(tmpdir(), 'vitrine-tests-'));
  queues.push(queue);
  writeFileSync(join(queue, 'files'), shared.join('\n'));
  const worker = ['-C', 'source', ...reporters('spec'), 'tools/test-worker.mjs'];
  const workers = Array.from({ length: Math.min(workerCount, shared.length) }, (_, i) => [
    `${name}, worker ${i + 1}`,
    worker,
    { ...environment, VITRINE_TEST_QUEUE: queue },
  ]);
  const processes = ['-C', 'source', '--test', '--test-concurrency=1', ...reporters('spec'), ...alone];
  return [...workers, ...(alone.length === 0 ? [] : [[`${name}, heap`, processes, environment]])];
}

/** One after the other, as they use the same cluster. */
function clusterStep(of) {
  const tests = ['-C', 'source', '--test', '--test-concurrency=1', ...reporters('spec'), ...of];
  return ['on the cluster', of.length === 1 ? tests : ['-C', 'source', 'tools/with-cluster.ts', ...tests]];
}

const tsc = (folder) => [bin('typescript/bin/tsc'), '-p', folder];
const types = [
  ['types', tsc('.')],
  ['types of the React package', tsc('react')],
  ['types of the tracker', tsc('tracker')],
  ['types of the InstantSearch client', tsc('instantsearch-client')],
  ['types of the Medusa provider', tsc('medusa')],
];
const onCluster = files.filter(isOnCluster);
const others = files.filter((file) => !isOnCluster(file));
const threads = isWhole && options.all ? ['0', '2', '4'] : [];
const status = await runSteps([
  ...(onCluster.length > 0 ? [['a cluster to test on', ['-C', 'source', 'tools/find-cluster.ts']]] : []),
  [
    ...(others.length > 0 ? stepsOf('tests', others) : []),
    ...(isWhole ? types : []),
    ...(onCluster.length > 0 ? [clusterStep(onCluster)] : []),
  ],
  ...threads.map((count) => stepsOf(`on ${count} serving threads`, requestFiles, { VITRINE_THREADS: count })),
]);
const times = queues.flatMap(readTimes);
if (isWhole) rememberTimes(times);
if (options.slow) say(timesTable(times));
for (const queue of queues) rmSync(queue, { recursive: true });
process.exit(status);
