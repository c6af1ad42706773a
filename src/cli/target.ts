import { resolve } from 'node:path';
import { readConfig } from '../config.ts';
import type { ApiClient } from './api-client.ts';
import type { Arguments } from './arguments.ts';

/**
 * Connects a command to a running service (`--url`, `--key`), or serves the folder of a stopped one on a free port for the
 * duration of the command.
 */
export async function openTarget(args: Arguments): Promise<ApiClient> {
  if (args.url !== undefined && args.key !== undefined) {
    return {
      url: args.url,
      headers: { 'x-api-key': args.key },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const config = readConfig();
  const dataDir = args.data === undefined ? config.dataDir : resolve(args.data);
  // Not loaded for a running service.
  const { serveStopped } = await import('./stopped-service.ts');
  return await serveStopped({ ...config, dataDir });
}
