import { ConfigError, type Config } from '../config.ts';
import { openFileLimit } from '../lib/open-file-limit.ts';
import { withFolderProblem } from '../service.ts';

/** Minimum of open files: the threads, and the databases and sockets of one project, need about 50. */
const openFilesMin = 64;
const addressCodes = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT', 'EINVAL']);

type Settings = Pick<Config, 'host' | 'port' | 'dataDir'>;

/** @throws Error if this process may open too few files */
export function refuseLowFileLimit(limit = openFileLimit()): void {
  if (limit !== null && limit < openFilesMin)
    throw new Error(
      `this process may open ${limit} files only: raise the limit, as with \`ulimit -n 4096\` (\`ulimit -Hn\` shows the maximum)`,
    );
}

/** The message of a service that cannot start: one sentence with the cause and a solution. `config` is null if it is invalid. */
export function startFailure(error: unknown, config: Settings | null): string {
  if (error instanceof ConfigError) return error.message;
  return `Cannot start: ${describeCause(error, config)}`;
}

function describeCause(error: unknown, config: Settings | null): string {
  const listening = config === null ? null : describeListeningProblem(error, config);
  if (listening !== null) return listening;
  const explained = config === null ? error : withFolderProblem(error, config.dataDir);
  return explained instanceof Error ? explained.message : String(explained);
}

/** Says why HOST and PORT cannot be used, or returns null if the error has another cause. */
function describeListeningProblem(error: unknown, { host, port }: Settings): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  // Errors of serving threads have no `syscall`.
  if (!['listen', 'bind', 'getaddrinfo'].includes(syscall) && !error.message.startsWith('listen '))
    return null;
  if (code === 'EADDRINUSE')
    return `another process listens on port ${port} of ${host}: stop that one, or choose another port with PORT`;
  if (code === 'EACCES') return `this user may not listen on port ${port}: choose one from 1024 with PORT`;
  if (addressCodes.has(code))
    return `HOST must be an address of this machine, as 127.0.0.1, or 0.0.0.0 for all; current value is ${JSON.stringify(host)}`;
  return null;
}
