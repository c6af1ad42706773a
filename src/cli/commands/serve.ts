import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { readConfig, type Config } from '../../config.ts';
import { resolveImportsDirectly } from '../../lib/direct-imports.ts';
import { PreparedThread } from '../../threads/prepared-thread.ts';

/** Maximum of V8 marking threads. */
const markersMax = 4;

/** Runs the service until SIGTERM or SIGINT. Returns the exit status: 0, or 1 if it cannot start. */
export async function serve(options: { dataDir?: string; json?: boolean } = {}): Promise<number> {
  const { json = false } = options;
  // With --json, stdout has only the document; messages go to stderr.
  const print = (line: string): void => void (json ? process.stderr : process.stdout).write(`${line}\n`);
  const printReady = (url: string): void => {
    if (json) process.stdout.write(`${JSON.stringify({ ready: url })}\n`);
    print(`ready ${url}`);
  };
  leaveACore();
  // Files in the data folder are private to this user.
  process.umask(0o077);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  // `on`, as Ctrl+C reaches the process from the terminal and again from parent processes.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  let config: Config | null = null;
  try {
    const environmentConfig = readConfig();
    config = { ...environmentConfig, dataDir: options.dataDir ?? environmentConfig.dataDir };
    // The thread and this one load their modules at the same time, so those of this one are imported later.
    await using prepared = config.threads > 0 ? new PreparedThread() : null;
    resolveImportsDirectly();
    const { runService } = await import('../run-service.ts');
    await runService(config, { prepared, stopping: stopping.signal, print, printReady });
    return 0;
  } catch (error) {
    const { startFailure } = await import('../start-failure.ts');
    const message = startFailure(error, config);
    if (json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
    process.stderr.write(`${message}\n`);
    return 1;
  }
}

/**
 * Limits V8 marking threads to leave a core for the main thread: on small machines they would occupy all cores for a third of
 * a second.
 */
function leaveACore(): void {
  const markers = Math.max(1, Math.min(markersMax, availableParallelism() - 1));
  setFlagsFromString(`--concurrent-marking-max-worker-num=${markers}`);
}
