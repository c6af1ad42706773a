import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../ports/limits.ts';
import { readFile } from './import-file.fixture.ts';

const table = (delimiter: string, columns: string, rows: readonly string[]): string =>
  [`id;name;${columns}`, ...rows.map((row, at) => `a${at};Boot;${row}`)]
    .map((line) => line.replaceAll(';', delimiter))
    .join('\r\n');
const values = async (column: string, cells: readonly string[], delimiter = ';'): Promise<unknown[]> =>
  (
    await readFile(
      table(
        delimiter,
        `price;${column}`,
        cells.map((cell) => `1;${cell}`),
      ),
    )
  ).items.map((item) => item[column]);

test('prices have the decimal sign that their column proves', async () => {
  const german = await readFile(table(';', 'price', ['1.299,00', '2.499', '12,5', '7']));
  assert.deepEqual(
    german.items.map((item) => item['price']),
    [1299, 2499, 12.5, 7],
  );
  assert.deepEqual([german.findings.decimal, german.findings.delimiter], ['comma', ';']);
  const english = await readFile(table(';', 'price', ['1,299.00', '2,499', '0.5']));
  assert.deepEqual(
    english.items.map((item) => item['price']),
    [1299, 2499, 0.5],
  );
  assert.equal(english.findings.decimal, 'point');
  const french = await readFile(table(';', 'price', ['1 299,00 €', '49,90 €', '5\u00a0000 €']));
  assert.deepEqual(
    french.items.map((item) => [item['price'], item['currency']]),
    [
      [1299, 'EUR'],
      [49.9, 'EUR'],
      [5000, 'EUR'],
    ],
  );
  const quoted = await readFile('id,name,price\na,Boot,"EUR 12,50"\nb,Boot,"1.299,00"\n');
  assert.deepEqual(
    quoted.items.map((item) => item['price']),
    [12.5, 1299],
  );
});

test('a currency column is not replaced by the currency of the price', async () => {
  const { items } = await readFile(table(';', 'price;currency', ['12.50 EUR;CHF', '12.50 EUR;', '12.50;']));
  assert.deepEqual(
    items.map((item) => item['currency']),
    ['CHF', 'EUR', undefined],
  );
});

test('prices with two meanings are rejected, each at its line', async () => {
  const { items, errors, findings } = await readFile(table(';', 'price', ['1.299', '899', '2.499']));
  assert.deepEqual(
    items.map((item) => item['price']),
    [899],
  );
  const message = (line: number, cell: string, point: string, comma: string): string =>
    `line ${line}: column "price" must have one meaning, but "${cell}" can be ${point} or ${comma}: import with decimal=point or decimal=comma`;
  assert.deepEqual(errors, [message(2, '1.299', '1.299', '1299'), message(4, '2.499', '2.499', '2499')]);
  assert.equal(findings.decimal, null);
  for (const [decimal, expected] of [
    ['comma', [1299, 899, 2499]],
    ['point', [1.299, 899, 2.499]],
  ] as const) {
    const told = await readFile(table(';', 'price', ['1.299', '899', '2.499']), { decimal });
    assert.deepEqual(
      told.items.map((item) => item['price']),
      expected,
    );
    assert.equal(told.findings.decimal, decimal);
  }
});

test('a column of prices without proof takes the sign of the other prices', async () => {
  const { items, errors } = await readFile(table(';', 'price;oldPrice', ['12,50;1.299', '7,00;8']));
  assert.deepEqual([items.map((item) => item['oldPrice']), errors], [[1299, 8], []]);
});

test('a column of prices with both signs reads what has one meaning and rejects the rest', async () => {
  const { items, errors } = await readFile(table(';', 'price', ['12,50', '12.50', '1.299']));
  assert.deepEqual(
    items.map((item) => item['price']),
    [12.5, 12.5],
  );
  assert.equal(errors.length, 1);
  assert.match(errors[0]!, /^line 4: column "price" must have one meaning/);
});

test('rows after the sample must have the decimal sign of their column', async () => {
  const price = (cell: string): string =>
    table(';', 'price', [...Array<string>(limits.importSampleRowsMax).fill('9,90'), cell]);
  const { errors } = await readFile(price('12.50'), { size: 4_096 });
  const expected = `line ${limits.importSampleRowsMax + 2}: column "price" must have a decimal comma, like the other values of its column: current value is "12.50"`;
  assert.deepEqual(errors, [expected]);
  // The last row of the sample is part of it.
  const inside = table(';', 'price', [
    ...Array<string>(limits.importSampleRowsMax - 1).fill('9,90'),
    '12.50',
  ]);
  assert.deepEqual((await readFile(inside, { size: 4_096 })).errors, []);
  // The first row alone has `bytes`.
  const filled = async (bytes: number): Promise<number> => {
    const note = 'x'.repeat(bytes - 'a0Boot9,90'.length);
    const { errors: refused } = await readFile(table(';', 'price;note', [`9,90;${note}`, '12.50;']), {
      size: 65_536,
    });
    return refused.filter((text) => text.includes('decimal comma')).length;
  };
  assert.equal(await filled(limits.importSampleBytesMax - 1), 0);
  assert.equal(await filled(limits.importSampleBytesMax), 1);
});

test('a price that is no amount is rejected with its text', async () => {
  const { errors } = await readFile(table(';', 'price', ['on request', 'ab 12,50']));
  assert.deepEqual(errors, [
    'line 2: column "price" must be a price: current value is "on request"',
    'line 3: column "price" must be a price: current value is "ab 12,50"',
  ]);
});

test('numbers of other columns have the sign that their column proves', async () => {
  assert.deepEqual(await values('weight', ['1,5', '2.000,25', '3']), [1.5, 2000.25, 3]);
  assert.deepEqual(await values('weight', ['1.5', '2,000.25', '3']), [1.5, 2000.25, 3]);
  assert.deepEqual(await values('weight', ['1,5', '2.5']), ['1,5', 2.5]);
  assert.deepEqual(await values('code', ['007', '1,5']), ['007', 1.5]);
  // A column of words is not one of numbers.
  assert.deepEqual(await values('note', ['1,5', 'soft']), ['1,5', 'soft']);
});

test('numbers with two meanings in other columns are read as in JSON, and their columns are told', async () => {
  const { items, findings } = await readFile(table(';', 'price;weight', ['1;1.299', '2;3']));
  assert.deepEqual(
    items.map((item) => item['weight']),
    [1.299, 3],
  );
  assert.deepEqual(findings.ambiguousColumns, ['weight']);
  const clear = await readFile(table(';', 'price;weight', ['1;1.299', '2;3.5']));
  assert.deepEqual(clear.findings.ambiguousColumns, []);
});

test('if commas separate cells, numbers with a comma may be lists and stay texts', async () => {
  const file = 'id,name,price,related\na,Boot,"12,50","12,15"\nb,Boot,"7,00","1,299"\n';
  const { items, findings } = await readFile(file);
  assert.deepEqual(
    items.map((item) => [item['price'], item['related']]),
    [
      [12.5, '12,15'],
      [7, '1,299'],
    ],
  );
  assert.deepEqual(findings.ambiguousColumns, ['related']);
  const told = await readFile(file, { decimal: 'comma' });
  assert.deepEqual(
    told.items.map((item) => item['related']),
    [12.15, 1.299],
  );
});

test('a file in Windows-1252 from a spreadsheet is read, and told', async () => {
  const file = Buffer.from('id;name;price\r\n1;Gr\xf6\xdfe L;12,50 \x80\r\n2;Caf\xe9;7\r\n', 'latin1');
  const { items, findings, errors } = await readFile(file, { size: 3 });
  assert.deepEqual(
    items.map((item) => [item['name'], item['price'], item['currency']]),
    [
      ['Größe L', 12.5, 'EUR'],
      ['Café', 7, undefined],
    ],
  );
  assert.deepEqual(findings, {
    format: 'csv',
    layout: 'plain',
    encoding: 'windows-1252',
    delimiter: ';',
    decimal: 'comma',
    ambiguousColumns: [],
    rememberedAt: null,
    warnings: [],
  });
  assert.deepEqual(errors, []);
});
