import { resolve } from 'node:path';
import { readDataDir } from '../config.ts';
import { migrate } from '../cluster-tools.ts';
import { version } from '../service.ts';
import { optional, parseArguments, required, UsageError, type Arguments } from './arguments.ts';
import { backups, backUp, isOfBackups, restore } from './commands/backup.ts';
import { cluster } from './commands/cluster.ts';
import { convert } from './commands/convert.ts';
import { doctor } from './commands/doctor.ts';
import { importHistory } from './commands/import-history.ts';
import { keys } from './commands/keys.ts';
import { password } from './commands/password.ts';
import { projects } from './commands/projects.ts';
import { serve } from './commands/serve.ts';
import { apply, pull } from './commands/settings-as-code.ts';
import { exportItems, importFile } from './commands/transfer.ts';
import { demoProject } from '../domain/projects/storefront-key.ts';
import { loadDemo } from './demo/demo-shop.ts';
import { Output } from './output.ts';
import { Progress } from './progress.ts';
import { openTarget } from './target.ts';

const help = `vitrine [command] [options]

  serve                                  run the service; without a command too
  projects create ID [--name --currency] | list | delete ID --yes
  keys create --project ID --scopes A,B [--kind web|server --name --expires --rate --origins --filter --price-lists] | list [--project ID] | revoke ID
  import FILE --project ID [--format ndjson|csv|xml] [--mode replace|update] [--layout NAME] [--encoding NAME] [--decimal point|comma]
         [--mapping JSON|FILE] [--preview] [--rejected FILE]
                                         add and replace items, or change fields of existing ones; - reads stdin;
                                         --rejected writes the rejected lines to a file, to be mended
  import-history FILE --project ID [--format vitrine|ga4|orders] [--end-now]
                                         import past searches, lists and events, GA4's export to BigQuery, or orders in CSV; --end-now moves all
                                         times so that the last one is now; - reads stdin
  export --project ID [--out FILE]       export all items as NDJSON
  convert FILE ... --from SYSTEM --out FOLDER
                                         convert exported files of algolia, meilisearch, typesense, elasticsearch,
                                         opensearch, gorse or recombee to files for import, settings and rules
  pull DIR --project ID                  write the settings, rules, collections and placements of a project as files
  apply DIR [--project ID --dry-run --prune --message TEXT]
                                         make the project as the files say, in one version; --dry-run only shows the
                                         changes, --prune removes what the files do not have
  demo                                   load the demo shop
  password reset [--password-stdin]      set a new password for the console and end its sessions
  backup [NAME]                          back up all data to backups/NAME in the data folder
  backup list [WHERE]                    list the backups in WHERE: a folder or s3://bucket/prefix (VITRINE_BACKUP_TO)
  backup verify [WHERE] [--temp DIR]     restore drill: restore the newest backup in WHERE to a temporary folder, start
                                         a service on it, and compare its items, events and searches
  restore WHERE [--data DIR]             restore a backup, or the newest in WHERE, to an empty data folder
  doctor [FOLDER]                        check the data folder of a stopped service with its environment, or a backup, without
                                         changing it; with --url, a running service
  migrate --from embedded --to opensearch [--data DIR]  copy the data of a stopped service into a
                                         cluster, or back; needs the environment variables of the cluster
  cluster repair [--yes]                 list stuck shards of the cluster; --yes restarts them

  --data DIR          the folder of a stopped service (VITRINE_DATA, ./data)
  --url URL --key KEY a running service, with a key that has the scope admin
  --json              one JSON document on stdout
  --help, --version

  Exit status: 0 success, 1 failure, 2 invalid usage.
`;

/** The specific options of each command, and the maximum of words including its name. */
const commands: Readonly<Record<string, { options: readonly string[]; wordsMax: number }>> = {
  serve: { options: [], wordsMax: 1 },
  projects: { options: ['name', 'currency', 'yes'], wordsMax: 3 },
  keys: {
    options: ['project', 'name', 'kind', 'scopes', 'expires', 'rate', 'origins', 'filter', 'price-lists'],
    wordsMax: 3,
  },
  import: {
    options: ['project', 'format', 'mode', 'layout', 'encoding', 'decimal', 'mapping', 'preview', 'rejected'],
    wordsMax: 2,
  },
  'import-history': { options: ['project', 'format', 'end-now'], wordsMax: 2 },
  export: { options: ['project', 'out'], wordsMax: 1 },
  convert: { options: ['from', 'out'], wordsMax: 1_000 },
  pull: { options: ['project'], wordsMax: 2 },
  apply: { options: ['project', 'dry-run', 'prune', 'message'], wordsMax: 2 },
  demo: { options: [], wordsMax: 1 },
  password: { options: ['password-stdin'], wordsMax: 2 },
  backup: { options: ['temp'], wordsMax: 3 },
  restore: { options: [], wordsMax: 2 },
  doctor: { options: [], wordsMax: 2 },
  migrate: { options: ['from', 'to'], wordsMax: 1 },
  cluster: { options: ['yes'], wordsMax: 2 },
};
const commonOptions = ['json', 'help', 'version', 'data', 'url', 'key'];

/** Runs a command. Returns the exit status. */
async function run(args: Arguments, output: Output): Promise<number> {
  const [command = 'serve'] = args.words;
  if (args.options['version'] === true) {
    output.result({ version }, [version]);
    return 0;
  }
  if (args.help) {
    process.stdout.write(help);
    return 0;
  }
  checkUse(command, args);
  // Files in a data folder are private to this user.
  if (args.url === undefined) process.umask(0o077);
  if (command === 'serve')
    return serve({ json: args.json, ...(args.data === undefined ? {} : { dataDir: resolve(args.data) }) });
  if (command === 'restore') {
    await restore(args, output);
    return 0;
  }
  if (isOfBackups(args)) return (await backups(args, output)) ? 0 : 1;
  if (command === 'doctor') return (await doctor(args, output)) ? 0 : 1;
  if (command === 'migrate') return migrateAll(args, output);
  if (command === 'convert') {
    await convert(args, output);
    return 0;
  }
  if (command === 'cluster') return (await cluster(args, output)) ? 0 : 1;
  if (command === 'password') {
    await password(args, output);
    return 0;
  }
  await using client = await openTarget(args);
  switch (command) {
    case 'projects':
      await projects(args, client, output);
      return 0;
    case 'keys':
      await keys(args, client, output);
      return 0;
    case 'import':
      return (await importFile(args, client, output)) ? 0 : 1;
    case 'import-history':
      return (await importHistory(args, client, output)) ? 0 : 1;
    case 'export':
      await exportItems(args, client, output);
      return 0;
    case 'pull':
      await pull(args, client, output);
      return 0;
    case 'apply':
      await apply(args, client, output);
      return 0;
    case 'demo': {
      const progress = new Progress('Loading the demo shop', null, !args.json && process.stderr.isTTY);
      const { key } = await loadDemo(client, (done, all, doing) => progress.update(done, doing, all));
      progress.end();
      output.result({ project: demoProject, key }, [
        `Loaded the demo shop as project ${demoProject}. Its key: ${key}`,
      ]);
      return 0;
    }
    default:
      await backUp(args, client, output);
      return 0;
  }
}

/** @throws UsageError for arguments that the command would ignore */
function checkUse(command: string, args: Arguments): void {
  const known = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (known === undefined) {
    throw new UsageError(`There is no command \`${command}\`: ${Object.keys(commands).join(', ')}`);
  }
  const surplus = args.words[known.wordsMax];
  if (surplus !== undefined) throw new UsageError(`\`${command}\` does not take ${JSON.stringify(surplus)}`);
  for (const name of Object.keys(args.options)) {
    if (![...commonOptions, ...known.options].includes(name))
      throw new UsageError(`\`${command}\` has no option --${name}`);
  }
  if (args.url !== undefined && command === 'cluster')
    throw new UsageError('cluster requires the environment of a process of the cluster instead of --url');
  if (command === 'convert' && (args.url ?? args.data) !== undefined)
    throw new UsageError('convert only reads and writes files: leave --url, --key and --data out');
  if (args.url !== undefined && ['serve', 'restore', 'migrate', 'password'].includes(command)) {
    throw new UsageError(`${command} requires the folder of a stopped service: --data DIR`);
  }
}

/** `vitrine migrate --from embedded --to opensearch`, or the other direction. */
async function migrateAll(args: Arguments, output: Output): Promise<number> {
  const [from, to] = [required(args, 'from'), required(args, 'to')];
  const isKnown =
    (to === 'opensearch' && from === 'embedded') || (to === 'embedded' && from === 'opensearch');
  if (!isKnown) throw new UsageError('--from and --to must be embedded and opensearch, in either order');
  const folder = resolve(optional(args, 'data') ?? readDataDir());
  const started = Date.now();
  const progress = new Progress('Migrating', null, !args.json && process.stderr.isTTY);
  const moved = await migrate(folder, to, (doing, done, all) => progress.update(done, doing, all));
  progress.end();
  const seconds = (Date.now() - started) / 1000;
  const again = moved.before === 0 ? '' : `, ${moved.before} of them by an earlier run`;
  output.result({ folder, ...moved, seconds }, [
    `${moved.databases} databases, ${(moved.bytes / 1e6).toFixed(1)} MB, moved from ${from} to ${to} and compared row by row${again}, in ${seconds.toFixed(1)} s`,
  ]);
  return 0;
}

const json = process.argv.includes('--json');
const output = new Output(json);
try {
  process.exitCode = await run(parseArguments(process.argv.slice(2)), output);
} catch (error) {
  if (error instanceof UsageError) {
    output.failure(`${error.message}\nSee vitrine --help`);
    process.exitCode = 2;
  } else {
    output.failure(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
