import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../../ports/errors.ts';
import { readFile } from './import-file.fixture.ts';

/** `id,name,price` and a bicycle in Shift_JIS. */
const japanese = Buffer.concat([
  Buffer.from('id,name,price\na1,'),
  Buffer.from('8ea9935d8ed482c683748389815b8380', 'hex'),
  Buffer.from(',100\n'),
]);

test('a file is read in the encoding that its sender declares', async () => {
  const { items, findings } = await readFile(japanese, { declaredEncoding: 'Shift_JIS' });
  assert.equal(items[0]?.['name'], '自転車とフラーム');
  assert.deepEqual([findings.encoding, findings.warnings], ['shift_jis', []]);
});

test('a declared encoding that cannot be read is refused, unless another one is named', async () => {
  const refused = {
    code: 'invalid_request',
    message:
      'The file declares the encoding "x-klingon", which cannot be read: name another one with encoding=, or save the file as UTF-8',
  };
  await assert.rejects(readFile(japanese, { declaredEncoding: 'x-klingon' }), refused);
  const xml = '<?xml version="1.0" encoding="x-klingon"?><rss><item><id>a1</id></item></rss>';
  await assert.rejects(readFile(xml, { format: 'xml' }), (error) => {
    assert.ok(error instanceof VitrineError);
    assert.deepEqual([error.code, error.message], [refused.code, refused.message]);
    return true;
  });
  const named = await readFile(japanese, { declaredEncoding: 'x-klingon', encoding: 'shift_jis' });
  assert.equal(named.items.length, 1);
});

test('a file whose letters look wrong in Windows-1252 says so, and names the likely encoding', async () => {
  const { findings } = await readFile(japanese);
  assert.deepEqual(findings.warnings, [
    {
      code: 'encoding',
      column: null,
      detail:
        'The file looks like shift_jis: it is read as windows-1252. If letters are wrong, import with encoding=shift_jis',
      line: null,
      lines: 0,
    },
  ]);
  const western = await readFile(Buffer.from('id,name,price\na1,Größe,1\n', 'latin1'));
  assert.deepEqual([western.findings.encoding, western.findings.warnings], ['windows-1252', []]);
});

test('a file that declares UTF-8 and is not tells it', async () => {
  const file = Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?><rss><item><id>a1</id><name>Größe</name><price>1</price></item></rss>',
    'latin1',
  );
  const { items, findings } = await readFile(file, { format: 'xml' });
  assert.equal(items[0]?.['name'], 'Größe');
  assert.deepEqual(
    findings.warnings.map(({ detail }) => detail),
    [
      'The file declares UTF-8, which it is not: it is read as windows-1252. If letters are wrong, import with encoding=…',
    ],
  );
});

test('a line with bytes that are no character of the encoding is rejected', async () => {
  const broken = Buffer.concat([japanese, Buffer.from('a2,\x80\xa0,1\na3,Lamp,2\n', 'latin1')]);
  const { items, errors } = await readFile(broken, { encoding: 'shift_jis' });
  assert.deepEqual(
    items.map(({ id }) => id),
    ['a1', 'a3'],
  );
  assert.match(errors[0] ?? '', /^line 3 must be in the encoding of the file/);
});
