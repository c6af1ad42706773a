import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { parseColumnMapping } from './import-files/column-mapping.ts';
import { importFile, type ImportFileOptions } from './import-files/import-file.ts';
import { previewImport, type ImportPreview } from './import-preview.ts';
import { createJsonSlices } from '../contract/json-document.ts';

async function preview(
  text: string | Buffer,
  {
    mode = 'replace',
    isPart = false,
    ...options
  }: Partial<ImportFileOptions> & { mode?: 'replace' | 'update'; isPart?: boolean } = {},
): Promise<ImportPreview> {
  async function* source(): AsyncIterable<Uint8Array> {
    yield typeof text === 'string' ? Buffer.from(text) : text;
  }
  const file = importFile(source(), {
    format: 'csv',
    layout: null,
    encoding: null,
    decimal: null,
    mapping: {},
    now: 0,
    slices: createJsonSlices(),
    ...options,
  });
  return previewImport(file, { mode, isPart, settings: { priceOptional: false } });
}
const german =
  'Artikelnummer;Bezeichnung;Preis;Farbe;Gewicht;EK\nA-1;Wanderstiefel;1.299,00 €;blau;1.299;700\n';

test('a preview suggests fields for the usual names of columns', async () => {
  const { columns, problems, items, errors } = await preview(german);
  assert.deepEqual(
    columns.map(({ name, field, suggestion }) => [name, field, suggestion]),
    [
      ['Artikelnummer', 'Artikelnummer', 'id'],
      ['Bezeichnung', 'Bezeichnung', 'name'],
      ['Preis', 'Preis', 'price'],
      ['Farbe', 'Farbe', 'color'],
      ['Gewicht', 'Gewicht', null],
      ['EK', 'EK', null],
    ],
  );
  assert.deepEqual(
    problems.map(({ path, code }) => [path, code]),
    [
      ['id', 'required'],
      ['name', 'required'],
      ['price', 'required'],
      ['Gewicht', 'ambiguous'],
    ],
  );
  assert.deepEqual([items, errors.length], [[], 1]);
});

test('a preview names the likely encoding of a file whose letters look wrong', async () => {
  const koi8 = Buffer.from('eb cf d6 c1 ce c1 d1 20 d3 d5 cd cb c1'.replaceAll(' ', ''), 'hex');
  const file = Buffer.concat([Buffer.from('id,name,price\n1,'), koi8, Buffer.from(',5\n')]);
  const { problems } = await preview(file);
  assert.deepEqual(problems, [
    {
      path: 'encoding',
      code: 'encoding',
      detail:
        'The file looks like koi8-r: it is read as windows-1252. If letters are wrong, import with encoding=koi8-r',
    },
  ]);
  const named = await preview(file, { encoding: 'koi8-r' });
  assert.deepEqual([named.problems, named.items.length], [[], 1]);
});

test('a mapping chooses the field of a column, and leaves columns out', async () => {
  const mapping = { Artikelnummer: 'id', Bezeichnung: 'name', Preis: 'price', EK: null };
  const { columns, problems, items, failed } = await preview(german, { mapping, decimal: 'comma' });
  assert.deepEqual(items, [
    {
      id: 'A-1',
      name: 'Wanderstiefel',
      price: 1299,
      Farbe: 'blau',
      Gewicht: 1299,
      currency: 'EUR',
      sku: 'A-1',
      imgs: [],
      description: '',
    },
  ]);
  assert.deepEqual([problems, failed], [[], 0]);
  assert.deepEqual(columns.at(-1), {
    name: 'EK',
    field: null,
    reason: 'left out in the mapping',
    suggestion: null,
    values: ['700'],
  });
});

test('a mapping wins over the name of another column and over the layout', async () => {
  const named = await preview('id,code,name,price\n1,A-1,Boot,5\n', { mapping: { code: 'id' } });
  assert.equal((named.items[0] as { id: string }).id, 'A-1');
  const shopify =
    'Handle,Title,Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price\ntee,Tee,N,x,Size,S,T-S,5\ntee,,,,,M,T-M,6\n';
  const { items } = await preview(shopify, {
    mapping: { 'Variant SKU': 'id', Vendor: 'supplier', Tags: null },
  });
  assert.deepEqual(
    items.map((item) => item),
    ['S', 'M'].map((size, at) => ({
      id: `T-${size}`,
      groupId: 'tee',
      handle: 'tee',
      sku: `T-${size}`,
      price: 5 + at,
      size,
      name: 'Tee',
      supplier: 'N',
      imgs: [],
      description: '',
    })),
  );
});

test('a preview of a part of a file leaves out what the cut broke', async () => {
  const whole = 'id,name,price\na,A,1\nb,,1\nc,C,1\nd,"D\nd",1\n';
  for (const cut of [whole.length - 2, whole.length - 6, whole.length - 8]) {
    const { lines, failed, errors } = await preview(whole.slice(0, cut), { isPart: true });
    assert.deepEqual([lines, failed, errors.map(({ line }) => line)], [3, 1, [3]]);
  }
  const xml = '<a><item><id>1</id><name>A</name><price>1</price></item><item><id>2</id><na';
  const part = await preview(xml, { format: 'xml', isPart: true });
  assert.deepEqual([part.items.length, part.failed], [1, 0]);
  await assert.rejects(preview(xml, { format: 'xml' }), /must be well-formed XML/);
});

test('a preview of an update needs only the ids, and shows the given fields', async () => {
  const { problems, items } = await preview('id,stock\na,5\n', { mode: 'update' });
  assert.deepEqual([problems, items], [[], [{ id: 'a', stock: 5 }]]);
});

test('a preview has at most 20 items and 100 errors', async () => {
  const rows = (good: number, bad: number): string =>
    `id,name,price\n${Array.from({ length: good + bad }, (_, at) => `${at},${at < good ? 'A' : ''},1\n`).join('')}`;
  const { importPreviewItemsMax: items, importPreviewErrorsMax: errors } = limits;
  for (const more of [0, 1]) {
    const found = await preview(rows(items + more, errors + more));
    assert.deepEqual([found.items.length, found.errors.length], [items, errors]);
    assert.deepEqual([found.lines, found.failed], [items + errors + 2 * more, errors + more]);
  }
});

test('parseColumnMapping() rejects what is no mapping, with one message', async () => {
  const cases: [string, string][] = [
    ['{', 'mapping must be JSON such as {"Titel":"name","Intern":null}'],
    ['["id"]', 'mapping must be an object with a field or null for each column'],
    [
      '{"a":"_id"}',
      'mapping.a must be null or a field name of 1 to 256 characters that does not begin with "_"',
    ],
    ['{"a":7}', 'mapping.a must be null or a field name of 1 to 256 characters that does not begin with "_"'],
    ['{"a":"id","b":"id"}', 'mapping.b must be another field: "a" becomes it, too'],
  ];
  for (const [text, message] of cases)
    assert.throws(
      () => parseColumnMapping(text),
      (error: VitrineError) => error.message.replace(/1 to \d+/, '1 to 256') === message,
    );
  await assert.rejects(
    preview('id,name,price\n', { mapping: { Titel: 'name' } }),
    /^VitrineError: mapping\.Titel must be a column of the file, whose columns are "id", "name", "price"$/,
  );
});
