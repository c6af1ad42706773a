import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './packed-package.ts';
import { root } from './service.ts';

/** What `docker inspect` shows as the configuration of an image. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
  readonly Labels: Readonly<Record<string, string>>;
  readonly Volumes: Readonly<Record<string, object>>;
}

/** Programs that the build needs; it must run as root. */
const programs = ['buildah', 'debootstrap', 'unshare', 'setpriv'];

/** Why images cannot be built here; null if they can. */
export function missingForImages(): string | null {
  if (process.getuid?.() !== 0) return 'needs root';
  const missing = programs.filter((name) => spawnSync('which', [name]).status !== 0);
  return missing.length === 0 ? null : `needs ${missing.join(', ')}`;
}

/**
 * Builds deploy/Dockerfile with Buildah, without a registry of images: its base images are made from the packages of Debian, and the Node
 * of the dependencies with the npm of this machine. They have the same programs as the published ones, in other layers.
 */
export class BuiltImage implements Disposable {
  readonly #folder: string;
  /** Its file system. */
  readonly files: string;
  readonly config: ImageConfig;

  constructor(folder: string) {
    this.#folder = folder;
    this.#makeBases();
    this.#buildah([
      'bud',
      '--pull-never',
      '--format',
      'docker',
      '-f',
      'deploy/Dockerfile',
      '-t',
      'vitrine',
      '.',
    ]);
    const image = JSON.parse(this.#buildah(['inspect', '--type', 'image', 'vitrine'])) as {
      Docker: { config: ImageConfig };
    };
    this.config = image.Docker.config;
    const container = this.#buildah(['from', '--pull-never', 'localhost/vitrine']).trim();
    this.files = this.#buildah(['mount', container]).trim();
  }

  #buildah(parameters: readonly string[]): string {
    const where = ['--root', join(this.#folder, 'storage'), '--runroot', join(this.#folder, 'run')];
    return run('buildah', [...where, ...parameters], { env: { BUILDAH_ISOLATION: 'chroot' } });
  }

  #makeBases(): void {
    const debian = join(this.#folder, 'debian');
    run('debootstrap', ['--variant=minbase', 'trixie', debian]);
    this.#import(debian, 'docker.io/library/debian:trixie-slim');
    const local = join(debian, 'usr', 'local');
    cpSync(process.execPath, join(local, 'bin', 'node'));
    mkdirSync(join(local, 'lib', 'node_modules'), { recursive: true });
    const npm = run('sh', ['-c', 'readlink -f "$(command -v npm)"']).trim();
    cpSync(dirname(dirname(npm)), join(local, 'lib', 'node_modules', 'npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm'));
    // The authorities that this machine trusts, as a proxy may stand before the registry.
    const authorities = '/etc/ssl/certs/ca-certificates.crt';
    if (existsSync(authorities)) {
      mkdirSync(join(debian, dirname(authorities)), { recursive: true });
      cpSync(authorities, join(debian, authorities));
      mkdirSync(join(local, 'etc'), { recursive: true });
      writeFileSync(join(local, 'etc', 'npmrc'), `cafile=${authorities}\n`);
    }
    this.#import(debian, 'docker.io/library/node:24-trixie-slim');
  }

  #import(folder: string, name: string): void {
    const container = this.#buildah(['from', 'scratch']).trim();
    this.#buildah(['add', '--quiet', container, folder, '/']);
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    this.#buildah(['config', '--env', `PATH=${path}`, container]);
    this.#buildah(['commit', '--quiet', '--rm', container, name]);
  }

  /**
   * Runs a program in the image as a container does: as its user, with a read-only root, `/data` and `/tmp`, and no network. The repository
   * is at `/mnt`.
   */
  run(command: readonly string[], env: Readonly<Record<string, string>>): string {
    const { User, Env, WorkingDir } = this.config;
    const data = join(this.#folder, 'data');
    mkdirSync(data, { recursive: true });
    const [uid, gid] = User.split(':').map(Number);
    run('chown', [`${uid}:${gid}`, data]);
    const script = `
      set -e
      ip link set lo up
      mount --make-rprivate /
      mount --bind ${this.files} ${this.files}
      mount -o remount,bind,ro ${this.files}
      mount --bind ${data} ${this.files}/data
      mount --bind ${root} ${this.files}/mnt
      mount -t tmpfs tmpfs ${this.files}/tmp
      mount -t proc proc ${this.files}/proc
      mount --bind /dev ${this.files}/dev
      exec setpriv --no-new-privs chroot --userspec=${User} ${this.files} env -i "$@"`;
    const variables = [...Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
    const inside = ['-C', WorkingDir, ...variables, ...command];
    return run('unshare', ['-m', '-n', '--pid', '--fork', 'sh', '-c', script, 'sh', ...inside]);
  }

  [Symbol.dispose](): void {
    this.#buildah(['rm', '--all']);
  }
}
