// Runs a program that stops when npm does. Arguments: the parent process that npm started, the file of the program, its arguments.
import { pathToFileURL } from 'node:url';
import { watchParent } from './parent-watch.mjs';

const [node, , parent, program, ...parameters] = process.argv;
process.argv = [node, program, ...parameters];
watchParent(Number(parent), () => process.kill(process.pid, 'SIGTERM'));
await import(pathToFileURL(program).href);
