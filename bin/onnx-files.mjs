// The files of the installed ONNX Runtime that this machine does not need.
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, subfolders } from './folders.mjs';

const { platform, arch } = process;
const require = createRequire(import.meta.url);

/** The paths to which its install script downloads files for this platform. */
export function downloadedFiles() {
  const folder = folderOf('onnxruntime-node');
  if (folder === null) return [];
  try {
    const { requirements, manifests } = require(join(folder, 'script', 'install-metadata.js'));
    return (requirements[`${platform}/${arch}`] ?? [])
      .flatMap((name) => Object.keys(manifests[`${platform}/${arch}:${name}`]))
      .flatMap((name) =>
        subfolders(join(folder, 'bin')).map((version) => join(version, platform, arch, name)),
      );
  } catch {
    // Another version, which may download nothing.
    return [];
  }
}

/** `bin/napi-v6/PLATFORM/ARCH`, except this machine's; none if that is missing. */
export function otherRuntimes() {
  const folder = folderOf('onnxruntime-node');
  return subfolders(folder && join(folder, 'bin'))
    .filter((version) => existsSync(join(version, platform, arch)))
    .flatMap((version) => {
      const own = join(version, platform);
      return [
        ...subfolders(version).filter((path) => path !== own),
        ...subfolders(own).filter((path) => path !== join(own, arch)),
      ];
    });
}
