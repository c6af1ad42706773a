import { TextDecoder } from 'node:util';

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);
const utf16Marks = [
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const;

/**
 * The bytes of a text file as UTF-8 without a byte order mark. UTF-16, as spreadsheets and Windows shells write it, is
 * detected by its mark; other encodings pass unchanged.
 */
export async function* utf8Source(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  for await (const chunk of source) {
    let bytes: Uint8Array = chunk;
    if (head !== null) {
      head = Buffer.concat([head, chunk]);
      if (head.length < utf8Mark.length) continue;
      decoder = utf16Decoder(head);
      bytes = withoutMark(head);
      head = null;
    }
    yield decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (head !== null) yield utf16Decoder(head) === null ? head : withoutMark(head);
}

function utf16Decoder(head: Buffer): TextDecoder | null {
  const found = utf16Marks.find(({ mark }) => mark.equals(head.subarray(0, mark.length)));
  return found === undefined ? null : new TextDecoder(found.encoding);
}

function withoutMark(head: Buffer): Buffer {
  const mark = [utf8Mark, ...utf16Marks.map(({ mark: bytes }) => bytes)].find((bytes) =>
    bytes.equals(head.subarray(0, bytes.length)),
  );
  return head.subarray(mark?.length ?? 0);
}
