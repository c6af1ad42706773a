// Compiles the service into `dist/` for the package: Node strips no types below `node_modules`. It blanks the types as Node does for
// the sources, so that lines and columns of stack traces stay those of the sources.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, normalize, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const entries = ['main.ts', 'cli/main.ts'];
const sources = join(root, 'src');
const target = join(root, 'dist');
/** Imports, and addresses of the programs of threads and processes. */
const reference = /(?<=(?:from\s+|import\s+|import\(\s*|new URL\(\s*)')\.{1,2}\/[^'\n]+(?=')/g;

/** The files that the entries need, by path in `src`, with their references to files. */
function reachable(): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    const referenced = file.endsWith('.ts')
      ? (readFileSync(join(sources, file), 'utf8').match(reference) ?? [])
      : [];
    const files = referenced.map((path) => normalize(join(dirname(file), path)));
    found.set(file, files);
    files.forEach(visit);
  };
  entries.forEach(visit);
  return found;
}

rmSync(target, { recursive: true, force: true });
const files = [...reachable().keys()];
for (const file of files) {
  const to = join(target, file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(to), { recursive: true });
  if (!file.endsWith('.ts')) cpSync(join(sources, file), to);
  else {
    const code = stripTypeScriptTypes(readFileSync(join(sources, file), 'utf8'));
    writeFileSync(
      to,
      code.replaceAll(reference, (path) => path.replace(/\.ts$/, '.js')),
    );
  }
}
process.stderr.write(`${files.length} files compiled into ${relative(root, target)}\n`);
