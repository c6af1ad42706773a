// The test files, and how they run: most share the processes of a few workers; some need a process of their own, or a cluster.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../../bin/folders.mjs';
import { dependsOn } from './imports.mjs';

function find(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', 'data'].includes(entry.name) ? [] : find(path);
    return /\.(test|fuzz)\.ts$/.test(entry.name) ? [relative(root, path).split(sep).join('/')] : [];
  });
}

const textOf = (file) => readFileSync(join(root, file), 'utf8');

export const testFiles = ['src', 'sdk', 'react', 'elements', 'instantsearch-client', 'test', 'tools', 'demo']
  .flatMap((folder) => find(join(root, folder)))
  .sort((a, b) => (a < b ? -1 : 1));

/** Tests on real nodes of OpenSearch. */
export const isOnOpenSearch = (file) => file.startsWith('test/cluster/opensearch/');
/** Tests on the PostgreSQL server of the run. */
export const sharesPostgres = dependsOn(['test/support/postgres/shared-server.ts']);

const usesMatrix = dependsOn(['test/support/matrix.ts']);
/** Tests with more cases, or slower ones, in `npm run test:all`. */
export const hasMatrix = (file) => !isOnOpenSearch(file) && usesMatrix(file);

const measuresHeap = (file) => textOf(file).includes('heap-bytes');
const decodesPictures = dependsOn(['src/encoders/image/pixels.ts'], { inProcess: true });
/**
 * Tests in a process of their own: of the heap, which the objects of other files would make slow to collect, and of the decoders, which
 * block formats of pictures that other tests use.
 */
export const isAlone = (file) => measuresHeap(file) || decodesPictures(file);

const inProcesses = [
  /^test\/(?:e2e|conformance|cluster)\//,
  /^src\/(?:engine|encoders|cluster)\//,
  /^sdk\//,
  /^tools\//,
];
/** Tests without servers, workers, browsers and measurements. */
export const unitFiles = testFiles.filter(
  (file) => !inProcesses.some((pattern) => pattern.test(file)) && !isAlone(file),
);

/** Tests of requests that serving threads answer or forward. Those that set the number of threads would repeat themselves. */
export const requestFiles = testFiles.filter(
  (file) =>
    file.startsWith('test/e2e/') &&
    !/\/(?:console|container|cli|damage|disk|first-shop|installed|learning|lost-files|memory|packages|password|react|serving|start|thread)/.test(
      file,
    ) &&
    !/VITRINE_THREADS: '\d/.test(textOf(file)),
);

/** Tests of the console in a browser. */
export const consoleFiles = testFiles.filter((file) => file.startsWith('test/e2e/console'));

export const needsChromium = dependsOn(['test/support/chromium.ts']);
