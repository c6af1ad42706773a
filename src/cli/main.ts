import { runCommand } from './run-command.ts';

const argv = process.argv.slice(2);
// Files in a data folder are private to this user. A command on a running service writes no such file.
if (!argv.some((argument) => /^--url(?:=|$)/.test(argument))) process.umask(0o077);
process.exitCode = await runCommand(argv, process);
