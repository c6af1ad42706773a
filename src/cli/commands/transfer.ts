import { createReadStream, createWriteStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { importFormats, type ImportFormat } from '../../domain/catalog/import-files/file-findings.ts';
import { importModes, type ImportMode } from '../../domain/catalog/import-modes.ts';
import type { ImportProgress } from '../../domain/catalog/import.ts';
import { callOperation, CommandError, send, type ApiClient } from '../api-client.ts';
import { readOption, readRequired, UsageError, readWord, type Arguments } from '../arguments.ts';
import type { Output } from '../output.ts';
import type { Progress } from '../progress.ts';
import { summarizeFile, describeRememberedMapping, formatWarnings } from './file-summary.ts';
import { readMapping, previewFile } from './import-preview.ts';
import { formatErrors } from './line-errors.ts';

/** `vitrine import FILE --project ID`: NDJSON, CSV or XML, `-` for stdin. Fails if a line is rejected. */
export async function importFile(args: Arguments, client: ApiClient, output: Output): Promise<boolean> {
  const file = readWord(args, 1, 'The file to import (- for stdin)');
  const project = readRequired(args, 'project');
  const format = readOption(args, 'format') ?? readFormat(file);
  if (!importFormats.some((known) => known === format))
    throw new UsageError('--format must be ndjson, csv or xml');
  const mode = importModes.find((known) => known === (readOption(args, 'mode') ?? 'replace'));
  if (mode === undefined) throw new UsageError(`--mode must be one of ${importModes.join(', ')}`);
  const settings = { project, format, mode, ...(await readFileOptions(args)) };
  if (args.options['preview'] === true)
    return previewFile(file, new URLSearchParams(settings), client, output);
  const size = file === '-' ? null : (await readFileStat(file)).size;
  const source = file === '-' ? output.terminal.stdin : createReadStream(file, { highWaterMark: 256 * 1024 });
  const progress = output.showProgress(`Importing ${file}`, size);
  const task = `cli-${Date.now().toString(36)}`;
  const watching = watch(client, project, task, progress);
  try {
    const allowRejected = args.options['allow-rejected'] === true ? { allowRejected: 'true' } : {};
    const query = new URLSearchParams({ ...settings, ...allowRejected, task });
    const path = `/api/items/import?${query.toString()}`;
    const answer = (await (
      await send(client, 'POST', path, source as AsyncIterable<Uint8Array>, {
        'content-type': 'application/x-ndjson',
      })
    ).json()) as { task: { progress: ImportProgress } };
    const saved = await saveRejected(client, readOption(args, 'rejected'), { project, task, ...answer.task });
    output.printResult(answer, [...formatSummary(answer.task.progress, mode), ...saved]);
    return answer.task.progress.failed === 0;
  } catch (error) {
    if (!(error instanceof CommandError) || error.task === undefined || error.task === null) throw error;
    // The lines for which nothing was stored.
    const { progress: refused } = error.task as { progress: ImportProgress };
    const saved = await saveRejected(client, readOption(args, 'rejected'), {
      project,
      task,
      progress: refused,
    });
    const text = [error.message, ...formatErrors(refused), ...saved].join('\n');
    throw new CommandError(text, error.errors, error.task);
  } finally {
    clearInterval(watching);
    progress.end();
  }
}

async function saveRejected(
  client: ApiClient,
  file: string | null,
  { project, task, progress }: { project: string; task: string; progress: ImportProgress },
): Promise<string[]> {
  if (file === null || progress.rejected === null) return [];
  const { rows, isCut } = progress.rejected;
  const path = `/api/tasks/${task}/rejected?project=${encodeURIComponent(project)}`;
  // Keeps the byte order mark, which `text()` would remove.
  await writeFile(file, Buffer.from(await (await send(client, 'GET', path, null)).arrayBuffer()));
  return [`Rejected lines: ${file} (${isCut ? 'the first ' : ''}${rows} ${rows === 1 ? 'row' : 'rows'})`];
}

function readFormat(file: string): ImportFormat {
  if (/\.(csv|tsv|txt)$/i.test(file)) return 'csv';
  return /\.(xml|rss|atom)$/i.test(file) ? 'xml' : 'ndjson';
}

/** How the file is read, where it is not detected. The service checks the values. */
async function readFileOptions(args: Arguments): Promise<Record<string, string>> {
  const options = ['layout', 'encoding', 'decimal'].map((name) => [name, readOption(args, name)] as const);
  const mapping = readOption(args, 'mapping');
  return Object.fromEntries([
    ...options.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    ...(mapping === null ? [] : [['mapping', await readMapping(mapping)]]),
  ]) as Record<string, string>;
}

/** Summary of an import: counts, defaults and first errors. */
function formatSummary(
  { created, updated, unchanged, removed, failed, file, defaults, errors }: ImportProgress,
  mode: ImportMode,
): string[] {
  const used = Object.entries(defaults).filter(([, count]) => count > 0);
  const counts = {
    update: `${updated} changed`,
    replace: `${created} added, ${updated} replaced`,
    replaceAll: `${created} added, ${updated} replaced, ${unchanged} unchanged, ${removed} removed`,
  };
  return [
    `${counts[mode]}, ${failed} rejected`,
    ...(file.format === 'ndjson' && file.encoding === 'utf-8' ? [] : [`File: ${summarizeFile(file)}`]),
    ...describeRememberedMapping(file),
    ...formatWarnings(file),
    ...(file.ambiguousColumns.length === 0
      ? []
      : [
          `Read with a decimal point, but may have thousands separators (see --decimal): ${file.ambiguousColumns.join(', ')}`,
        ]),
    ...(used.length === 0
      ? []
      : [`Defaults used: ${used.map(([name, count]) => `${name} (${count})`).join(', ')}`]),
    ...formatErrors({ failed, errors }),
  ];
}

/** `vitrine export --project ID [--out FILE]` */
export async function exportItems(args: Arguments, client: ApiClient, output: Output): Promise<void> {
  const project = readRequired(args, 'project');
  const out = readOption(args, 'out');
  if (args.json && out === null)
    throw new UsageError('--json prints the result on stdout: name a file for the items with --out FILE');
  const response = await send(
    client,
    'GET',
    `/api/items/export?project=${encodeURIComponent(project)}`,
    null,
  );
  if (response.body === null) throw new CommandError('The service returned no export');
  let bytes = 0;
  let items = 0;
  const progress = output.showProgress('Exporting', null, out !== null);
  const countBytes = async function* (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) items++;
      progress.update(bytes, `${items} items`);
      yield chunk;
    }
  };
  const target = out === null ? output.terminal.stdout : createWriteStream(out);
  try {
    await pipeline(response.body, countBytes, target, { end: out !== null });
  } finally {
    progress.end();
  }
  if (out !== null) output.printResult({ items, bytes, file: out }, [`${items} items in ${out}`]);
}

function watch(client: ApiClient, project: string, task: string, progress: Progress): NodeJS.Timeout {
  return setInterval(() => {
    callOperation(client, 'GET', `/api/tasks/${task}?project=${encodeURIComponent(project)}`)
      .then((answer) => {
        const said = (answer['task'] as { progress: { bytes: number; lines: number; failed: number } })
          .progress;
        progress.update(said.bytes, `${said.lines} lines, ${said.failed} rejected`);
      })
      // The task starts with the first byte.
      .catch(() => undefined);
  }, 500);
}

async function readFileStat(file: string) {
  try {
    return await stat(file);
  } catch {
    throw new CommandError(`There is no file ${file}`);
  }
}
