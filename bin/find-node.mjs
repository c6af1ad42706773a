// Which Node runs the service.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from './folders.mjs';

const majorMin = 24;

/**
 * Node 24 of the dependency `node`; without it, as in an image or where install scripts are disabled, the Node that runs
 * this. Null if that is too old.
 */
export function findNode() {
  const folder = folderOf('node');
  const file = folder && join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (file && existsSync(file)) return file;
  return Number.parseInt(process.versions.node, 10) >= majorMin ? process.execPath : null;
}
