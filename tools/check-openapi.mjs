// Lints openapi.json and compiles the client types that openapi-typescript makes of it. The programs are no dependencies: they
// are installed into a temporary folder. Without a package registry nothing is checked.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../bin/folders.mjs';
import { say } from './installation/installed.mjs';

const packages = ['@redocly/cli@2.77.0', 'openapi-typescript@7.13.0', 'typescript@5.9.3'];
const steps = [
  ['redocly', 'lint', 'openapi.json', '--format=stylish'],
  ['openapi-typescript', 'openapi.json', '-o', 'client.ts'],
  ['tsc', '--noEmit', '--strict', 'client.ts'],
];

const folder = mkdtempSync(join(tmpdir(), 'vitrine-openapi-check-'));
const run = (command, parameters) =>
  spawnSync(command, parameters, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
try {
  cpSync(join(root, 'openapi.json'), join(folder, 'openapi.json'));
  const install = run('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    ...packages,
  ]);
  if (install.status === 0) process.exitCode = check();
  else say('The document was not checked: its checkers cannot be installed here');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function check() {
  for (const [program, ...parameters] of steps) {
    const { status, stdout, stderr } = run(join(folder, 'node_modules', '.bin', program), parameters);
    const output = `${stdout}${stderr}`;
    if (status === 0 && !/\bYou have \d+ (?:warning|error)/.test(output)) continue;
    say(`${program} rejects openapi.json:\n${output}`);
    return 1;
  }
  say('openapi.json has no warnings, and its client types compile');
  return 0;
}
