#!/usr/bin/env node
// `vitrine <command>`: runs the compiled service of the package; in a checkout, installs and builds first.
import { findNode } from './find-node.mjs';
import { isPackage, runNode } from './run-node.mjs';

/** Of a checkout; the package has none. */
const checkout = new URL('../tools/vitrine.mjs', import.meta.url);

if (!isPackage) {
  await import(checkout.href);
} else if (findNode() === null) {
  process.stderr.write(
    `Vitrine needs Node 24, and this is ${process.version}. An install script of its dependency \`node\` provides it, but did not ` +
      'run: use Node 24 or newer, or allow the script (`npm install-scripts approve node`) and run `npm rebuild`.\n',
  );
  process.exitCode = 1;
} else {
  runNode('cli/main', process.argv.slice(2));
}
