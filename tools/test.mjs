// `npm test`: installs what is missing, a browser too, and runs every test.
import { bin, runSteps } from './steps.mjs';
import { ensureConsole, ensureInstalled, node, root, run } from './installed.mjs';
import { isolatedFiles, unitFiles } from './test-files.mjs';

ensureInstalled();
ensureConsole();
const only = process.argv.slice(2);
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
const steps = [
  ...(only.length > 0
    ? []
    : [
        ['types', [bin('typescript/bin/tsc'), '-p', '.']],
        ['units', ['-C', 'source', '--test', '--test-isolation=none', '--test-reporter=dot', ...unitFiles]],
      ]),
  ...(onCluster.length > 0 ? [['a cluster to test on', ['-C', 'source', 'tools/find-cluster.ts']]] : []),
  // One cluster of three nodes at a time is as much as two cores and a small memory bear, beside all else.
  [
    ...(others.length > 0
      ? [['services, workers, browser', tests(others, onCluster.length > 0 ? 1 : 2)]]
      : []),
    ...(onCluster.length > 0 ? [['on the cluster', tests(onCluster, 1)]] : []),
  ],
];
process.exit(await runSteps(steps));
