import { version } from '../lib/package-root.ts';
import { parseArguments, UsageError, type Arguments } from './arguments.ts';
import { findCommand } from './command-table.ts';
import { help } from './help.ts';
import { Output, type Terminal } from './output.ts';

/** Runs a command, reports its errors, and returns the exit status. `argv` lacks the program. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const output = new Output(argv.includes('--json'), terminal);
  try {
    return await run(parseArguments(argv), output);
  } catch (error) {
    if (error instanceof UsageError) {
      output.printFailure(`${error.message}\nSee vitrine --help`);
      return 2;
    }
    output.printFailure(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function run(args: Arguments, output: Output): Promise<number> {
  const [name = 'serve'] = args.words;
  if (args.options['version'] === true) {
    output.printResult({ version }, [version]);
    return 0;
  }
  if (args.help) {
    output.terminal.stdout.write(help);
    return 0;
  }
  return await findCommand(name, args).run(args, output);
}
