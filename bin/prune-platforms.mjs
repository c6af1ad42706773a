// A step of `npm install`, for the package and in a checkout: deletes files of dependencies that nothing on this machine can use.
// Where install scripts are disabled, everything works and takes 310 MB more (docs/decisions/install-size.md).
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, subfolders } from './folders.mjs';
import { otherRuntimes } from './onnx-files.mjs';

/** The headers of Node for native modules, in the package of this platform. */
function headersOfNode() {
  const folder = folderOf('node');
  return subfolders(folder && join(folder, 'node_modules')).map((path) => join(path, 'include'));
}

for (const path of [...otherRuntimes(), ...headersOfNode()]) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It only takes space.
  }
}
