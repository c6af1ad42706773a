// The imports of source files.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../../bin/folders.mjs';

/** Relative imports. */
const imported = /(?:from|import)\s*\(?'(\.[^']+)'/g;
/** Those, and URLs such as those of workers and programs. */
const named = /(?:from|import|new URL)\s*\(?'(\.[^']+)'/g;

function readImports(file, pattern) {
  if (!/\.(?:[cm]?[jt]s|tsx)$/.test(file) || !existsSync(join(root, file))) return [];
  return [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, path]) =>
    posix.join(dirname(file), path),
  );
}

/**
 * Returns whether a file is one of these files or imports one, directly or not. `inProcess`: by imports alone, not by the programs and threads
 * that it starts.
 */
export function dependsOn(files, { inProcess = false } = {}) {
  const pattern = inProcess ? imported : named;
  const targets = new Set(files);
  const known = new Map();
  const depends = (file) => {
    if (!known.has(file)) {
      // Files in a circle, such as programs and workers, do not decide for each other.
      known.set(file, false);
      known.set(file, targets.has(file) || readImports(file, pattern).some(depends));
    }
    return known.get(file);
  };
  return depends;
}
