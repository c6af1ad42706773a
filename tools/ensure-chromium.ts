import { spawnSync } from 'node:child_process';
import { findChromium } from '../test/support/chromium.ts';

/**
 * Sees to it that there is a Chromium for the tests of the console: one that is there, else Playwright's download,
 * else the machine's package manager. Ends with status 1 and the way out where none of them gives one.
 */
const commands: readonly (readonly [what: string, program: string, parameters: readonly string[]])[] = [
  [
    'Playwright’s download',
    process.execPath,
    ['node_modules/playwright-core/cli.js', 'install', '--no-shell', 'chromium'],
  ],
  [
    'apt-get',
    'sh',
    ['-c', `${asRoot('apt-get update')} && ${asRoot('apt-get install -y --no-install-recommends chromium')}`],
  ],
  ['apk', 'sh', ['-c', asRoot('apk add --no-cache chromium')]],
  ['dnf', 'sh', ['-c', asRoot('dnf install -y chromium')]],
  ['brew', 'sh', ['-c', 'brew install --cask chromium']],
];
/** A download that stalls must not hold up the tests for good. */
const downloadMsMax = 5 * 60_000;

/** As root directly; else through sudo where it asks for no password. */
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
