import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { WorkSlices } from '../../lib/work-slices.ts';
import { importFile } from '../catalog/import-files/import-file.ts';
import { readNdjsonRecords, type ImportRecord } from '../catalog/import-records.ts';
import { jsonSliceBytes, readJson, readJsonRecords } from './json-document.ts';

const itemsMember = { member: 'data', countMax: limits.itemsPerWriteMax };

/** Work in slices, with the number of pauses. */
function counted(): { slices: WorkSlices; pauses: () => number } {
  let pauses = 0;
  return { slices: new WorkSlices(jsonSliceBytes, async () => void pauses++), pauses: () => pauses };
}

const csvRecords = (source: AsyncIterable<Uint8Array>, slices: WorkSlices): AsyncIterable<ImportRecord> =>
  importFile(source, {
    format: 'csv',
    layout: null,
    encoding: null,
    decimal: null,
    mapping: {},
    now: 0,
    slices,
  }).records;

async function codeOf(read: Promise<unknown>): Promise<string> {
  const error = await read.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof VitrineError, 'it was read');
  return error.code;
}

test('readJsonRecords() parses each item separately and pauses in proportion to the bytes', async () => {
  const item = JSON.stringify({ id: 'a', text: 'x'.repeat(30_000) });
  const body = Buffer.from(`{"project":"shop","data":[${Array.from({ length: 1_000 }, () => item).join()}]}`);
  const { slices, pauses } = counted();
  const { value, records } = await readJsonRecords(body, itemsMember, slices);
  assert.equal((value as { data: unknown[] }).data.length, 1_000);
  assert.equal(records?.records[999]?.text, item);
  assert.ok(pauses() >= (8 * body.length) / (2 * jsonSliceBytes), `${pauses()} pauses`);
});

test('readJsonRecords() accepts many items with many short fields', async () => {
  const fields = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`field${i}`, `value ${i}`]));
  const data = Array.from({ length: limits.itemsPerWriteMax }, (_, i) => ({ id: `i${i}`, ...fields }));
  const { records } = await readJsonRecords(
    Buffer.from(JSON.stringify({ data })),
    itemsMember,
    counted().slices,
  );
  assert.deepEqual(records?.records.at(-1)?.value, data.at(-1));
});

test('readJsonRecords() rejects only the item that is too deep or too large', async () => {
  const deep = `${'['.repeat(33)}${']'.repeat(33)}`;
  const names = `{${Array.from({ length: limits.recordKeysMax + 1 }, (_, i) => `"${i}":1`).join()}}`;
  const values = `[${'1,'.repeat(limits.recordValuesMax)}1]`;
  const bytes = JSON.stringify(Array.from({ length: 40 }, () => 'x'.repeat(30_000)));
  const parts = ['{"id":"a"}', deep, names, values, bytes, '{"id":"b"}'];
  const body = Buffer.from(`{"data":[${parts.join()}]}`);
  const { records } = await readJsonRecords(body, itemsMember, counted().slices);
  assert.deepEqual(
    records?.records.map(
      ({ fault }) => fault?.errors[0] && `${fault.code} ${fault.errors[0].path} ${fault.errors[0].code}`,
    ),
    [
      undefined,
      'json_too_deep data[1] too_deep',
      'json_too_large data[2] too_many',
      'json_too_large data[3] too_many',
      'json_too_large data[4] too_long',
      undefined,
    ],
  );
  const alone = Buffer.from(`{"data":${names}}`);
  assert.equal(await codeOf(readJsonRecords(alone, itemsMember, counted().slices)), 'json_too_large');
  const asText = Buffer.from(JSON.stringify({ data: `[${names},{"id":"c"}]` }));
  const read = await readJsonRecords(asText, itemsMember, counted().slices);
  assert.deepEqual(
    read.records?.records.map(({ fault }) => fault?.code),
    ['json_too_large', undefined],
  );
});

test('readJson() enforces its limits at n and n + 1, long before the end of an excessive body', async () => {
  const names = (count: number) => `[${Array.from({ length: count }, () => '{"a":1}').join()}]`;
  const values = (count: number) => `[${Array.from({ length: count - 1 }, () => '1').join()}]`;
  const cases: [text: (n: number) => string, n: number, code: string][] = [
    [names, limits.jsonKeysMax, 'json_too_large'],
    [values, limits.jsonValuesMax, 'json_too_large'],
    [(n) => `${'['.repeat(n)}${']'.repeat(n)}`, limits.jsonDepthMax, 'json_too_deep'],
    [(n) => `["${'x'.repeat(50_000)}"${' '.repeat(n - 50_004)}]`, limits.bodyBytesMax, 'body_too_large'],
  ];
  for (const [text, n, code] of cases) {
    await readJson(Buffer.from(text(n)), counted().slices);
    assert.equal(await codeOf(readJson(Buffer.from(text(n + 1)), counted().slices)), code);
  }
  const { slices, pauses } = counted();
  assert.equal(
    await codeOf(readJson(Buffer.from(`[${'1,'.repeat(20_000_000)}1]`), slices)),
    'json_too_large',
  );
  assert.ok(pauses() < 10, `${pauses()} pauses`);
});

test('readJsonRecords() accepts long texts in items only', async () => {
  const long = (bytes: number): string => 'x'.repeat(bytes);
  const read = (text: string) => readJsonRecords(Buffer.from(text), itemsMember, counted().slices);
  await read(`{"data":[{"imgs":"${long(3_000_000)}"}],"x":"${long(limits.bodyBytesMax - 30)}"}`);
  const beyond = `{"data":[{"id":"a"}],"x":"${long(limits.bodyBytesMax)}"}`;
  assert.equal(await codeOf(read(beyond)), 'body_too_large');
});

test('readJson() reports invalid JSON, and accepts a byte order mark', async () => {
  assert.deepEqual((await readJson(Buffer.from('\uFEFF{"a":1}'), counted().slices)).value, { a: 1 });
  for (const bytes of [Buffer.from('{"a":}'), Buffer.of(0xff), Buffer.alloc(0), Buffer.from('{"data":[1,]}')])
    assert.equal(await codeOf(readJsonRecords(bytes, itemsMember, counted().slices)), 'invalid_json');
  const twice = Buffer.from('{"data":[1],"data":[2]}');
  assert.equal(await codeOf(readJsonRecords(twice, itemsMember, counted().slices)), 'invalid_json');
});

/** Reads all records of a file that arrives in chunks of 64 kB. */
async function recordsOf(
  read: (source: AsyncIterable<Uint8Array>, slices: WorkSlices) => AsyncIterable<object>,
  text: string,
): Promise<{ records: object[]; pauses: number }> {
  const bytes = Buffer.from(text);
  async function* source(): AsyncIterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
  const { slices, pauses } = counted();
  const records: object[] = [];
  for await (const record of read(source(), slices)) records.push(record);
  return { records, pauses: pauses() };
}

test('readNdjsonRecords() and csvRecords() pause also for tiny lines', async () => {
  const bad = await recordsOf(readNdjsonRecords, '{\n'.repeat(5_000));
  assert.equal(bad.records.length, 5_000);
  assert.ok(bad.pauses >= 25, `${bad.pauses} pauses`);
  for (const read of [readNdjsonRecords, csvRecords]) {
    const empty = await recordsOf(read, '\n'.repeat(50_000));
    assert.deepEqual(empty.records, []);
    assert.ok(empty.pauses >= 10, `${empty.pauses} pauses`);
  }
});

test('readNdjsonRecords() names the line and the exceeded limit of an item', async () => {
  const keys = `{${Array.from({ length: 20_000 }, (_, i) => `"${i}":1`).join()}}`;
  const values = `[${'1,'.repeat(1_250_000)}1]`;
  const { records } = await recordsOf(readNdjsonRecords, `{}\n${keys}\n${values}\n`);
  assert.deepEqual(
    records.slice(1).map((record) => {
      const { code, message } = (record as { error: VitrineError }).error;
      return `${code}: ${message}`;
    }),
    [
      `json_too_large: line 2 must have at most ${limits.recordKeysMax} keys`,
      `json_too_large: line 3 must have at most ${limits.recordValuesMax} values`,
    ],
  );
});

test('csvRecords() pauses for rejected rows as readNdjsonRecords() does', async () => {
  const lines = 5_000;
  for (const row of ['a,b,c,d\n', ',b\n']) {
    const bad = await recordsOf(csvRecords, `id,\n${row.repeat(lines)}`);
    assert.equal(bad.records.length, lines);
    assert.ok(bad.records.every((record) => 'error' in record));
    assert.ok(bad.pauses >= 35, `${bad.pauses} pauses for ${JSON.stringify(row)}`);
  }
});

test('csvRecords() pauses between the passes over a long row', async () => {
  for (const [cell, passes] of [
    ['x', 8],
    ['é', 11],
  ] as const) {
    const { records, pauses } = await recordsOf(csvRecords, `id,note\na,${cell.repeat(7_000_000)}\n`);
    assert.ok('input' in records[0]!);
    assert.ok(pauses >= passes, `${pauses} pauses`);
  }
  // An unclosed quote: the lines after it are parsed again.
  const open = `id\n${`"a\n${'\n'.repeat(999)}`.repeat(80)}`;
  const again = await recordsOf(csvRecords, open);
  const once = await recordsOf(csvRecords, open.replaceAll('"', ''));
  assert.ok(again.pauses >= 1.8 * once.pauses, `${again.pauses} pauses, ${once.pauses} without the quotes`);
});

test('csvRecords() limits lists and objects in cells as in items', async () => {
  const cell = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const { records } = await recordsOf(
    csvRecords,
    `id,name,price,deep\na,a,1,${cell(31)}\nb,b,1,${cell(32)}\nc,c,1,${cell(5_000)}\nd,d,1,"[${'1,'.repeat(7_000_000)}1]"\ne,e,1,x`,
  );
  assert.deepEqual(
    records.map((record) => ('error' in record ? (record.error as VitrineError).code : 'read')),
    ['read', 'json_too_deep', 'json_too_deep', 'json_too_large', 'read'],
  );
});

test('csvRecords() rejects a header that is too long or has too many columns without reading all of it', async () => {
  const columns = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`).join();
  for (const header of [
    `id,${columns(limits.importColumnsMax - 1)}`,
    `id,${'x'.repeat(limits.fieldNameLengthMax)}`,
  ])
    assert.deepEqual((await recordsOf(csvRecords, `${header}\n`)).records, []);
  for (const header of [
    `id,${columns(limits.importColumnsMax)}`,
    `id,${columns(1_000_000)}`,
    `"${'x'.repeat(2_000_000)}"`,
    `id,"${'x\n'.repeat(1_000_000)}"`,
    `id,${'x'.repeat(limits.fieldNameLengthMax + 1)}`,
  ])
    assert.equal(await codeOf(recordsOf(csvRecords, `${header}\n`)), 'invalid_request');
});
