import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A Python with packages of its own, installed once into the temporary folder under a name; null where there is no Python,
 * or no package. `modules`: what must then be there to import.
 */
export function pythonWith(
  name: string,
  packages: readonly string[],
  modules: readonly string[],
): string | null {
  const home = join(tmpdir(), `vitrine-bench-${name}`);
  const python = join(home, 'bin', 'python');
  const has = (): boolean => existsSync(python) && succeeds(python, ['-c', `import ${modules.join(', ')}`]);
  if (has()) return python;
  const made =
    succeeds('python3', ['-m', 'venv', home]) &&
    succeeds(python, ['-m', 'pip', 'install', '--quiet', ...packages]);
  return made && has() ? python : null;
}

function succeeds(command: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
