import type { PostgresOptions } from '../../../src/cluster/postgres/connection.ts';
import { PostgresLogs } from '../../../src/cluster/postgres/shared-logs.ts';
import type { SharedLog } from '../../../src/ports/cluster/shared-log.ts';
import { LogWriter } from '../log-writer.ts';

/** Processes that write to the log `shop`, each with connections of its own. */
export interface Writers extends AsyncDisposable {
  readonly logs: readonly PostgresLogs[];
  readonly opened: readonly SharedLog[];
  readonly writers: readonly LogWriter[];
}

/** Connects a process for each of the options. */
export async function openWriters(options: readonly PostgresOptions[]): Promise<Writers> {
  const logs = await Promise.all(options.map((one) => PostgresLogs.connect(one)));
  const opened = await Promise.all(logs.map((one) => one.open('shop')));
  return {
    logs,
    opened,
    writers: opened.map((log, i) => new LogWriter(`w${i}`, log)),
    [Symbol.asyncDispose]: async () => {
      for (const one of logs) await one[Symbol.asyncDispose]();
    },
  };
}
