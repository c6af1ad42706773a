// `npm run ok`: format, lint, types, unused code, documentation, unit tests.
import { bin, reporters, runSteps } from './steps.mjs';
import { ensurePages, ensureInstalled } from './installation/installed.mjs';
import { unitFiles } from './testing/test-files.mjs';

await ensureInstalled();
await ensurePages();
process.exit(
  await runSteps([
    ['format', [bin('oxfmt/bin/oxfmt'), '--check', '.']],
    ['lint', [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']],
    ['types', [bin('typescript/bin/tsc'), '-p', '.']],
    ['types of the React package', [bin('typescript/bin/tsc'), '-p', 'react']],
    ['types of the tracker', [bin('typescript/bin/tsc'), '-p', 'tracker']],
    ['types of the elements', [bin('typescript/bin/tsc'), '-p', 'elements']],
    ['types of the InstantSearch client', [bin('typescript/bin/tsc'), '-p', 'instantsearch-client']],
    ['types of the Medusa provider', [bin('typescript/bin/tsc'), '-p', 'medusa']],
    ['types of the console', [bin('typescript/bin/tsc'), '-p', 'console']],
    ['types of the storefront', [bin('typescript/bin/tsc'), '-p', 'examples/storefront']],
    ['unused code', [bin('knip/bin/knip.js')]],
    ['documentation', ['tools/check-docs.mjs']],
    ['units', ['-C', 'source', '--test', '--test-isolation=none', ...reporters('dot'), ...unitFiles]],
  ]),
);
