import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../ports/errors.ts';
import { JsonTextSplitter } from './json-text-splitter.ts';

/** Splits a body that arrives in chunks of a given size: the last text and the rest, or the error code. */
function split(
  body: string | Buffer,
  pieceBytes: number,
  restBytesMax = 10_000,
): { text: string | null; rest: string } | string {
  let text: string | null = null;
  const sink = () => {
    text = '';
    return { write: (piece: string) => void (text! += piece) };
  };
  const splitter = new JsonTextSplitter('photo', sink, restBytesMax);
  const bytes = Buffer.from(body);
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) splitter.write(bytes.subarray(at, at + pieceBytes));
    return { text, rest: splitter.end().toString() };
  } catch (error) {
    assert(error instanceof VitrineError, String(error));
    return error.code;
  }
}

const bodies: Record<string, [text: string | null, rest: string] | string> = {
  '{"photo":"abc"}': ['abc', '{"photo":""}'],
  ' {"q" : "x" , "photo" : "a b" , "crop":{"photo":"no"}}': [
    'a b',
    ' {"q" : "x" , "photo" : "" , "crop":{"photo":"no"}}',
  ],
  '{"photo":"first","photo":"last"}': 'invalid_json',
  '{"photo":"first","photo":null}': ['first', '{"photo":"","photo":null}'],
  // As PHP encodes it, with line breaks, and all in escapes.
  '{"photo":"data:image\\/png;base64,AA\\/\\r\\nBB\\u003d\\u003D"}': [
    'data:image/png;base64,AA/\r\nBB==',
    '{"photo":""}',
  ],
  '{"\\u0070hot\\u006f":"\\"\\\\\\"","q":"\\"}"}': ['"\\"', '{"\\u0070hot\\u006f":"","q":"\\"}"}'],
  '{"photo":"ü€😀\\ud83d\\ude00"}': ['ü€😀😀', '{"photo":""}'],
  '{"photo":""}': ['', '{"photo":""}'],
  '{"photo":null,"q":"photo"}': [null, '{"photo":null,"q":"photo"}'],
  '{"photo":{"photo":"x"},"a":["photo","x"]}': [null, '{"photo":{"photo":"x"},"a":["photo","x"]}'],
  '["photo","x",{"photo":"x"}]': [null, '["photo","x",{"photo":"x"}]'],
  '"photo"': [null, '"photo"'],
  '{"photos":"x","phot":"y","\\ud800":1}': [null, '{"photos":"x","phot":"y","\\ud800":1}'],
  '': [null, ''],
  // Invalid JSON outside the text is reported when the rest is parsed.
  '{"photo":"abc': ['abc', '{"photo":"'],
  '{"photo":"abc\\': ['abc', '{"photo":"'],
  '{"photo" "abc"]': ['abc', '{"photo" ""]'],
  '{"photo":"a\nb"}': 'invalid_json',
  '{"photo":"a\\xb"}': 'invalid_json',
  '{"photo":"a\\u12"}': 'invalid_json',
};

void test('JsonTextSplitter extracts the text from a body in chunks of any size', () => {
  for (const [body, expected] of Object.entries(bodies)) {
    const found = typeof expected === 'string' ? expected : { text: expected[0], rest: expected[1] };
    for (let pieceBytes = 1; pieceBytes <= body.length + 1; pieceBytes++)
      assert.deepEqual(split(body, pieceBytes), found, `${body} by ${pieceBytes}`);
  }
  assert.equal(split(Buffer.from('{"photo":"\xe9"}', 'latin1'), 3), 'invalid_json');
});

void test('JsonTextSplitter agrees with JSON.parse for any text', () => {
  const texts = ['"', '\\', '/', '\n', '\u0000', 'é', '😀', 'A', '=', '\\"', '\\\\"'];
  for (const a of texts)
    for (const b of texts)
      for (const c of texts) {
        const body = JSON.stringify({ photo: a + b + c, q: c + b + a });
        for (const pieceBytes of [1, 2, 5]) {
          const found = split(body, pieceBytes);
          assert(typeof found !== 'string', body);
          assert.equal(found.text, a + b + c, body);
          assert.deepEqual(JSON.parse(found.rest), { photo: '', q: c + b + a }, body);
        }
      }
});

void test('JsonTextSplitter limits the body without the text', () => {
  const body = (length: number): string => `{"photo":"${'a'.repeat(500)}","q":"${'b'.repeat(length)}"}`;
  const around = '{"photo":"","q":""}'.length;
  assert.notEqual(typeof split(body(100 - around), 64, 100), 'string');
  assert.equal(split(body(101 - around), 64, 100), 'body_too_large');
});
