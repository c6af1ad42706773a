// A lock that one process of this machine can hold, for installations and builds: two at once remove each other's files.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Takes the lock of a folder. It is a socket that listens, as the system closes it however a process ends. Resolves with a function that
 * releases it; null: another process of this user has it.
 */
export async function takeLock(folder) {
  const owner = `${process.getuid?.() ?? ''} ${folder}`;
  const name = `vitrine-${createHash('sha256').update(owner).digest('hex').slice(0, 16)}`;
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const release = await listen(path);
  if (release !== null) return release;
  if (await replies(path)) return null;
  // Left by a process that was killed.
  remove(path);
  return await listen(path);
}

/** Null: the socket exists. Without a folder for temporary files, there is no lock. */
function listen(path) {
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve) => {
    server.once('error', ({ code }) => resolve(code === 'EADDRINUSE' ? null : () => undefined));
    server.listen(path, () => {
      const onExit = () => remove(path);
      process.once('exit', onExit);
      resolve(() => {
        process.off('exit', onExit);
        server.close();
      });
    });
  });
}

function remove(path) {
  try {
    rmSync(path, { force: true });
  } catch {
    // Another user has made it: then it stays, and the lock is refused.
  }
}

function replies(path) {
  const connection = connect(path);
  return new Promise((resolve) => {
    connection.once('connect', () => resolve(true));
    connection.once('error', () => resolve(false));
  }).finally(() => connection.destroy());
}
