import { spawnSync } from 'node:child_process';
import { findChromium } from '../../test/support/chromium.ts';

/**
 * Provides a Chromium for the console tests: an installed one, Playwright's download, or the system's package manager. Exits
 * with status 1 and a hint if all fail: their tests are then skipped.
 */
const commands: readonly (readonly [what: string, program: string, parameters: readonly string[]])[] = [
  [
    'Playwright’s download',
    process.execPath,
    ['node_modules/playwright-core/cli.js', 'install', '--only-shell', 'chromium'],
  ],
  [
    'apt-get',
    'sh',
    [
      '-c',
      `${asRoot('apt-get update')} && (${aptInstall('chromium-headless-shell')} || ${aptInstall('chromium')})`,
    ],
  ],
  ['apk', 'sh', ['-c', asRoot('apk add --no-cache chromium')]],
  ['dnf', 'sh', ['-c', asRoot('dnf install -y chromium')]],
  ['brew', 'sh', ['-c', 'brew install --cask chromium']],
];
/** Timeout of a stalled download. */
const downloadMsMax = 5 * 60_000;

/** With the shell alone where the system has it as a package. */
function aptInstall(name: string): string {
  return asRoot(`apt-get install -y --no-install-recommends ${name}`);
}

/** As root directly, otherwise with sudo if it needs no password. */
function asRoot(command: string): string {
  return process.getuid?.() === 0 ? command : `sudo -n ${command}`;
}

for (const [what, program, parameters] of commands) {
  if (findChromium() !== null) break;
  if (program === 'sh' && spawnSync('sh', ['-c', `command -v ${what}`]).status !== 0) continue;
  process.stderr.write(`No Chromium for the tests of the console: trying ${what} ...\n`);
  const { status } = spawnSync(program, parameters, {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: downloadMsMax,
  });
  if (status !== 0) process.stderr.write(`  ${what} did not give one\n`);
}
if (findChromium() === null) {
  process.stderr.write(
    'Cannot test the console without a Chromium: install one, or name it in CHROMIUM_PATH\n',
  );
  process.exitCode = 1;
}
