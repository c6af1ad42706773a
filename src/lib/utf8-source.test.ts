import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from './seeded-random.ts';
import { utf8Source, type TextEncoding } from './utf8-source.ts';

async function* chunks(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(
  bytes: Uint8Array,
  { size = 7, encoding = null }: { size?: number; encoding?: TextEncoding | null } = {},
): Promise<[found: TextEncoding, text: string]> {
  const found: TextEncoding[] = [];
  const parts: Uint8Array[] = [];
  const source = utf8Source(chunks(bytes, size), { encoding, onFound: (name) => found.push(name) });
  for await (const part of source) parts.push(part);
  assert.equal(found.length, 1);
  return [found[0]!, Buffer.concat(parts).toString('utf8')];
}

const text = 'id;name;preis\r\n1;Größe „L“ – Äpfel;12,50 €\r\n2;Café;7\r\n';
const western = Buffer.from(
  text.replaceAll('€', '\x80').replaceAll('–', '\x96').replaceAll('„', '\x84').replaceAll('“', '\x93'),
  'latin1',
);
const bigEndian = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

test('utf8Source() finds out the encoding, with chunks that end inside a character', async () => {
  const files: [TextEncoding, Uint8Array][] = [
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', bigEndian(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    ['utf-16be', bigEndian(Buffer.from(text, 'utf16le'))],
    ['windows-1252', western],
  ];
  for (const [encoding, bytes] of files)
    for (const size of [1, 2, 3, 5, 1_000]) assert.deepEqual(await read(bytes, { size }), [encoding, text]);
});

test('utf8Source() decides at the first character that is not ASCII, however late it comes', async () => {
  const ascii = 'a1,boots,12.50\n'.repeat(20_000);
  assert.deepEqual(await read(Buffer.from(ascii), { size: 4_096 }), ['utf-8', ascii]);
  assert.deepEqual(await read(Buffer.from(`${ascii}Größe`), { size: 4_096 }), ['utf-8', `${ascii}Größe`]);
  const late = Buffer.from(`${ascii}Größe`, 'latin1');
  assert.deepEqual(await read(late, { size: 4_096 }), ['windows-1252', `${ascii}Größe`]);
});

test('utf8Source() holds a sample only: ASCII passes at once', async () => {
  const seen: string[] = [];
  async function* slow(): AsyncIterable<Uint8Array> {
    yield Buffer.from('a'.repeat(2_000));
    seen.push('second');
    yield Buffer.from('b');
  }
  for await (const part of utf8Source(slow())) seen.push(`${part.length}`);
  assert.equal(
    seen.slice(0, seen.indexOf('second')).reduce((sum, count) => sum + Number(count), 0),
    2_000,
  );
});

test('utf8Source() keeps invalid bytes of a UTF-8 file, so that their line can be rejected', async () => {
  const broken = Buffer.concat([Buffer.from('Größe, Länge\n'), Buffer.from('caf\xe9\n', 'latin1')]);
  assert.deepEqual(await read(broken), ['utf-8', 'Größe, Länge\ncaf\ufffd\n']);
});

test('utf8Source() accepts UTF-8 in which the sample of 64 kB ends inside a character', async () => {
  for (const shift of [0, 1, 2]) {
    const long = `${'x'.repeat(2_000 + shift)}${'€'.repeat(40_000)}`;
    assert.deepEqual(await read(Buffer.from(long), { size: 65_536 }), ['utf-8', long]);
  }
});

test('utf8Source() believes a byte order mark and the declaration of XML', async () => {
  const xml = (encoding: string): Buffer =>
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a>\xb1\xe6\xea</a>`, 'latin1');
  assert.equal((await read(xml('ISO-8859-2')))[0], 'iso-8859-2');
  assert.match((await read(xml('ISO-8859-2')))[1], /ąćę/);
  assert.equal((await read(xml('ISO-8859-1')))[0], 'windows-1252');
  // Not what it declares, or an unknown encoding: detected.
  for (const declared of ['utf-8', 'utf-16', 'klingon'])
    assert.equal((await read(xml(declared)))[0], 'windows-1252');
});

test('utf8Source() converts from the encoding asked for', async () => {
  const polish = Buffer.from([0xa3, 0xf3, 0x64, 0x9f]);
  assert.deepEqual(await read(polish, { encoding: 'windows-1250' }), ['windows-1250', 'Łódź']);
  assert.deepEqual(await read(Buffer.from('\uFEFFä'), { encoding: 'utf-8' }), ['utf-8', 'ä']);
  assert.deepEqual(await read(Buffer.from('\uFEFFä', 'utf16le'), { encoding: 'utf-16le' }), [
    'utf-16le',
    'ä',
  ]);
  assert.deepEqual(await read(Buffer.alloc(0)), ['utf-8', '']);
});

test('utf8Source() returns the text of random files in any encoding and chunks of any size', async () => {
  const next = seededRandom(20_261_126);
  const letters = 'aZ09;,"\n éèüßñç€–';
  for (let run = 0; run < 200; run++) {
    // Western European text: mostly ASCII, accents followed by ASCII.
    const words = Array.from({ length: 1 + Math.floor(next() * 400) }, () => {
      const letter = letters[Math.floor(next() * letters.length)]!;
      return letter > '\x7f' ? `${letter}n` : letter;
    });
    const random = `name,ü \n${words.join('')}`;
    const asWestern = Buffer.from(random.replaceAll('€', '\x80').replaceAll('–', '\x96'), 'latin1');
    const size = 1 + Math.floor(next() * 50);
    for (const bytes of [Buffer.from(random), Buffer.from(random, 'utf16le'), asWestern])
      assert.equal((await read(bytes, { size }))[1], random, `run ${run}`);
  }
});
