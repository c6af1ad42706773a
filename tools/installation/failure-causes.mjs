// Why an installation or a build fails, in words that follow "as", with a solution: what can be known before it, and from what it printed.
import fs from 'node:fs';
import { dirname } from 'node:path';
import { root } from '../../bin/folders.mjs';

/** What `node_modules` takes, with the tools of the tests. */
const installedMegabytes = 750;
const megabyte = 1024 * 1024;

/** Why a file or folder cannot be created or changed; null: it can be. */
export function writeProblem(path) {
  let existing = path;
  while (!fs.existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  try {
    fs.accessSync(existing, fs.constants.W_OK);
    return null;
  } catch ({ code }) {
    return deniedAt(existing, code);
  }
}

function deniedAt(path, code) {
  if (code === 'EROFS')
    return `${path} is on a read-only file system: copy ${root} to one that can be written, and start it there`;
  // Other folders are those of npm, such as its cache.
  const owned = path.startsWith(root) ? root : dirname(path);
  return `this user may not write to ${path}: run this command as its owner, or take it over with \`sudo chown -R "$(id -un)" "${owned}"\``;
}

/** Why the dependencies do not fit on the disk of a folder; null: they do. */
export function spaceProblem(folder) {
  const { bavail, bsize } = fs.statfsSync(folder);
  const free = Math.floor((bavail * bsize) / megabyte);
  if (free >= installedMegabytes) return null;
  return `they take ${installedMegabytes} MB, and ${free} MB are free on the disk of ${folder}: free some space, then run this command again`;
}

const causes = [
  [
    /(?<program>\S+): not in PATH/,
    ({ program }) => `${program} is not in PATH: install Node with npm from https://nodejs.org`,
  ],
  [
    /ENOSPC|EDQUOT|no space left on device/i,
    () => `the disk is full: free some space on the disk of ${root}, then run this command again`,
  ],
  [/E(?:ACCES|PERM|ROFS)\b.*? '(?<path>[^'\n]+)'/, ({ path }, text) => deniedAt(path, findErrorCode(text))],
  [
    /EMFILE|too many open files/i,
    () =>
      'this shell allows too few open files: run `ulimit -n 4096` in it, then this command again (`ulimit -Hn` shows the maximum)',
  ],
  [
    /code EUSAGE/,
    () =>
      'package.json and package-lock.json do not match: undo changes with `git checkout package.json package-lock.json`, or run `npm install`',
  ],
  [
    /code (?<code>\S*(?:CERT|SIGNATURE)\S*)/,
    ({ code }) =>
      `npm does not trust the certificate of the package registry (${code}): name the file of your certificate authority with \`npm config set cafile FILE\``,
  ],
  [
    /code (?:E401|E403|E404|ENOTCACHED|ETARGET)\b.*?(?<address>https?:\/\/[^\s'"]+)/s,
    ({ address }) =>
      `the package registry does not provide ${address}: name another one with \`npm config set registry URL\``,
  ],
  [
    /ERR_MODULE_NOT_FOUND|Cannot find (?:module|package|native binding)|command not found|: not found/,
    () => `files are missing in ${root}/node_modules: delete that folder, then run this command again`,
  ],
];

const findErrorCode = (text) => /E(?:ACCES|PERM|ROFS)\b/.exec(text)?.[0];
const networkFailure =
  /code (?<code>EAI_AGAIN|ENOTFOUND|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR)/;

/** Whether and why the registry was not reached. */
export function networkProblem(output) {
  const { code } = networkFailure.exec(output)?.groups ?? {};
  if (code === undefined) return null;
  const registry = /https?:\/\/[^/\s]+/.exec(output)?.[0] ?? 'of npm';
  return `the package registry ${registry} cannot be reached (${code}): connect this machine to the network, or name a mirror with \`npm config set registry URL\``;
}

/** The cause of what a program printed when it failed; null: unknown. */
export function findCause(output) {
  for (const [pattern, describe] of causes) {
    const match = pattern.exec(output);
    if (match !== null) return describe(match.groups ?? {}, output);
  }
  return networkProblem(output);
}
