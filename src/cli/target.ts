import { resolve } from 'node:path';
import { readConfig, readDataDir } from '../config.ts';
import { CommandError, type ApiClient } from './api-client.ts';
import type { Arguments } from './arguments.ts';
import type { Terminal } from './output.ts';

/**
 * Connects a command to a running service (`--url`, `--key`), or serves the folder of a stopped one on a free port for the
 * duration of the command.
 * @throws CommandError without a service and a data folder: a command in the wrong folder would create one there
 */
export async function openTarget(args: Arguments, { env }: Terminal): Promise<ApiClient> {
  if (args.url !== undefined && args.key !== undefined) {
    return {
      url: args.url,
      headers: { 'x-api-key': args.key },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const config = readConfig(env);
  const dataDir = args.data === undefined ? config.dataDir : resolve(args.data);
  // Loaded here, as a running service does not need it.
  const { isDataFolder } = await import('../service.ts');
  const isNamed = args.data !== undefined || dataDir !== readDataDir({});
  if (!isNamed && config.cluster === null && !isDataFolder(dataDir))
    throw new CommandError(
      `There is no data folder at ${dataDir}: connect to a running service with --url and --key, or name the folder of a stopped one with --data`,
    );
  const { serveStopped } = await import('./stopped-service.ts');
  return await serveStopped({ ...config, dataDir });
}
