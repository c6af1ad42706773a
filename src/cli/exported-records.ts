import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Json, JsonObject } from '../ports/catalog/json.ts';
import { CommandError } from './api-client.ts';
import { readBytes } from './commands/import-history.ts';

/** Characters of a file that is one JSON document; files with a record on each line have no limit. */
const documentLengthMax = 256 * 1024 * 1024;

/** The records of an exported file: NDJSON, a JSON list or a JSON object; `.gz` is decompressed. @throws CommandError */
export async function* readRecords(file: string): AsyncGenerator<JsonObject> {
  // The lines of a file that is one document.
  let documentLines: string[] | null = null;
  let isNdjson = false;
  let [length, lineNumber] = [0, 0];
  for await (const line of createInterface({ input: Readable.from(readBytes(file)), crlfDelay: Infinity })) {
    lineNumber++;
    if (line.trim() === '') continue;
    if (documentLines === null) {
      const value = tryParse(line.replace(/^\uFEFF/, ''));
      if (value !== undefined) {
        yield* readObjects(value, `${file}, line ${lineNumber}`);
        isNdjson = true;
        continue;
      }
      if (isNdjson) throw new CommandError(`${file}, line ${lineNumber} is not JSON`);
      documentLines = [];
    }
    length += line.length;
    if (length > documentLengthMax)
      throw new CommandError(
        `${file} is a JSON document of more than ${documentLengthMax} characters: export it with one record on each line`,
      );
    documentLines.push(line);
  }
  if (documentLines === null) return;
  const value = tryParse(documentLines.join('\n').replace(/^\uFEFF/, ''));
  if (value === undefined) throw new CommandError(`${file} is not JSON`);
  yield* readObjects(value, file);
}

function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function* readObjects(value: Json, place: string): Generator<JsonObject> {
  for (const one of Array.isArray(value) ? value : [value]) {
    if (typeof one !== 'object' || one === null || Array.isArray(one))
      throw new CommandError(`${place} has ${JSON.stringify(one).slice(0, 40)} where a record is expected`);
    yield one;
  }
}
