import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { HistoryProgress } from '../../domain/history/history-import.ts';
import { ask, CommandError, send, type ApiClient } from '../api-client.ts';
import { required, UsageError, word, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';
import { Progress } from '../progress.ts';
import { errorLines } from './line-errors.ts';

/** What an import of a history takes, besides the file. */
interface HistoryOptions {
  readonly project: string;
  /** Whether all times are moved so that the last one is now. */
  readonly endsNow: boolean;
  readonly onProgress: (progress: HistoryProgress) => void;
}

/** `vitrine import-history FILE --project ID [--end-now]`: NDJSON, also compressed by gzip. Fails if a line is rejected. */
export async function importHistory(args: Arguments, client: ApiClient, output: Output): Promise<boolean> {
  const file = word(args, 1, 'The file to import (- for stdin)');
  const endsNow = args.options['end-now'] === true;
  if (endsNow && file === '-') throw new UsageError('--end-now reads the file twice: name a file');
  const progress = new Progress(`Importing ${file}`, null, !args.json && process.stderr.isTTY);
  try {
    const done = await sendHistory(client, file, {
      project: required(args, 'project'),
      endsNow,
      onProgress: ({ lines, failed }) => progress.update(lines, `${lines} lines, ${failed} rejected`),
    });
    output.result({ progress: done }, [
      `${done.searches} searches, ${done.lists} lists, ${done.events} events, ${done.failed} rejected`,
      ...(done.duplicates === 0 ? [] : [`${done.duplicates} were known`]),
      ...(done.expired === 0 ? [] : [`${done.expired} searches and lists are too old to be kept`]),
      ...errorLines(done),
    ]);
    return done.failed === 0;
  } finally {
    progress.end();
  }
}

/** Imports the history in a file. @throws CommandError */
export async function sendHistory(
  client: ApiClient,
  file: string,
  { project, endsNow, onProgress }: HistoryOptions,
): Promise<HistoryProgress> {
  const shiftMs = endsNow ? Date.now() - Math.round(await lastTime(file)) : 0;
  const task = `cli-${Date.now().toString(36)}`;
  const watching = setInterval(() => {
    ask(client, 'GET', `/api/tasks/${task}?project=${encodeURIComponent(project)}`)
      .then((answer) => onProgress((answer['task'] as { progress: HistoryProgress }).progress))
      // The task starts with the first byte.
      .catch(() => undefined);
  }, 500);
  try {
    const path = `/admin/projects/${encodeURIComponent(project)}/history?task=${task}&shiftMs=${shiftMs}`;
    const reply = await send(client, 'POST', path, bytesOf(file), { 'content-type': 'application/x-ndjson' });
    const answer = (await reply.json()) as { task: { progress: HistoryProgress } };
    return answer.task.progress;
  } finally {
    clearInterval(watching);
  }
}

/** The bytes of a file, decompressed if its name ends with `.gz`. @throws CommandError if it cannot be read */
export async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    const bytes = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 256 * 1024 });
    // The loop gets the errors of the pipeline.
    const decompressed = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
    yield* decompressed as AsyncIterable<Uint8Array>;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new CommandError(`Cannot read ${file}: ${cause}`);
  }
}

/** The latest time in a file, in ms since 1970. @throws CommandError without one */
async function lastTime(file: string): Promise<number> {
  let last = -Infinity;
  for await (const line of createInterface({ input: Readable.from(bytesOf(file)) })) {
    const at = timeIn(line);
    if (at > last) last = at;
  }
  if (last === -Infinity) throw new CommandError(`${file} has no line with \`at\``);
  return last;
}

/** The time of a line; NaN without one. The service reports lines that are not valid. */
function timeIn(line: string): number {
  try {
    const [shown] = Object.values(JSON.parse(line) as Record<string, { at?: unknown }>);
    const at = shown?.at;
    return typeof at === 'string' ? Date.parse(at) : typeof at === 'number' ? at : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
