import { open, readFile } from 'node:fs/promises';
import type { ImportPreview } from '../../domain/catalog/import-preview.ts';
import { limits } from '../../ports/limits.ts';
import { CommandError, send, type ApiClient } from '../api-client.ts';
import type { Output } from '../output.ts';
import { describeRememberedMapping, formatWarnings } from './file-summary.ts';
import { formatErrors } from './line-errors.ts';

const itemsShown = 3;

/** `vitrine import FILE --preview`: what the columns of the file become. Sends its first megabyte, and stores nothing. */
export async function previewFile(
  file: string,
  query: URLSearchParams,
  client: ApiClient,
  output: Output,
): Promise<boolean> {
  const { bytes, isPart } = await readBeginning(file, output.terminal.stdin);
  query.set('partial', String(isPart));
  async function* streamBody(): AsyncIterable<Uint8Array> {
    yield bytes;
  }
  const path = `/api/items/import/preview?${query.toString()}`;
  const headers = { 'content-type': 'application/x-ndjson' };
  const answer = (await (await send(client, 'POST', path, streamBody(), headers)).json()) as {
    preview: ImportPreview;
  };
  output.printResult(answer, formatPreview(answer.preview));
  return answer.preview.failed === 0 && answer.preview.problems.length === 0;
}

/** The mapping of an option: JSON, or the name of a file with it. */
export async function readMapping(option: string): Promise<string> {
  if (option.trimStart().startsWith('{')) return option;
  try {
    return await readFile(option, 'utf8');
  } catch {
    throw new CommandError(`There is no file ${option}: --mapping is JSON or a file with JSON`);
  }
}

async function readBeginning(
  file: string,
  stdin: NodeJS.ReadableStream,
): Promise<{ bytes: Uint8Array; isPart: boolean }> {
  const bytesMax = limits.importPreviewBytesMax;
  if (file === '-') {
    const parts: Buffer[] = [];
    let length = 0;
    for await (const chunk of stdin as AsyncIterable<Buffer>) {
      parts.push(chunk);
      length += chunk.length;
      if (length > bytesMax) break;
    }
    const bytes = Buffer.concat(parts).subarray(0, bytesMax);
    return { bytes, isPart: length > bytesMax };
  }
  await using handle = await open(file).catch(() => {
    throw new CommandError(`There is no file ${file}`);
  });
  const { size } = await handle.stat();
  const buffer = Buffer.alloc(Math.min(size, bytesMax));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
  const bytes = buffer.subarray(0, bytesRead);
  return { bytes, isPart: size > bytesRead };
}

function formatPreview({ file, columns, problems, items, lines, failed, errors }: ImportPreview): string[] {
  const width = Math.max(...columns.map(({ name }) => name.length), 0);
  return [
    `${lines} lines read, ${failed} would be rejected. Nothing was stored.`,
    ...describeRememberedMapping(file),
    ...formatWarnings(file),
    ...(columns.length === 0 ? [] : ['Columns:']),
    ...columns.map(({ name, field, reason, suggestion }) => {
      const hint = suggestion === null ? '' : `; perhaps ${suggestion}?`;
      return `  ${name.padEnd(width)}  ${field ?? '-'}  (${reason}${hint})`;
    }),
    ...problems.map(({ detail }) => `Problem: ${detail}`),
    ...(items.length === 0 ? [] : ['First items:']),
    ...items.slice(0, itemsShown).map((item) => `  ${JSON.stringify(item)}`),
    ...formatErrors({ failed, errors }),
  ];
}
