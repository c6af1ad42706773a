import { VitrineError } from '../../../ports/errors.ts';
import type { ImportFormat } from './file-findings.ts';

/** Bytes that identify kinds of files. */
const headBytes = 1_024;
/** Control characters among them that make a file binary. */
const controlShare = 0.1;

const signatures: readonly { readonly bytes: readonly number[]; readonly message: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    message:
      'The file is an Excel workbook or a ZIP archive, whatever its name: save it in Excel as "CSV UTF-8"',
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    message: 'The file is an old Excel workbook, whatever its name: save it in Excel as "CSV UTF-8"',
  },
  { bytes: [0x1f, 0x8b], message: 'The file is compressed by gzip, whatever its name: unpack it first' },
  { bytes: [0x25, 0x50, 0x44, 0x46], message: 'The file is a PDF document: export the products as CSV' },
];

/**
 * Passes the bytes of a file with text on. Its iteration throws VitrineError invalid_request for a file that is something else: empty,
 * a workbook, an archive, a web page.
 */
export async function* readTextFile(
  source: AsyncIterable<Uint8Array>,
  format: ImportFormat,
): AsyncIterable<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < headBytes) continue;
    checkHead(head.subarray(0, headBytes), format);
    yield head;
    head = null;
  }
  if (head === null) return;
  checkHead(head, format);
  yield head;
}

function checkHead(head: Buffer, format: ImportFormat): void {
  const signature = signatures.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (signature !== undefined) throw createFileError(signature.message);
  const text = head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart();
  // Blank lines can be followed by others.
  // An empty NDJSON is the export of an empty catalog.
  if (text === '' && head.length < headBytes && format !== 'ndjson')
    throw createFileError('The file is empty');
  if (/^<(?:!doctype html|html)\b/i.test(text))
    throw createFileError(
      'The file is a web page (HTML), not a file with products: the address may need a sign-in',
    );
  if (format !== 'xml' && /^<(?:\?xml|rss|feed)\b/i.test(text))
    throw createFileError('The file is XML: import it with format=xml');
  if (format === 'csv' && /^\{\s*"/.test(text))
    throw createFileError('The file is NDJSON: import it with format=ndjson');
  if (format === 'ndjson' && /^\[\s*\{/.test(text))
    throw createFileError('The file is one JSON list: import NDJSON, with an object on each line');
  const controls = head.filter((byte) => byte < 32 && byte !== 0 && byte !== 9 && byte !== 10 && byte !== 13);
  if (controls.length > controlShare * head.length)
    throw createFileError('The file has no text: import CSV, NDJSON or XML');
}

function createFileError(message: string): VitrineError {
  return new VitrineError('invalid_request', message, {
    errors: [{ path: 'body', code: 'format', detail: message }],
  });
}
