// `npm test`: installs what is missing, a browser too, and runs every test, of matrices a representative. With `--all`, which is
// `npm run test:all`, it runs the whole matrices. Files that are named are run alone.
import { bin, runSteps } from './steps.mjs';
import { ensureConsole, ensureInstalled, node, root, run } from './installed.mjs';
import { isolatedFiles, unitFiles } from './test-files.mjs';

ensureInstalled();
ensureConsole();
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
  '--test-timeout=900000',
  ...files,
];
const units = ['-C', 'source', '--test', '--test-isolation=none', '--test-reporter=dot', ...unitFiles];
const steps = [
  ...(only.length > 0 ? [] : [['types', [bin('typescript/bin/tsc'), '-p', '.']]]),
  ...(onCluster.length > 0 ? [['a cluster to test on', ['-C', 'source', 'tools/find-cluster.ts']]] : []),
  // At the same time, as each of them waits for much of its time: with two services and one cluster of three nodes at once, two cores
  // are busy for most of it.
  [
    ...(others.length > 0 ? [['services, workers, browser', tests(others, 2)]] : []),
    ...(only.length > 0 ? [] : [['units', units]]),
    ...(onCluster.length > 0 ? [['on the cluster', tests(onCluster, 1)]] : []),
  ],
];
process.exit(await runSteps(steps));
