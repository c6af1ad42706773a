import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './service.ts';

/** Paths of the repository's files below some folders (all: none is named), new ones included, but for what git ignores. */
export function repositoryFiles(...folders: readonly string[]): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...folders];
  return (
    execFileSync('git', list, { cwd: root })
      .toString()
      .split('\0')
      // Deleted files stay in the index until that is committed.
      .filter((file) => file !== '' && existsSync(join(root, file)))
  );
}
