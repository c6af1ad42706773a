// Completes package-lock.json, of the root folder or of the one named (`site`), with the optional packages of other platforms.
//
// Tools such as oxlint come as one package a platform. A registry mirror that lacks some of them makes npm write a lock
// file without those, which `npm ci` then refuses everywhere. Their names and versions stand in the package that asks for
// them, and their platform in their name, so the entries can be written without having them. Run it after every
// `npm install` that changed the lock file; it changes nothing where nothing is missing.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../bin/folders.mjs';

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

const file = join(resolve(root, process.argv[2] ?? '.'), 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = [];
for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[place] !== undefined || !/^\d+\.\d+\.\d+/.test(version)) continue;
    const words = name.split('/').at(-1).split('-');
    const os = systems.find((system) => words.includes(system));
    const cpu = processors.find((processor) => words.includes(processor));
    if (os === undefined || cpu === undefined)
      throw new Error(`Cannot tell the platform of ${name} from its name`);
    lock.packages[place] = {
      version,
      cpu: [cpu],
      ...(parent.dev ? { dev: true } : {}),
      optional: true,
      os: [os],
    };
    added.push(name);
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : Number(a > b))),
);
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stderr.write(`${added.length} optional packages of other platforms added\n`);
