// The order of test files. Workers record their times, and the next run starts the slowest files first.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../bin/folders.mjs';

const remembered = join(root, 'node_modules', '.vitrine', 'test-times.json');

/** What the workers of a queue recorded: CPU seconds and seconds by file. */
export function readTimes(queue) {
  const file = join(queue, 'times');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** How many files of a queue no worker has taken. */
export function untakenCount(queue) {
  const taken = readdirSync(queue)
    .sort()
    .filter((name) => /^\d+$/.test(name));
  const files = readFileSync(join(queue, 'files'), 'utf8')
    .split('\n')
    .filter((file) => file !== '');
  return files.length - taken.length;
}

export function rememberTimes(times) {
  mkdirSync(dirname(remembered), { recursive: true });
  writeFileSync(
    remembered,
    JSON.stringify(Object.fromEntries(times.map(({ file, seconds }) => [file, seconds]))),
  );
}

/** The files in the order in which workers take them: by the seconds of the last run, unknown ones first. */
export function slowestFirst(files) {
  const seconds = existsSync(remembered) ? JSON.parse(readFileSync(remembered, 'utf8')) : {};
  return files.toSorted((a, b) => (seconds[b] ?? Infinity) - (seconds[a] ?? Infinity) || 0);
}

/** The files in an order that the seed decides. */
export function shuffled(files, seed) {
  const key = (file) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  return files
    .map((file) => [key(file), file])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, file]) => file);
}

/** A line for each file that takes a second of CPU time, the slowest first, and their sum. */
export function timesTable(times) {
  const sum = times.reduce((total, { cpu }) => total + cpu, 0);
  const lines = times
    .filter(({ cpu }) => cpu >= 1)
    .sort((a, b) => b.cpu - a.cpu)
    .map(
      ({ file, cpu, seconds }) => `${cpu.toFixed(1).padStart(8)} ${seconds.toFixed(1).padStart(8)}  ${file}`,
    );
  return ['\n   CPU s  seconds  file', ...lines, `${sum.toFixed(1).padStart(8)}           all files`].join(
    '\n',
  );
}
