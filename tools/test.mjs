// `npm test`: installs missing dependencies and a browser, then runs all tests with representatives of matrices. `--all`
// (`npm run test:all`) runs whole matrices, those on a cluster, and the tests of requests again on serving threads. `--changed [COMMIT]`
// (`npm run test:changed`) runs the tests that a change can affect, `--rest MINUTES` what `--all` has beyond `npm test`, as far as the time
// goes. Named files run alone. `--slow` prints the CPU time of each file, `--shuffle SEED` runs the files in a random order.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../bin/folders.mjs';
import { changedTests, commitOfYesterday } from './testing/changed-tests.mjs';
import { ensurePages, ensureInstalled, node, say } from './installation/installed.mjs';
import { bin, reporters, runSteps } from './steps.mjs';
import { startPostgres } from './testing/postgres.mjs';
import {
  consoleFiles,
  hasMatrix,
  isAlone,
  isOnOpenSearch,
  needsChromium,
  requestFiles,
  sharesPostgres,
  testFiles,
} from './testing/test-files.mjs';
import {
  readTimes,
  rememberTimes,
  shuffled,
  slowestFirst,
  timesTable,
  untakenCount,
} from './testing/test-times.mjs';
import { workerBytes } from './testing/worker-memory.mjs';

await ensureInstalled();
await ensurePages();
const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    rest: { type: 'string' },
    shuffle: { type: 'string' },
    slow: { type: 'boolean', default: false },
  },
});
const isWhole = named.length === 0 && !options.changed && options.rest === undefined;
const wanted = options.changed
  ? changedTests(named[0])
  : named.length > 0
    ? named
    : testFiles.filter((file) => !isOnOpenSearch(file));

/** Test files that need a Chromium, where there is none and it cannot be installed: they are skipped. */
const withoutChromium = wanted.some(needsChromium) && !hasChromium() ? wanted.filter(needsChromium) : [];
const files = wanted.filter((file) => !withoutChromium.includes(file));

function hasChromium() {
  return spawnSync(node, ['tools/testing/ensure-chromium.ts'], { cwd: root, stdio: 'inherit' }).status === 0;
}

/** Two workers more than cores, as tests wait for much of their time, where there is memory for them. */
const workerCount = Math.max(
  1,
  Math.min(availableParallelism() + 2, Math.floor(process.availableMemory() / workerBytes)),
);
const queues = [];
/** The part on the cluster is not interrupted, and takes about this long. */
const clusterMsMax = 20 * 60_000;

/** The steps of files: workers that share most of them, and a process for each of the others. */
function planTests(name, of, environment = {}, deadline = Infinity) {
  const alone = of.filter(isAlone);
  const shared = of.filter((file) => !isAlone(file));
  const queue = mkdtempSync(join(tmpdir(), 'vitrine-tests-'));
  queues.push(queue);
  writeFileSync(join(queue, 'files'), shared.join('\n'));
  const worker = ['-C', 'source', '--test-force-exit', ...reporters('spec'), 'tools/testing/test-worker.mjs'];
  const workers = Array.from({ length: Math.min(workerCount, shared.length) }, (_, i) => [
    `${name}, worker ${i + 1}`,
    worker,
    { ...environment, TEST_QUEUE: queue, TEST_DEADLINE: String(deadline) },
    untilTaken(queue, deadline),
  ]);
  const processes = ['-C', 'source', '--test', '--test-concurrency=1', ...reporters('spec'), ...alone];
  return [...workers, ...(alone.length === 0 ? [] : [[`${name}, alone`, processes, environment]])];
}

/** Returns whether another process must take files: there are some, and the one before has taken some. */
function untilTaken(queue, deadline) {
  let before = untakenCount(queue);
  return () => {
    const left = untakenCount(queue);
    const isUnfinished = Date.now() < deadline && left > 0 && left < before;
    before = left;
    return isUnfinished;
  };
}

/** One after the other, as they use the same cluster. */
function planClusterTests(of, environment = {}) {
  if (of.length === 0) return [];
  const tests = ['-C', 'source', '--test', '--test-concurrency=1', ...reporters('spec'), ...of];
  const parameters = of.length === 1 ? tests : ['-C', 'source', 'tools/testing/with-cluster.ts', ...tests];
  return [
    ['a cluster to test on', ['-C', 'source', 'tools/testing/find-cluster.ts']],
    ['on the cluster', parameters, environment],
  ];
}

function planTypes() {
  const tsc = (folder) => [bin('typescript/bin/tsc'), '-p', folder];
  return [
    ['types', tsc('.')],
    ['types of the React package', tsc('react')],
    ['types of the tracker', tsc('tracker')],
    ['types of the elements', tsc('elements')],
    ['types of the InstantSearch client', tsc('instantsearch-client')],
    ['types of the Medusa provider', tsc('medusa')],
  ];
}

/** What `npm run test:all` has beyond `npm test`: OpenSearch, whole matrices, and requests on serving threads. */
const restParts = [
  ['on the cluster', testFiles.filter(isOnOpenSearch), {}],
  ['whole matrices', testFiles.filter(hasMatrix), {}],
  ...['0', '2', '4'].map((count) => [
    `on ${count} serving threads`,
    count === '2' ? [...requestFiles, ...consoleFiles] : requestFiles,
    { VITRINE_THREADS: count },
  ]),
];

/** The rest, until the deadline in ms since 1970; first the parts, and in each the files, that a change of the last day affects. */
function* planRest(deadline) {
  const changed = new Set(Number.isFinite(deadline) ? changedTests(commitOfYesterday()) : []);
  const changedFirst = (a, b) => Number(changed.has(b)) - Number(changed.has(a));
  const countChanged = ([, of]) => of.filter((file) => changed.has(file)).length;
  const parts = restParts.toSorted((a, b) => Number(countChanged(b) > 0) - Number(countChanged(a) > 0));
  for (const [name, of, environment] of parts) {
    const more = { ...environment, TEST_ALL: '1' };
    if (name === 'on the cluster') {
      if (deadline - Date.now() > clusterMsMax) yield* planClusterTests(of, more);
      else say(`\nNot run: ${name}, as its ${clusterMsMax / 60_000} minutes are not left`);
    } else if (Date.now() < deadline) {
      const ordered = slowestFirst(of).toSorted(changedFirst);
      yield planTests(name, ordered, more, deadline);
    } else say(`\nNot run: ${name}, as no time is left`);
  }
}

function* steps() {
  if (options.rest !== undefined) {
    yield* planRest(Date.now() + Number(options.rest) * 60_000);
    return;
  }
  const unordered = files.filter((file) => !isOnOpenSearch(file));
  const others =
    options.shuffle === undefined ? slowestFirst(unordered) : shuffled(unordered, options.shuffle);
  const concurrent = [
    ...(others.length > 0 ? planTests('tests', others) : []),
    ...(isWhole ? planTypes() : []),
  ];
  if (concurrent.length > 0) yield concurrent;
  if (files.length === 0) say('No test depends on a changed file');
  yield* planClusterTests(files.filter(isOnOpenSearch));
  if (options.all) yield* planRest(Infinity);
}

/** Files with failed tests that run again: more than these are no accident. */
const retriedFilesMax = 3;

/**
 * In a whole run and in the rest, a file that failed next to others runs once more, alone, in the environment of its part. A test must pass on a
 * machine of any speed; until it does, one of 5,000 does not fail the run, but is named in its summary.
 */
function planRetry(failedFiles, failedSteps) {
  const isAccident = failedFiles.length > 0 && failedFiles.length <= retriedFilesMax;
  const parts = new Set(failedSteps.map(([name]) => /^(.+), (?:worker \d+|alone)$/.exec(name)?.[1]));
  const isLong = isWhole || options.rest !== undefined;
  if (!isLong || !isAccident || parts.size > 1 || parts.has(undefined)) return null;
  const parameters = ['-C', 'source', '--test', '--test-concurrency=1', ...reporters('spec'), ...failedFiles];
  return ['failed files again, alone', parameters, failedSteps[0][2]];
}

const isPostgresShared = options.rest !== undefined || options.all || files.some(sharesPostgres);
const stopPostgres = isPostgresShared ? await startPostgres() : null;
const status = await runSteps(steps(), planRetry);
await stopPostgres?.();
if (withoutChromium.length > 0)
  say(`Files skipped, as no Chromium was found and none could be installed: ${withoutChromium.length}`);
for (const queue of queues) {
  const left = untakenCount(queue);
  if (left > 0) say(`Not run, as no time was left: ${left} files`);
}
const times = queues.flatMap(readTimes);
if (isWhole && !options.all) rememberTimes(times);
if (options.slow) say(timesTable(times));
for (const queue of queues) rmSync(queue, { recursive: true });
process.exit(status);
