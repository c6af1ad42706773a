// `npm test`: installs missing dependencies and a browser, then runs all tests with representatives of matrices. `--all`
// (`npm run test:all`) runs whole matrices, and the tests of requests again on serving threads. Named files run alone.
import { bin, reporters, runSteps } from './steps.mjs';
import { root } from '../bin/folders.mjs';
import { ensurePages, ensureInstalled, node, run } from './installed.mjs';
import { isolatedFiles, requestFiles, unitFiles } from './test-files.mjs';

await ensureInstalled();
await ensurePages();
const parameters = process.argv.slice(2);
if (parameters.includes('--all')) process.env.VITRINE_TEST_ALL = '1';
const only = parameters.filter((parameter) => parameter !== '--all');
if (only.length === 0 || only.some((file) => file.startsWith('test/e2e/')))
  run(node, ['tools/ensure-chromium.ts'], root);
const isolated = only.length > 0 ? only : isolatedFiles;
const onCluster = isolated.filter((file) => file.startsWith('test/cluster/'));
const others = isolated.filter((file) => !onCluster.includes(file));
const tests = (files, atOnce) => [
  '-C',
  'source',
  '--test',
  `--test-concurrency=${atOnce}`,
  ...reporters('spec'),
  '--test-timeout=900000',
  ...files,
];
/** One after the other, as they use the same cluster. */
const clusterTests = (files) =>
  files.length === 1 ? tests(files, 1) : ['-C', 'source', 'tools/with-cluster.ts', ...tests(files, 1)];
const units = ['-C', 'source', '--test', '--test-isolation=none', ...reporters('dot'), ...unitFiles];
const steps = [
  ...(only.length > 0
    ? []
    : [
        ['types', [bin('typescript/bin/tsc'), '-p', '.']],
        ['types of the React package', [bin('typescript/bin/tsc'), '-p', 'react']],
        ['types of the tracker', [bin('typescript/bin/tsc'), '-p', 'tracker']],
        ['types of the InstantSearch client', [bin('typescript/bin/tsc'), '-p', 'instantsearch-client']],
        ['types of the Medusa provider', [bin('typescript/bin/tsc'), '-p', 'medusa']],
      ]),
  ...(onCluster.length > 0 ? [['a cluster to test on', ['-C', 'source', 'tools/find-cluster.ts']]] : []),
  // Concurrent, as each waits for much of its time.
  [
    ...(others.length > 0 ? [['services, workers, browser', tests(others, 4)]] : []),
    ...(only.length > 0 ? [] : [['units', units]]),
    ...(onCluster.length > 0 ? [['on the cluster', clusterTests(onCluster)]] : []),
  ],
  ...(only.length > 0 || !parameters.includes('--all')
    ? []
    : ['0', '2', '4'].map((threads) => [
        `on ${threads} serving threads`,
        tests(requestFiles, 3),
        { VITRINE_THREADS: threads },
      ])),
];
process.exit(await runSteps(steps));
