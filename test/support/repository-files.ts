import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './service.ts';

/** Paths of the repository's files in some folders (default: all), including new ones, without those that git ignores. */
export function repositoryFiles(...folders: readonly string[]): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...folders];
  return (
    execFileSync('git', list, { cwd: root })
      .toString()
      .split('\0')
      // Deleted files stay in the index until they are committed.
      .filter((file) => file !== '' && existsSync(join(root, file)))
  );
}
