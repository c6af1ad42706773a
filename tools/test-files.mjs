// The test files: unit tests share a process; tests with servers, workers or browsers run in isolation.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../bin/folders.mjs';

const apart = [
  /^test\/e2e\//,
  /^test\/conformance\//,
  /^test\/cluster\//,
  /^src\/(engine|encoders|cluster)\//,
  /^sdk\//,
];

function find(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', 'data'].includes(entry.name) ? [] : find(path);
    return /\.(test|fuzz)\.ts$/.test(entry.name) ? [relative(root, path).split(sep).join('/')] : [];
  });
}

const files = ['src', 'sdk', 'react', 'instantsearch-client', 'test', 'tools', 'demo']
  .flatMap((folder) => find(join(root, folder)))
  .sort((a, b) => (a < b ? -1 : 1));
const textOf = (file) => readFileSync(join(root, file), 'utf8');
/** A garbage collection of a process that has run many tests takes a second. */
const measuresHeap = (file) => textOf(file).includes('heap-bytes');
export const isolatedFiles = files.filter(
  (file) => apart.some((pattern) => pattern.test(file)) || measuresHeap(file),
);
/** Tests of requests that serving threads answer or forward. Those that set the number of threads would repeat themselves. */
export const requestFiles = files.filter(
  (file) =>
    file.startsWith('test/e2e/') &&
    !/\/(?:console|container|cli|damage|disk|first-shop|installed|learning|lost-files|memory|packages|password|react|serving|start|thread)/.test(
      file,
    ) &&
    !/VITRINE_THREADS: '\d/.test(textOf(file)),
);
export const unitFiles = files.filter((file) => !isolatedFiles.includes(file));
