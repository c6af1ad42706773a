import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { VitrineError } from '../../../ports/errors.ts';
import type { JsonObject } from '../../../ports/catalog/json.ts';
import type { WorkSlices } from '../../../lib/work-slices.ts';
import { limits } from '../../../ports/limits.ts';
import { readFile } from './import-file.fixture.ts';
import { createJsonSlices } from '../../contract/json-document.ts';
import { importFile } from './import-file.ts';
import { readNdjsonRecords, type ImportRecord } from '../import-records.ts';
import { parseImportedItem } from '../item-input.ts';

const seed = 20_261_123;

async function* whole(file: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(file);
}

async function all(records: AsyncIterable<ImportRecord>): Promise<ImportRecord[]> {
  const list: ImportRecord[] = [];
  for await (const record of records) list.push(record);
  return list;
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

/** The stored bytes of each item, or the error of a rejected line. */
async function stored(records: AsyncIterable<ImportRecord>): Promise<string[]> {
  return (await all(records)).map((record) => {
    try {
      if ('error' in record) throw record.error;
      return parseImportedItem(record.input, { priceOptional: true }).content.fieldsJson;
    } catch (error) {
      assert.ok(error instanceof VitrineError);
      return `${record.line}: ${error.message}`;
    }
  });
}
const csv = (file: string) => stored(csvRecords(whole(file), createJsonSlices()));
const valueIn = async (column: string, cell: string, delimiter = ','): Promise<unknown> => {
  const quoted = `"${cell.replaceAll('"', '""')}"`;
  const [record] = await all(
    csvRecords(whole(`id${delimiter}${column}\na${delimiter}${quoted}`), createJsonSlices()),
  );
  assert.ok(record !== undefined && 'input' in record);
  return (record.input.value as JsonObject)[column];
};

test('csvRecords() parses numbers, booleans and JSON, except in text columns', async () => {
  const texts = ['46', '007', '1.50', 'true', '12345678901234567890'];
  const columns = ['sku', 'ean', 'groupId', 'brand', 'size', 'Color', 'tags', 'categories', 'attrs.size'];
  for (const column of [...columns, 'name', 'description'])
    for (const cell of texts) assert.equal(await valueIn(column, cell), cell, column);
  for (const [cell, expected] of [
    ['46', 46],
    ['-1.50', -1.5],
    ['0.1', 0.1],
    ['1e-7', 1e-7],
    ['TRUE', true],
    ['false', false],
    ['[1,2]', [1, 2]],
    ['{"a": null}', { a: null }],
    ['007', '007'],
    ['1e5', '1e5'],
    ['1,5', '1,5'],
    ['Infinity', 'Infinity'],
    ['12345678901234567890', '12345678901234567890'],
    ['[broken', '[broken'],
    ['', undefined],
  ] as const)
    assert.deepEqual(await valueIn('stock', cell), expected, cell);
  assert.deepEqual(await valueIn('tags', '["a",7]'), ['a', 7]);
  assert.equal(await valueIn('name', '["a"]'), '["a"]');
  assert.deepEqual(await valueIn('imgs', 'https://a.example/1 | https://a.example/2'), [
    'https://a.example/1',
    'https://a.example/2',
  ]);
  assert.deepEqual(await valueIn('imgs', '[{"url":"https://a.example/1"}]'), [
    { url: 'https://a.example/1' },
  ]);
});

test('csvRecords() parses decimal commas if the delimiter is not a comma, as Excel writes them', async () => {
  const file = '\uFEFFid;name;price;weight;note\r\na;Schuh;12,50;1,5;"1,5 kg"\r\nb;Stiefel;7;;\r\n';
  assert.deepEqual(await csv(file), [
    '"id":"a","name":"Schuh","price":12.50,"weight":1.5,"note":"1,5 kg","sku":"a","imgs":[],"description":""',
    '"id":"b","name":"Stiefel","price":7,"sku":"b","imgs":[],"description":""',
  ]);
  assert.equal(await valueIn('weight', '1,5'), '1,5');
  assert.equal(await valueIn('weight', '1,5', ';'), 1.5);
  assert.equal(await valueIn('size', '1,5', '\t'), '1,5');
});

test('csvRecords() reports the error of a row at its first line', async () => {
  const file = [
    'id,name,price,,description',
    'a,A,1,,"two',
    'lines"',
    'b,B,1',
    'c,"C,1,,',
    'd,"D" d,1,,',
    'e,E,1,lost,',
    'f,F,1,,f,g',
    'h,H,1,,ok',
    'i,caf\u00e9,1,,',
    `j,J,1,,"${'['.repeat(40)}"`,
  ];
  const records = await stored(csvRecords(whole(file.join('\n')), createJsonSlices()));
  const quote = 'double any quote inside the text';
  assert.deepEqual(records.slice(1, -3), [
    '4: line 4 must have 5 cells, as many as the header: it has 3',
    `5: line 5 must have a closing quote; ${quote}`,
    `6: line 6 must have no text after a closing quote; ${quote}`,
    '7: line 7 must have an empty cell in column 4, which has no name in the header',
    '8: line 8 must have 5 cells, as many as the header: it has 6',
  ]);
  const broken = async function* (): AsyncIterable<Uint8Array> {
    yield Buffer.concat([
      Buffer.from(file.join('\n').replace('ok', 'Größe')),
      Buffer.from('\nk,caf\xe9,1,,', 'latin1'),
    ]);
  };
  assert.equal(
    (await stored(csvRecords(broken(), createJsonSlices()))).at(-1),
    '12: line 12 must be in the encoding of the file: name another one with encoding=, or save the file as "CSV UTF-8"',
  );
  assert.match((await csv(`id,stock\na,"${'['.repeat(40)}"`))[0] ?? '', /^2: .*must nest at most 32 levels/);
});

test('csvRecords() rejects a file with an invalid header', async () => {
  const refused = async (header: string, code: string): Promise<void> => {
    await assert.rejects(
      all(csvRecords(whole(`${header}\na,b`), createJsonSlices())),
      (error: VitrineError) => {
        assert.deepEqual(
          [error.code, ...error.errors.map((one) => [one.path, one.code])],
          ['invalid_request', ['line 1', code]],
        );
        return true;
      },
    );
  };
  await refused('id,"name', 'format');
  await refused('id,price,name, price', 'duplicate');
  const columns = (count: number): string => Array.from({ length: count }, (_, at) => `c${at}`).join();
  await refused(columns(limits.importColumnsMax + 1), 'too_many');
  assert.equal(
    (await all(csvRecords(whole(columns(limits.importColumnsMax)), createJsonSlices()))).length,
    0,
  );
  await assert.rejects(all(csvRecords(whole('\n \n'), createJsonSlices())), /The file is empty/);
});

test('csvRecords() accepts rows of up to 10,000 lines', async () => {
  const lines = (count: number): string =>
    `id,name,price,description\na,A,1,"${'\n'.repeat(count - 1)}"\nb,B,1,`;
  const shown = async (count: number): Promise<string[]> =>
    (await csv(lines(count))).map((item) => item.slice(0, 40));
  assert.deepEqual((await shown(limits.importRowLinesMax)).length, 2);
  assert.match((await shown(limits.importRowLinesMax + 1))[0] ?? '', /^2: line 2 must have a closing quote/);
});

const word = fc.string({
  unit: fc.constantFrom('a', 'Z', 'ß', ' ', ',', ';', '"', '\n', '7', '|', '='),
  minLength: 1,
  maxLength: 8,
});
/** Texts that CSV distinguishes from other values in any column. */
const text = word.map((letters) => `x${letters}`);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
);
const json = fc.oneof(
  fc.array(fc.jsonValue({ maxDepth: 2 })),
  fc.dictionary(text, fc.jsonValue({ maxDepth: 2 })),
);
const address = fc.nat(99).map((no) => `https://shop.example/${no}.jpg`);
const item = fc.record(
  {
    id: fc.string({ unit: fc.constantFrom('a', 'b', '0', '7', '-'), minLength: 1, maxLength: 6 }),
    name: word,
    price: fc.oneof(
      fc.nat(1_000),
      fc.nat(9_999).map((cents) => cents / 100),
    ),
    // CSV alone trims what identifies an item.
    sku: fc.oneof(
      word.map((sku) => sku.trim()).filter((sku) => sku !== ''),
      fc.nat(9_999).map(String),
    ),
    imgs: fc.array(address, { minLength: 1, maxLength: 3 }),
    description: fc.string({ unit: fc.constantFrom('a', ' ', '"', '\r\n', ','), minLength: 1 }),
    size: fc.oneof(fc.nat(60).map(String), fc.constantFrom('S', 'XL', 'true')),
    tags: fc.oneof(fc.nat(99).map(String), text, fc.array(text, { minLength: 1, maxLength: 3 })),
    active: fc.boolean(),
    stock: fc.integer(),
    extra: fc.oneof(scalar, json),
  },
  { requiredKeys: ['id', 'name', 'price'] },
);
const columns = [
  'id',
  'name',
  'price',
  'sku',
  'imgs',
  'description',
  'size',
  'tags',
  'active',
  'stock',
  'extra',
];

/** A catalog as a CSV file in the documented format. */
function csvOf(items: readonly Record<string, unknown>[], delimiter: string): string {
  const cellOf = (value: unknown): string => {
    const written = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
    return `"${written.replaceAll('"', '""')}"`;
  };
  const rows = items.map((one) => columns.map((name) => cellOf(one[name])).join(delimiter));
  return [columns.join(delimiter), ...rows].join('\r\n');
}

test('csvRecords() and readNdjsonRecords() return the same items for the same catalog', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { maxLength: 6 }),
      fc.constantFrom(',', ';', '\t', '|'),
      async (items, delimiter) => {
        const lines = items.map((one) =>
          JSON.stringify(
            Object.fromEntries(columns.flatMap((name) => (name in one ? [[name, one[name as 'id']]] : []))),
          ),
        );
        assert.deepEqual(
          await csv(csvOf(items, delimiter)),
          await stored(readNdjsonRecords(whole(lines.join('\n')), createJsonSlices())),
        );
      },
    ),
    { seed, numRuns: 300 },
  );
});

test('blanks around what identifies an item are none of it', async () => {
  const { items, errors } = await readFile(
    'id,name,price,sku,groupId,gtin\n  a1 ,  Boots ,5,"\ts1\u00a0", g1, 04012345678901 \n   ,Hat,5,,,\n',
  );
  assert.deepEqual(items, [
    {
      id: 'a1',
      name: '  Boots ',
      price: 5,
      sku: 's1',
      groupId: 'g1',
      gtin: '04012345678901',
      imgs: [],
      description: '',
    },
  ]);
  assert.deepEqual(errors, ['line 3: column "id" must not be empty']);
});
