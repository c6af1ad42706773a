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
const steps = [
  ...(only.length > 0
    ? []
    : [
        ['types', [bin('typescript/bin/tsc'), '-p', '.']],
        ['units', ['-C', 'source', '--test', '--test-isolation=none', '--test-reporter=dot', ...unitFiles]],
      ]),
  ...(isolated.some((file) => file.startsWith('test/cluster/'))
    ? [['a cluster to test on', ['-C', 'source', 'tools/find-cluster.ts']]]
    : []),
  [
    'services, workers, browser',
    ['-C', 'source', '--test', '--test-concurrency=2', '--test-timeout=900000', ...isolated],
  ],
];
process.exit(runSteps(steps));
