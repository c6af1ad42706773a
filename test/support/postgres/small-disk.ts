import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory with a fixed size, which a server may use as a tablespace. */
export class SmallDisk implements Disposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Returns why there is none as a text: mounting needs the rights of root. */
  static mount(bytes: number, user: number): SmallDisk | string {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-disk-'));
    const { status, stderr, error } = spawnSync(
      'mount',
      ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder],
      {
        encoding: 'utf8',
      },
    );
    if (status === 0) {
      chownSync(folder, user, user);
      return new SmallDisk(folder);
    }
    rmSync(folder, { recursive: true });
    return `a small disk cannot be mounted: ${error?.message ?? stderr.trim()}`;
  }

  resize(bytes: number): void {
    const { status, stderr } = spawnSync('mount', ['-o', `remount,size=${bytes}`, this.folder], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  }

  [Symbol.dispose](): void {
    spawnSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
