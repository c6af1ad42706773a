import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readRecords } from './exported-records.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-exported-'));
after(() => rmSync(folder, { recursive: true }));

async function read(name: string, content: string | Buffer): Promise<unknown[]> {
  const file = join(folder, name);
  writeFileSync(file, content);
  return Array.fromAsync(readRecords(file));
}

const two = [{ a: 1 }, { a: 2 }];

void test('readRecords() reads records on lines, in a list, in a document over several lines, and compressed', async () => {
  const lines = '{"a":1}\r\n\r\n{"a":2}';
  assert.deepEqual(await read('lines.ndjson', lines), two);
  assert.deepEqual(await read('mark.ndjson', `\uFEFF${lines}`), two);
  assert.deepEqual(await read('lines.ndjson.gz', gzipSync(lines)), two);
  assert.deepEqual(await read('list.json', JSON.stringify(two)), two);
  assert.deepEqual(await read('pretty.json', JSON.stringify(two, null, 2)), two);
  assert.deepEqual(await read('object.json', JSON.stringify({ results: two }, null, 2)), [{ results: two }]);
  assert.deepEqual(await read('empty.json', ''), []);
});

void test('readRecords() names the place of what is not a record', async () => {
  await assert.rejects(read('text.csv', 'id,name\na,b\n'), /text\.csv is not JSON$/);
  await assert.rejects(read('cut.json', '[\n{"a":1},\n'), /cut\.json is not JSON$/);
  await assert.rejects(read('cut.ndjson', '{"a":1}\n{"a":'), /cut\.ndjson, line 2 is not JSON$/);
  await assert.rejects(read('number.ndjson', '{"a":1}\n5'), /line 2 has 5 where a record is expected$/);
  await assert.rejects(Array.fromAsync(readRecords(join(folder, 'none.json'))), /Cannot read .*none\.json/);
});
