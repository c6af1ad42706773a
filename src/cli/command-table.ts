import { resolve } from 'node:path';
import { UsageError, type Arguments } from './arguments.ts';
import type { ApiClient } from './api-client.ts';
import type { Output } from './output.ts';
import { openTarget } from './target.ts';

/** A command and how it is used. */
export interface Command {
  /** Its own options. */
  readonly options: readonly string[];
  /** The maximum of words, including its name. */
  readonly wordsMax: number;
  /** Returns the exit status. */
  readonly run: (args: Arguments, output: Output) => Promise<number>;
}

/** Whether a command succeeded; without a result, it did. */
type Result = Promise<boolean | void>;

const toExitStatus = async (result: Result): Promise<number> => ((await result) === false ? 1 : 0);

/** A command on files, a folder or a cluster. */
const createLocalCommand =
  (run: (args: Arguments, output: Output) => Result): Command['run'] =>
  (args, output) =>
    toExitStatus(run(args, output));

/** A command on a running service, or the folder of a stopped one. */
const createServiceCommand =
  (run: (args: Arguments, client: ApiClient, output: Output) => Result): Command['run'] =>
  async (args, output) => {
    await using client = await openTarget(args, output.terminal);
    return await toExitStatus(run(args, client, output));
  };

/** A command loads its modules when it runs, as all modules of the service take half a second. */
export const commands: Readonly<Record<string, Command>> = {
  serve: {
    options: [],
    wordsMax: 1,
    run: async ({ data, json }) => {
      const { serve } = await import('./commands/serve.ts');
      return await serve({ json, ...(data === undefined ? {} : { dataDir: resolve(data) }) });
    },
  },
  projects: {
    options: ['name', 'currency', 'yes'],
    wordsMax: 3,
    run: createServiceCommand(async (...request) =>
      (await import('./commands/projects.ts')).projects(...request),
    ),
  },
  keys: {
    options: ['project', 'name', 'kind', 'scopes', 'expires', 'rate', 'origins', 'filter', 'price-lists'],
    wordsMax: 3,
    run: createServiceCommand(async (...request) => (await import('./commands/keys.ts')).keys(...request)),
  },
  import: {
    options: [
      'project',
      'format',
      'mode',
      'layout',
      'encoding',
      'decimal',
      'mapping',
      'preview',
      'rejected',
      'allow-rejected',
    ],
    wordsMax: 2,
    run: createServiceCommand(async (...request) =>
      (await import('./commands/transfer.ts')).importFile(...request),
    ),
  },
  connect: {
    options: ['project', 'schedule', 'yes'],
    wordsMax: 2,
    run: createServiceCommand(async (...request) =>
      (await import('./commands/connect.ts')).connect(...request),
    ),
  },
  'import-history': {
    options: ['project', 'format', 'end-now'],
    wordsMax: 2,
    run: createServiceCommand(async (...request) =>
      (await import('./commands/import-history.ts')).importHistory(...request),
    ),
  },
  export: {
    options: ['project', 'out'],
    wordsMax: 1,
    run: createServiceCommand(async (...request) =>
      (await import('./commands/transfer.ts')).exportItems(...request),
    ),
  },
  convert: {
    options: ['from', 'out'],
    wordsMax: 1_000,
    run: createLocalCommand(async (...request) =>
      (await import('./commands/convert.ts')).convert(...request),
    ),
  },
  pull: {
    options: ['project'],
    wordsMax: 2,
    run: createServiceCommand(async (...request) =>
      (await import('./commands/settings-as-code.ts')).pull(...request),
    ),
  },
  apply: {
    options: ['project', 'dry-run', 'prune', 'message'],
    wordsMax: 2,
    run: createServiceCommand(async (...request) =>
      (await import('./commands/settings-as-code.ts')).apply(...request),
    ),
  },
  demo: {
    options: [],
    wordsMax: 1,
    run: createServiceCommand(async (...request) => (await import('./commands/demo.ts')).demo(...request)),
  },
  password: {
    options: ['password-stdin'],
    wordsMax: 2,
    run: createLocalCommand(async (...request) =>
      (await import('./commands/password.ts')).password(...request),
    ),
  },
  backup: {
    options: ['temp'],
    wordsMax: 3,
    run: async (args, output) => {
      const { backUp, inspectBackups, readsStoredBackups } = await import('./commands/backup.ts');
      return await (
        readsStoredBackups(args) ? createLocalCommand(inspectBackups) : createServiceCommand(backUp)
      )(args, output);
    },
  },
  restore: {
    options: [],
    wordsMax: 2,
    run: createLocalCommand(async (...request) => (await import('./commands/backup.ts')).restore(...request)),
  },
  doctor: {
    options: ['site', 'project'],
    wordsMax: 2,
    run: createLocalCommand(async (...request) => (await import('./commands/doctor.ts')).doctor(...request)),
  },
  migrate: {
    options: ['from', 'to'],
    wordsMax: 1,
    run: createLocalCommand(async (...request) =>
      (await import('./commands/migrate.ts')).migrateAll(...request),
    ),
  },
  cluster: {
    options: ['yes'],
    wordsMax: 2,
    run: createLocalCommand(async (...request) =>
      (await import('./commands/cluster.ts')).cluster(...request),
    ),
  },
};
const commonOptions = ['json', 'help', 'version', 'data', 'url', 'key'];

/** The named command. @throws UsageError for an unknown one, and for arguments that it would ignore */
export function findCommand(name: string, args: Arguments): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new UsageError(`There is no command \`${name}\`: ${Object.keys(commands).join(', ')}`);
  const surplus = args.words[command.wordsMax];
  if (surplus !== undefined) throw new UsageError(`\`${name}\` does not take ${JSON.stringify(surplus)}`);
  for (const option of Object.keys(args.options)) {
    if (![...commonOptions, ...command.options].includes(option))
      throw new UsageError(`\`${name}\` has no option --${option}`);
  }
  if (args.url !== undefined && name === 'cluster')
    throw new UsageError('cluster requires the environment of a process of the cluster instead of --url');
  if (name === 'convert' && (args.url ?? args.data) !== undefined)
    throw new UsageError('convert only reads and writes files: leave --url, --key and --data out');
  if (args.url !== undefined && ['serve', 'restore', 'migrate', 'password'].includes(name))
    throw new UsageError(`${name} requires the folder of a stopped service: --data DIR`);
  return command;
}
