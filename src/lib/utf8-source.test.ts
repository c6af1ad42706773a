import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from './seeded-random.ts';
import { textEncodings, type TextEncoding } from './text-encodings.ts';
import { decodeSource, type FoundEncoding } from './utf8-source.ts';

async function* chunks(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface ReadOptions {
  readonly size?: number;
  readonly encoding?: TextEncoding | null;
  readonly declared?: string | null;
}

async function readAll(
  bytes: Uint8Array,
  { size = 7, encoding = null, declared = null }: ReadOptions = {},
): Promise<FoundEncoding & { text: string }> {
  const found: FoundEncoding[] = [];
  const parts: Uint8Array[] = [];
  const onFound = (one: FoundEncoding): void => void found.push(one);
  for await (const part of decodeSource(chunks(bytes, size), { encoding, declared, onFound }))
    parts.push(part);
  assert.equal(found.length, 1);
  return { ...found[0]!, text: Buffer.concat(parts).toString('utf8') };
}

async function read(
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<[found: TextEncoding, text: string]> {
  const { encoding, text: read } = await readAll(bytes, options);
  return [encoding, read];
}

const text = 'id;name;preis\r\n1;Größe „L“ – Äpfel;12,50 €\r\n2;Café;7\r\n';
const western = Buffer.from(
  text.replaceAll('€', '\x80').replaceAll('–', '\x96').replaceAll('„', '\x84').replaceAll('“', '\x93'),
  'latin1',
);
const bigEndian = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

test('decodeSource() finds out the encoding, with chunks that end inside a character', async () => {
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

test('decodeSource() decides at the first character that is not ASCII, however late it comes', async () => {
  const ascii = 'a1,boots,12.50\n'.repeat(20_000);
  assert.deepEqual(await read(Buffer.from(ascii), { size: 4_096 }), ['utf-8', ascii]);
  assert.deepEqual(await read(Buffer.from(`${ascii}Größe`), { size: 4_096 }), ['utf-8', `${ascii}Größe`]);
  const late = Buffer.from(`${ascii}Größe`, 'latin1');
  assert.deepEqual(await read(late, { size: 4_096 }), ['windows-1252', `${ascii}Größe`]);
});

test('decodeSource() holds a sample only: ASCII passes at once', async () => {
  const seen: string[] = [];
  async function* slow(): AsyncIterable<Uint8Array> {
    yield Buffer.from('a'.repeat(2_000));
    seen.push('second');
    yield Buffer.from('b');
  }
  for await (const part of decodeSource(slow())) seen.push(`${part.length}`);
  assert.equal(
    seen.slice(0, seen.indexOf('second')).reduce((sum, count) => sum + Number(count), 0),
    2_000,
  );
});

test('decodeSource() keeps invalid bytes of a UTF-8 file, so that their line can be rejected', async () => {
  const broken = Buffer.concat([Buffer.from('Größe, Länge\n'), Buffer.from('caf\xe9\n', 'latin1')]);
  assert.deepEqual(await read(broken), ['utf-8', 'Größe, Länge\ncaf\ufffd\n']);
});

test('decodeSource() accepts UTF-8 in which the sample of 64 kB ends inside a character', async () => {
  for (const shift of [0, 1, 2]) {
    const long = `${'x'.repeat(2_000 + shift)}${'€'.repeat(40_000)}`;
    assert.deepEqual(await read(Buffer.from(long), { size: 65_536 }), ['utf-8', long]);
  }
});

test('decodeSource() believes a byte order mark and the declaration of XML', async () => {
  const xml = (encoding: string): Buffer =>
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a>\xb1\xe6\xea</a>`, 'latin1');
  assert.equal((await read(xml('ISO-8859-2')))[0], 'iso-8859-2');
  assert.match((await read(xml('ISO-8859-2')))[1], /ąćę/);
  assert.equal((await read(xml('ISO-8859-1')))[0], 'windows-1252');
  // Not what it declares: detected.
  for (const declared of ['utf-8', 'utf-16']) assert.equal((await read(xml(declared)))[0], 'windows-1252');
  const { contradicted } = await readAll(xml('utf-8'));
  assert.equal(contradicted, 'utf-8');
  for (const label of ['klingon', 'utf-7', 'hz-gb-2312'])
    await assert.rejects(read(xml(label)), { message: `Cannot read the encoding ${label}` });
  assert.equal((await read(xml('klingon'), { encoding: 'iso-8859-2' }))[0], 'iso-8859-2');
});

test('decodeSource() converts from the encoding asked for', async () => {
  const polish = Buffer.from([0xa3, 0xf3, 0x64, 0x9f]);
  assert.deepEqual(await read(polish, { encoding: 'windows-1250' }), ['windows-1250', 'Łódź']);
  assert.deepEqual(await read(Buffer.from('\uFEFFä'), { encoding: 'utf-8' }), ['utf-8', 'ä']);
  assert.deepEqual(await read(Buffer.from('\uFEFFä', 'utf16le'), { encoding: 'utf-16le' }), [
    'utf-16le',
    'ä',
  ]);
  assert.deepEqual(await read(Buffer.alloc(0)), ['utf-8', '']);
});

/** Texts in the bytes of each encoding, which no encoder of Node writes. */
const declaredTexts: readonly (readonly [
  label: string,
  encoding: TextEncoding,
  bytes: string,
  text: string,
])[] = [
  ['Shift_JIS', 'shift_jis', '8ea9935d8ed482c6834a83818389', '自転車とカメラ'],
  ['cp932', 'shift_jis', '93fa967b8cea', '日本語'],
  ['EUC-JP', 'euc-jp', 'c6fccbdcb8eca4cecbdc', '日本語の本'],
  ['ISO-2022-JP', 'iso-2022-jp', '1b2442467c4b5c386c1b2842', '日本語'],
  ['EUC-KR', 'euc-kr', 'c7d1b1b9beee20b0a1b9e6', '한국어 가방'],
  ['ks_c_5601-1987', 'euc-kr', 'c7d1b1b9', '한국'],
  ['cp949', 'euc-kr', 'b9e6b0a2', '방각'],
  ['GB2312', 'gbk', 'd6d0b9facad6bbfa', '中国手机'],
  ['GBK', 'gbk', 'eb8ad295', '電視'],
  ['gb18030', 'gb18030', 'd6d0b9fa81308438', '中国©'],
  ['Big5', 'big5', 'a4a4b0eaa4e2bef7', '中國手機'],
  ['KOI8-R', 'koi8-r', 'edcfd3cbd7c1', 'Москва'],
  ['KOI8-U', 'koi8-u', 'ebc9a7d7', 'Київ'],
  ['windows-1251', 'windows-1251', 'cceef1eae2e0', 'Москва'],
  ['ISO-8859-5', 'iso-8859-5', 'bcdee1dad2d0', 'Москва'],
  ['cp866', 'ibm866', '8caee1aaa2a0', 'Москва'],
  ['windows-1253', 'windows-1253', 'c1e8deede1', 'Αθήνα'],
  ['ISO-8859-7', 'iso-8859-7', 'c1e8deede1', 'Αθήνα'],
  ['ISO-8859-9', 'windows-1254', '49fefd6b2061f06163fd', 'Işık ağacı'],
  ['windows-1255', 'windows-1255', 'f9ece5ed', 'שלום'],
  ['ISO-8859-8', 'iso-8859-8', 'f9ece5ed', 'שלום'],
  ['windows-1256', 'windows-1256', 'e3d1cdc8c7', 'مرحبا'],
  ['ISO-8859-6', 'iso-8859-6', 'e5d1cdc8c7', 'مرحبا'],
  ['windows-1257', 'windows-1257', 'e0fe756f6c6173', 'ąžuolas'],
  ['ISO-8859-13', 'iso-8859-13', 'e0fe756f6c6173', 'ąžuolas'],
  ['windows-1258', 'windows-1258', 'f0f56e', 'đơn'],
  ['TIS-620', 'windows-874', 'e4b7c2', 'ไทย'],
  ['windows-874', 'windows-874', 'e4b7c2', 'ไทย'],
  ['windows-1250', 'windows-1250', 'a3f3649f', 'Łódź'],
  ['ISO-8859-2', 'iso-8859-2', 'a3f364bc', 'Łódź'],
  ['ISO-8859-3', 'iso-8859-3', 'e66576616c6f', 'ĉevalo'],
  ['ISO-8859-4', 'iso-8859-4', 'b9f3ba726573', 'šķēres'],
  ['ISO-8859-10', 'iso-8859-10', 'f0e7', 'ðį'],
  ['ISO-8859-14', 'iso-8859-14', 'f079', 'ŵy'],
  ['ISO-8859-15', 'iso-8859-15', 'bd756620a4', 'œuf €'],
  ['ISO-8859-16', 'iso-8859-16', 'e3ba', 'ăș'],
  ['macintosh', 'macintosh', '47729aa765', 'Größe'],
  ['latin1', 'windows-1252', '4772f6df65', 'Größe'],
];

test('decodeSource() reads what XML or the sender declares, in chunks of any size', async () => {
  for (const [label, encoding, hex, expected] of declaredTexts) {
    const bytes = Buffer.from(hex, 'hex');
    for (const size of [1, 2, 3, 100]) {
      assert.deepEqual(await read(bytes, { size, declared: label }), [encoding, expected], label);
      const declaration = `<?xml version="1.0" encoding="${label}"?>`;
      const file = Buffer.concat([Buffer.from(declaration), bytes]);
      assert.deepEqual(await read(file, { size }), [encoding, declaration + expected], label);
      // The server often declares what it does not know.
      assert.deepEqual(await read(file, { size, declared: 'ISO-8859-1' }), [
        encoding,
        declaration + expected,
      ]);
      assert.deepEqual(await read(file, { size, declared: 'UTF-8' }), [encoding, declaration + expected]);
    }
  }
});

test('decodeSource() takes what the sender declares for a file that is not in UTF-8 as its XML says', async () => {
  const file = (text: string, form: BufferEncoding): Buffer =>
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><a>${text}</a>`, form);
  assert.deepEqual((await read(file('Größe', 'utf8'), { declared: 'windows-1251' }))[0], 'utf-8');
  const other = await readAll(file('\xcc\xee\xf1\xea\xe2\xe0', 'latin1'), { declared: 'windows-1251' });
  assert.deepEqual([other.encoding, other.contradicted, other.likely], ['windows-1251', 'UTF-8', []]);
  assert.match(other.text, /Москва/);
  await assert.rejects(read(file('a', 'utf8'), { declared: 'klingon' }), RangeError);
});

test('decodeSource() passes bytes that are no character of their encoding as invalid ones', async () => {
  const parts: Uint8Array[] = [];
  const bytes = Buffer.from('93fa0a80a00a96', 'hex');
  for await (const part of decodeSource(chunks(bytes, 1), { encoding: 'shift_jis' })) parts.push(part);
  const lines = Buffer.concat(parts).toString('latin1').split('\n');
  assert.equal(Buffer.from(lines[0]!, 'latin1').toString(), '日');
  assert.deepEqual([lines[1]!.includes('\xff'), lines[2]!.includes('\xff')], [true, true]);
});

test('decodeSource() passes a character of Windows-949 that EUC-KR lacks as an invalid byte', async () => {
  const parts: Uint8Array[] = [];
  const bytes = Buffer.from('8c63b9e6', 'hex');
  for await (const part of decodeSource(chunks(bytes, 1), { declared: 'cp949' })) parts.push(part);
  assert.equal(Buffer.concat(parts)[0], 0xff);
});

test('each encoding that can be named can be read', () => {
  for (const encoding of textEncodings) assert.equal(new TextDecoder(encoding).encoding, encoding);
});

test('decodeSource() returns the text of random files in any encoding and chunks of any size', async () => {
  const next = createRandom(20_261_126);
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
