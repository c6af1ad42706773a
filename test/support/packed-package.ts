import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './service.ts';

// The lock of installations is plain JavaScript without types, so it is imported dynamically.
const { takeLock } = (await import(
  new URL('../../tools/installation/exclusive-lock.mjs', import.meta.url).href
)) as { readonly takeLock: (folder: string) => Promise<(() => void) | null> };

/** A file of an `npm pack`. */
export interface PackedPackage {
  readonly folder: string;
  readonly tarball: string;
  /** Paths in the package. */
  readonly files: readonly string[];
  readonly manifest: Readonly<Record<string, unknown>>;
  /** Bytes of the tarball, and of its files. */
  readonly size: number;
  readonly unpackedSize: number;
}

/** Packs the service, without a build, into `target`. */
export function packService(target: string): PackedPackage {
  const [report] = npmPack(['--ignore-scripts'], target);
  return packedPackage('.', report!, target);
}

/** Packs workspaces, after their builds, into `target`. */
export async function packWorkspaces(folders: readonly string[], target: string): Promise<PackedPackage[]> {
  using _ = await takePackLock();
  const reports = npmPack(
    folders.flatMap((folder) => ['-w', folder]),
    target,
  );
  return folders.map((folder) => {
    const report = reports.find(({ name }) => name === readManifest(folder)['name']);
    assert.ok(report !== undefined, `npm pack does not report ${folder}`);
    return packedPackage(folder, report, target);
  });
}

/** Waits for the lock of those who pack: builds remove the files of each other. */
async function takePackLock(): Promise<Disposable> {
  for (;;) {
    const release = await takeLock(join(root, 'packages'));
    if (release !== null) return { [Symbol.dispose]: release };
    await sleep(200);
  }
}

function npmPack(options: readonly string[], target: string): PackReport[] {
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const npm = run(program, [
    'pack',
    '--silent',
    '--json',
    '--offline',
    ...options,
    '--pack-destination',
    target,
  ]);
  return Object.values(JSON.parse(npm.slice(npm.search(/^[[{]/m))) as PackReport[]);
}

function packedPackage(folder: string, report: PackReport, target: string): PackedPackage {
  return {
    folder,
    tarball: join(target, report.filename.replace('@', '').replace('/', '-')),
    files: report.files.map(({ path }) => path),
    size: report.size,
    unpackedSize: report.unpackedSize,
    manifest: readManifest(folder),
  };
}

const readManifest = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<string, unknown>;

interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** A new project with the packed packages and packages of the repository in its `node_modules`, as without a network. */
export function projectWith(
  packages: readonly PackedPackage[],
  installed: readonly string[],
  folder: string,
): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  for (const { manifest, tarball } of packages) {
    const place = join(folder, 'node_modules', String(manifest['name']));
    mkdirSync(place, { recursive: true });
    run('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
  }
  for (const name of installed) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(join(place, '..'), { recursive: true });
    if (!existsSync(place)) symlinkSync(join(root, 'node_modules', name), place, 'dir');
  }
  return folder;
}

/** Runs a program and returns its output. @throws AssertionError if it fails */
export function run(
  program: string,
  parameters: readonly string[],
  { cwd = root, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): string {
  const { status, stdout, stderr, error }: SpawnSyncReturns<string> = spawnSync(program, parameters, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(
    status,
    0,
    `${program} ${parameters.join(' ')}: ${error?.message ?? ''}\n${stdout}\n${stderr}`,
  );
  return stdout;
}

/** Runs a program of `node_modules` by its file. */
export function runTool(
  file: string,
  parameters: readonly string[],
  options?: Parameters<typeof run>[2],
): string {
  return run(process.execPath, [join(root, 'node_modules', file), ...parameters], options);
}

/** A code block of a README. */
export interface ReadmeExample {
  /** Of a first line such as `// main.tsx`; null without one. */
  readonly name: string | null;
  readonly code: string;
}

/** The blocks in TypeScript, which are complete programs or files of one. */
export function readmeExamples(folder: string): readonly ReadmeExample[] {
  const text = readFileSync(join(root, folder, 'README.md'), 'utf8');
  return [...text.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code = '']) => ({
    name: /^\/\/ (\S+\.tsx?)\n/.exec(code)?.[1] ?? null,
    code,
  }));
}
