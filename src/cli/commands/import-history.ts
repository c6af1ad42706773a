import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ConvertedHistory } from '../../domain/history-import/sources/converted-history.ts';
import type { HistoryProgress } from '../../domain/history-import/history-import.ts';
import { parseTime } from '../../lib/epoch-time.ts';
import { callOperation, CommandError, send, type ApiClient } from '../api-client.ts';
import { readOption, readRequired, UsageError, readWord, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';
import { createItemLookup, convertHistory, detectHistoryFormat, historyFormats } from './foreign-history.ts';
import { formatErrors } from './line-errors.ts';

const linesOfPiece = 1_000;

/** What an import of a history takes, besides the file. */
interface HistoryOptions {
  readonly project: string;
  /** The lines of a file of another tool, or null if the file has the lines itself. */
  readonly converted?: ConvertedHistory | null;
  /** Whether all times are moved so that the last one is now. */
  readonly endsNow: boolean;
  /** Read if the file is `-`; omitted: of this process. */
  readonly stdin?: NodeJS.ReadableStream;
  readonly onProgress: (progress: HistoryProgress) => void;
}

/**
 * `vitrine import-history FILE --project ID [--format vitrine|ga4|orders] [--end-now]`: NDJSON, GA4's export to BigQuery or orders in
 * CSV, also compressed by gzip. Fails if a line is rejected.
 */
export async function importHistory(args: Arguments, client: ApiClient, output: Output): Promise<boolean> {
  const file = readWord(args, 1, 'The file to import (- for stdin)');
  const endsNow = args.options['end-now'] === true;
  if (endsNow && file === '-') throw new UsageError('--end-now reads the file twice: name a file');
  const progress = output.showProgress(`Importing ${file}`, null);
  const project = readRequired(args, 'project');
  const { stdin } = output.terminal;
  const chosen = readOption(args, 'format');
  if (chosen !== null && !historyFormats.some((known) => known === chosen))
    throw new UsageError(`--format must be one of ${historyFormats.join(', ')}`);
  try {
    const format = chosen ?? (file === '-' ? 'vitrine' : await detectHistoryFormat(readBytes(file)));
    const converted =
      format === 'ga4' || format === 'orders'
        ? await convertHistory(readBytes(file, stdin), format, await createItemLookup(client, project))
        : null;
    const done = await sendHistory(client, file, {
      project,
      endsNow,
      converted,
      stdin,
      onProgress: ({ lines, failed }) => progress.update(lines, `${lines} lines, ${failed} rejected`),
    });
    const skipped = converted?.skipped ?? {};
    output.printResult({ progress: done, ...(converted === null ? {} : { skipped }) }, [
      `${done.searches} searches, ${done.lists} lists, ${done.events} events, ${done.failed} rejected`,
      ...(done.duplicates === 0 ? [] : [`${done.duplicates} were known`]),
      ...(done.expired === 0 ? [] : [`${done.expired} searches and lists are too old to be kept`]),
      ...Object.entries(skipped).map(([reason, count]) => `${count} ${reason}: left out`),
      ...formatErrors(done),
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
  { project, endsNow, converted = null, stdin = process.stdin, onProgress }: HistoryOptions,
): Promise<HistoryProgress> {
  const lastAt =
    converted === null ? async () => findLastTime(file) : async () => converted.lastAt ?? Date.now();
  const shiftMs = endsNow ? Date.now() - Math.round(await lastAt()) : 0;
  const body = converted === null ? readBytes(file, stdin) : encodeLines(converted.lines);
  const task = `cli-${Date.now().toString(36)}`;
  const watching = setInterval(() => {
    callOperation(client, 'GET', `/api/tasks/${task}?project=${encodeURIComponent(project)}`)
      .then((answer) => onProgress((answer['task'] as { progress: HistoryProgress }).progress))
      // The task starts with the first byte.
      .catch(() => undefined);
  }, 500);
  try {
    const path = `/admin/projects/${encodeURIComponent(project)}/history?task=${task}&shiftMs=${shiftMs}`;
    const reply = await send(client, 'POST', path, body, { 'content-type': 'application/x-ndjson' });
    const answer = (await reply.json()) as { task: { progress: HistoryProgress } };
    return answer.task.progress;
  } finally {
    clearInterval(watching);
  }
}

/** The bytes of a file, decompressed if its name ends with `.gz`. @throws CommandError if it cannot be read */
export async function* readBytes(
  file: string,
  stdin: NodeJS.ReadableStream = process.stdin,
): AsyncGenerator<Uint8Array> {
  try {
    const bytes = file === '-' ? stdin : createReadStream(file, { highWaterMark: 256 * 1024 });
    // The loop gets the errors of the pipeline.
    const decompressed = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
    yield* decompressed as AsyncIterable<Uint8Array>;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new CommandError(`Cannot read ${file}: ${cause}`);
  }
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* encodeLines(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < lines.length; at += linesOfPiece)
    yield Buffer.from(`${lines.slice(at, at + linesOfPiece).join('\n')}\n`);
}

/** The latest time in a file, in ms since 1970. @throws CommandError without one */
async function findLastTime(file: string): Promise<number> {
  let last = -Infinity;
  for await (const line of createInterface({ input: Readable.from(readBytes(file)) })) {
    const at = readLineTime(line);
    if (at > last) last = at;
  }
  if (last === -Infinity) throw new CommandError(`${file} has no line with \`at\``);
  return last;
}

/** The time of a line; NaN without one. The service reports lines that are not valid. */
function readLineTime(line: string): number {
  try {
    const [shown] = Object.values(JSON.parse(line) as Record<string, { at?: unknown }>);
    const at = shown?.at;
    return typeof at === 'string' || typeof at === 'number' ? parseTime(at) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
