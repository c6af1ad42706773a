import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { assertFailed, needsUser, otherUser, runToEnd, type Options } from '../support/failed-start.ts';
import { representative } from '../support/matrix.ts';
import { root } from '../support/service.ts';
import { until } from '../support/until.ts';

/** What `npm start` says where it cannot install the dependencies or build the pages. */

const folder = mkdtempSync(join(tmpdir(), 'vitrine-install-'));
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true }));

let checkouts = 0;

/** A checkout of the programs that install and build, with one dependency and pages that are copied; npm is `npmScript`. */
class Checkout {
  readonly path = join(folder, `checkout ä ${++checkouts}`);
  readonly #npm = join(folder, `npm-${checkouts}`);

  constructor(npmScript: string) {
    mkdirSync(this.#npm);
    writeFileSync(join(this.#npm, 'npm'), `#!/bin/sh\n${npmScript}\n`, { mode: 0o755 });
    for (const part of ['bin', 'tools']) cpSync(join(root, part), join(this.path, part), { recursive: true });
    const dependencies = { dependencies: { fastify: '5.0.0' } };
    this.write(
      'package.json',
      JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module', ...dependencies }),
    );
    const packages = {
      '': { name: 'shop', version: '1.0.0', ...dependencies },
      'node_modules/fastify': { version: '5.0.0' },
    };
    this.write('package-lock.json', JSON.stringify({ name: 'shop', lockfileVersion: 3, packages }));
    for (const part of [
      'console',
      'sdk',
      'react',
      'examples/storefront',
      'demo/photos',
      'docs',
      'src/domain/query/syntax',
      'tracker',
      'elements',
    ])
      this.write(`${part}/source.js`, '');
    this.write('src/main.ts', '');
    this.write('src/cli/main.ts', "console.log('arguments', ...process.argv.slice(2));");
  }

  /** The commands of a shell that install it, where `node` is the path of a Node. */
  static readonly installation = `mkdir -p node_modules/node/bin node_modules/fastify
ln -s "$node" node_modules/node/bin/node
echo '{"packages":{"node_modules/fastify":{"version":"5.0.0"}}}' >node_modules/.package-lock.json`;

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.path, name)), { recursive: true });
    writeFileSync(join(this.path, name), text);
  }

  /** As after an installation. */
  install(): this {
    mkdirSync(join(this.path, 'node_modules', 'node', 'bin'), { recursive: true });
    this.write('node_modules/node/package.json', '{}');
    symlinkSync(process.execPath, join(this.path, 'node_modules', 'node', 'bin', 'node'));
    this.write('node_modules/fastify/package.json', '{}');
    this.write(
      'node_modules/.package-lock.json',
      '{"packages":{"node_modules/fastify":{"version":"5.0.0"}}}',
    );
    return this;
  }

  build(): this {
    for (const page of ['console/dist/index.html', 'examples/storefront/dist/index.html'])
      this.write(page, 'built');
    this.write('tracker/dist/vitrine-tracker.js', 'built');
    this.write('elements/dist/shop.js', 'built');
    return this;
  }

  get searchPath(): string {
    return `${this.#npm}:/usr/bin:/bin`;
  }

  start(parameters: readonly string[] = [], options: Options & { node?: readonly string[] } = {}) {
    const { node = [], environment = {}, ...others } = options;
    return runToEnd(process.execPath, [...node, join(this.path, 'tools', 'start.mjs'), ...parameters], {
      cwd: folder,
      environment: { PATH: this.searchPath, ...environment },
      ...others,
    });
  }
}

/** Whether a range such as `^20.19.0 || >=22.12.0` admits a version. */
function admits(range: string, version: string): boolean {
  const numbers = (text: string): number => {
    const [major = 0, minor = 0] = text.split('.').map(Number);
    return major * 1_000 + minor;
  };
  return range.split('||').some((part) => {
    const [, operator, from = ''] = /^(\^|>=|\*) ?([\d.]*)$/.exec(part.trim()) ?? [];
    const [least, given] = [numbers(from), numbers(version)];
    return given >= least && (operator !== '^' || Math.trunc(given / 1_000) === Math.trunc(least / 1_000));
  });
}

/** Processes that ended remain where no parent asks for their status: then without a command line. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

/** An npm that reaches the registry, and prints this when it installs or builds. */
const failingNpm = (output: string): string =>
  `case $1 in ping) exit 0;; --version) echo 10.9.2; exit 0;; esac\ncat <<'END' >&2\n${output}\nEND\nexit 1`;
/** Node with another version. */
const pretending = (version: string): readonly string[] => [
  '--import',
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`,
];
const installing = 'Installing the dependencies of the lock file (once) ...';
const building = 'Building the console (once) ...';

test('an old Node is named before anything is installed', async () => {
  const checkout = new Checkout('exit 1');
  for (const version of ['16.20.2', '18.20.8', '20.18.3', '21.7.3', '22.11.0'])
    assertFailed(
      `Cannot run on Node ${version}: install Node 20.19, 22.12 or newer from https://nodejs.org, then run this command again`,
      await checkout.start([], { node: pretending(version) }),
    );
  assert.equal(existsSync(join(checkout.path, 'node_modules')), false);
  for (const version of ['20.19.0', '22.12.0', '24.0.0'])
    assert.equal((await checkout.start([], { node: pretending(version) })).lines[0], installing);
});

test('an installed checkout starts on Node 18 with the arguments of npm start', async () => {
  const checkout = new Checkout('exit 0').install().build();
  // The pages have no stamps, so that npm is asked to build them, and succeeds.
  const { status, lines } = await checkout.start(['--data', 'x'], { node: pretending('18.20.8') });
  assert.deepEqual([status, lines.at(-1)], [0, 'arguments serve --data x']);
  assertFailed(/^Cannot run on Node 16/, await checkout.start([], { node: pretending('16.20.2') }));
});

test('old versions of Node can parse the check of their version', () => {
  const parts = {
    'start.mjs': 'node:url',
    'vitrine.mjs': './installation/node-version.mjs',
    'installation/node-version.mjs': '',
  };
  for (const [name, imported] of Object.entries(parts)) {
    const source = readFileSync(join(root, 'tools', name), 'utf8');
    const imports = [...source.matchAll(/^import .* from '(.*)';$/gm)].map(([, from]) => from);
    assert.deepEqual(imports, imported === '' ? [] : [imported]);
    assert.doesNotMatch(source, /\?\?|\?\.|\bawait\b|\|\|=/, name);
  }
});

test('the native packages of the lock file support the oldest Node that may install them', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { os?: string[]; engines?: { node?: string } }>;
  };
  for (const [place, { os, engines }] of Object.entries(packages))
    for (const version of ['20.19.0', '22.12.0', '24.0.0'])
      if (os !== undefined && !place.includes('win32-ia32'))
        assert.ok(admits(engines?.node ?? '*', version), `${place} on ${version}: ${engines?.node}`);
});

test('the causes of a failed installation are named', async () => {
  const causes: readonly (readonly [string, RegExp])[] = [
    [
      "npm error code EACCES\nnpm error path /x\nnpm error Error: EACCES: permission denied, open '/home/me/.npm/x'",
      /as this user may not write to \/home\/me\/\.npm\/x: .* "\/home\/me\/\.npm"`$/,
    ],
    [
      'npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write',
      /as the disk is full: free some/,
    ],
    [
      'npm error code EUSAGE\nnpm error `npm ci` can only install packages',
      /do not match: undo changes with `git checkout /,
    ],
    [
      'npm error code E404\nnpm error 404 Not Found - GET https://mirror.example/fastify',
      /does not provide https:\/\/mirror\.example\/fastify: name another/,
    ],
    [
      'npm error code SELF_SIGNED_CERT_IN_CHAIN',
      /does not trust the certificate .*`npm config set cafile FILE`$/,
    ],
    ['npm error code EMFILE: too many open files', /too few open files: run `ulimit -n 4096`/],
    [
      'npm error code ETIMEDOUT\nnpm error request to https://mirror.example/a failed',
      /mirror\.example cannot be reached \(ETIMEDOUT\): connect/,
    ],
  ];
  for (const [output, expected] of representative(causes.slice(0, 2), causes))
    assertFailed(expected, await new Checkout(failingNpm(output)).start(), [installing]);
  assertFailed(
    /^Cannot install the dependencies for the reason above: delete .*node_modules, then run this command again$/,
    await new Checkout(failingNpm('npm error code EWEIRD')).start(),
    [installing, 'npm error code EWEIRD'],
  );
  const old = failingNpm('npm ERR! Cannot read properties of undefined').replace('10.9.2', '6.14.18');
  assertFailed(
    /as npm 6\.14\.18 cannot read the lock file: run `npm install --global npm@10`/,
    await new Checkout(old).start(),
    [installing],
  );
});

test('without network, packages of npm’s cache are installed, or the registry is named', async () => {
  const npm = (ci: string): string =>
    `case $1 in ping) echo 'npm error code EAI_AGAIN\nnpm error request to https://registry.example/-/ping failed' >&2; exit 1;; esac
case "$*" in ci*--offline*) ${ci};; esac; exit 9`;
  const missing = npm("echo 'npm error code ENOTCACHED' >&2; exit 1");
  assertFailed(
    /as the package registry https:\/\/registry\.example cannot be reached \(EAI_AGAIN\): connect this machine to the network, or name a mirror/,
    await new Checkout(missing).start(),
    [installing],
  );
  const cached = new Checkout(npm(`${Checkout.installation}; exit 0`));
  assertFailed(
    /^Cannot build the console /,
    await cached.start([], { environment: { node: process.execPath } }),
    [installing, building],
  );
});

test('an installation that misses packages is not taken for a complete one', async () => {
  const partial = `case $1 in ci) ${Checkout.installation}; rm -r node_modules/fastify;; esac`;
  const checkout = new Checkout(partial);
  const options = { environment: { node: process.execPath } };
  for (let i = 0; i < 2; i++) {
    assertFailed(
      /^Cannot use the dependencies as another process has removed some /,
      await checkout.start([], options),
      [installing],
    );
    rmSync(join(checkout.path, 'node_modules'), { recursive: true });
  }
});

test('a second installation at the same time is refused, and Ctrl+C ends the first one with npm', async () => {
  const waiting = 'case $1 in ci) (echo $$ >started; sleep 600); exit 1;; esac';
  const checkout = new Checkout(waiting);
  const program = join(checkout.path, 'tools', 'start.mjs');
  const first = spawn(process.execPath, [program], { env: { PATH: checkout.searchPath }, stdio: 'ignore' });
  const started = join(checkout.path, 'started');
  await until(
    'npm was not started',
    () => existsSync(started) && readFileSync(started, 'utf8').endsWith('\n'),
  );
  assertFailed(
    /^Cannot install the dependencies as another process installs or builds in .*: wait until it is ready/,
    await checkout.start(),
  );
  first.kill('SIGINT');
  const [code] = (await once(first, 'exit')) as [number];
  assert.equal(code, 130);
  const npm = Number(readFileSync(started, 'utf8'));
  await until('npm still runs', () => !isRunning(npm));
  // Nor do installations that were killed keep the next one from starting.
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    rmSync(started);
    const next = spawn(process.execPath, [program], { env: { PATH: checkout.searchPath }, stdio: 'ignore' });
    await until(
      'The next start does not install',
      () => existsSync(started) && readFileSync(started, 'utf8').endsWith('\n'),
    );
    next.kill(signal);
    await once(next, 'exit');
    if (signal === 'SIGKILL') process.kill(-Number(readFileSync(started, 'utf8')), 'SIGKILL');
  }
});

test('a real npm without network installs nothing', async () => {
  const checkout = new Checkout('PATH=$NPM_PATH exec npm "$@"');
  const result = await checkout.start([], {
    environment: {
      NPM_PATH: process.env['PATH'] ?? '',
      npm_config_cache: join(folder, 'cache'),
      // Nothing listens on the port of `discard`.
      npm_config_registry: 'http://127.0.0.1:9/',
    },
  });
  assertFailed(
    /^Cannot install the dependencies as .*127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/,
    result,
    [installing],
  );
  assert.equal(existsSync(join(checkout.path, 'node_modules', 'fastify')), false);
});

test('packages that are missing are installed again', async () => {
  const checkout = new Checkout('exit 0').install().build();
  assert.equal((await checkout.start()).status, 0);
  rmSync(join(checkout.path, 'node_modules', 'fastify'), { recursive: true });
  assert.equal((await checkout.start()).lines[0], installing);
});

test('a checkout of another user is not written to, and starts if it is complete', needsUser, async () => {
  const close = (path: string): void => {
    chmodSync(path, 0o555);
  };
  const fresh = new Checkout('exit 0');
  close(fresh.path);
  assertFailed(
    /^Cannot install the dependencies as this user may not write to .*: run this command as its owner, or /,
    await fresh.start([], otherUser),
  );
  const installed = new Checkout('exit 0').install();
  for (const part of ['console', 'node_modules']) close(join(installed.path, part));
  assertFailed(
    /^Cannot build the console as this user may not write to .*console: /,
    await installed.start([], otherUser),
  );
  // Built by `npm run build`.
  const built = new Checkout('exit 0').install().build();
  for (const part of [
    'console/dist/index.html',
    'console/dist',
    'console',
    'node_modules',
    'examples/storefront/dist/index.html',
    'tracker/dist/vitrine-tracker.js',
    'elements/dist/shop.js',
  ])
    close(join(built.path, part));
  assert.deepEqual(await built.start([], otherUser), { status: 0, lines: ['arguments serve'] });
});

test('a failed build leaves no page that looks complete', async () => {
  const page = join('console', 'dist', 'index.html');
  const full = new Checkout(failingNpm('Build failed: No space left on device (os error 28)'))
    .install()
    .build();
  assertFailed(/^Cannot build the console as the disk is full: free some space/, await full.start(), [
    building,
  ]);
  assert.equal(existsSync(join(full.path, page)), false);
  const broken = new Checkout(failingNpm('source.js: unexpected token')).install();
  assertFailed(/^Cannot build the console for the reason above/, await broken.start(), [
    building,
    'source.js: unexpected token',
  ]);
});

test('a Node that cannot be run is named', async () => {
  const checkout = new Checkout('exit 0').install().build();
  const node = join(checkout.path, 'node_modules', 'node', 'bin', 'node');
  rmSync(node);
  writeFileSync(node, '', { mode: 0o644 });
  const { status, lines } = await checkout.start();
  assert.equal(status, 1);
  assert.equal(
    lines.at(-1),
    `Cannot start as ${node} cannot be run (EACCES): make it executable by this user, on a file system without the option noexec`,
  );
});
