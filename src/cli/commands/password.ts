import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { readConfig, type Config } from '../../config.ts';
import { createRandomSecret } from '../../lib/random-id.ts';
import { isDataFolder } from '../../service.ts';
import { CommandError } from '../api-client.ts';
import { UsageError, readWord, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';
import { openStopped } from '../stopped-service.ts';

const generatedBits = 96;

/**
 * `vitrine password reset [--password-stdin]`: sets a new password of the first owner, for an operator who lost it. Requires the folder
 * of a stopped service, or write access to the cluster, whose processes may run.
 */
export async function password(args: Arguments, output: Output): Promise<void> {
  const action = readWord(args, 1, 'reset');
  if (action !== 'reset') throw new UsageError(`There is no \`password ${action}\`: reset`);
  const isGiven = args.options['password-stdin'] === true;
  const next = isGiven ? await readFirstLine(output.terminal.stdin) : createRandomSecret(generatedBits);
  const config = readConfig(output.terminal.env);
  await reset(args.data === undefined ? config : { ...config, dataDir: resolve(args.data) }, next);
  const sessionNote = 'The sessions of the first owner have ended.';
  if (isGiven) output.printResult({ reset: true }, [`The password is reset. ${sessionNote}`]);
  else
    output.printResult({ reset: true, password: next }, [
      `New password  ${next}`,
      `It is shown only once. ${sessionNote}`,
    ]);
}

/** @throws CommandError without a password to reset; VitrineError invalid_request */
async function reset(config: Config, next: string): Promise<void> {
  const { cluster, dataDir } = config;
  if (cluster === null && !isDataFolder(dataDir))
    throw new CommandError(`Cannot reset the password of ${dataDir}: it is not the data folder of a service`);
  await using stack = new AsyncDisposableStack();
  // The cluster's data folder is a copy, locked by a running process: a temporary folder suffices.
  const folder = cluster === null ? dataDir : await mkdtemp(join(tmpdir(), 'vitrine-password-'));
  if (cluster !== null) stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { access, clock, engine } = stack.use(await openStopped({ ...config, dataDir: folder }));
  if (!access.hasUsers)
    throw new CommandError('Cannot reset the password as none is set yet: the first start sets it');
  await access.setPassword(next);
  await engine.store.auditLog.append({
    at: clock.now(),
    actor: { kind: 'command', id: null, name: 'Command line' },
    operation: 'resetPassword',
    project: null,
    target: null,
    address: '',
    outcome: 'done',
  });
}

/** The first line without its line end. Spaces belong to the password. */
async function readFirstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stdin, crlfDelay: Infinity });
  for await (const line of lines) return line;
  return '';
}
