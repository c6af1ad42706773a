import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The interpreter of a virtual environment with these packages, created once in the temporary folder; null without Python or
 * without the packages. `modules`: the modules that must be importable.
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
  const installed =
    succeeds('python3', ['-m', 'venv', home]) &&
    succeeds(python, ['-m', 'pip', 'install', '--quiet', ...packages]);
  return installed && has() ? python : null;
}

function succeeds(command: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
