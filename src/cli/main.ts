import { version } from '../lib/package-root.ts';
import { parseArguments, UsageError, type Arguments } from './arguments.ts';
import { commandOf } from './command-table.ts';
import { help } from './help.ts';
import { Output } from './output.ts';

/** Runs a command. Returns the exit status. */
async function run(args: Arguments, output: Output): Promise<number> {
  const [name = 'serve'] = args.words;
  if (args.options['version'] === true) {
    output.result({ version }, [version]);
    return 0;
  }
  if (args.help) {
    process.stdout.write(help);
    return 0;
  }
  const command = commandOf(name, args);
  // Files in a data folder are private to this user.
  if (args.url === undefined) process.umask(0o077);
  return await command.run(args, output);
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
