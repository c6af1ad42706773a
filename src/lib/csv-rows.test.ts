import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WorkSlices } from './work-slices.ts';
import { readCsv } from './csv-rows.ts';
import { decodeSource } from './utf8-source.ts';

const seed = 20_261_123;
const limits = {
  headerBytesMax: 1_000_000,
  slices: new WorkSlices(1_000_000),
  bytesMax: 1_000,
  linesMax: 100,
  cellsMax: 20,
  key: 'id',
};

/** Chunks of `size` bytes, so that a chunk can end at any byte. */
async function* chunks(file: string | Uint8Array, size: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(file);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** `line: cell|cell` or `line! fault` for each row, the header first. */
async function read(file: string | Uint8Array, size = 64): Promise<string[]> {
  const table = await readCsv(decodeSource(chunks(file, size)), limits);
  if (table === null) return [];
  const shown: string[] = [];
  const show = (row: typeof table.header): void => {
    shown.push('cells' in row ? `${row.line}: ${row.cells.join('|')}` : `${row.line}! ${row.fault.code}`);
  };
  show(table.header);
  for await (const row of table.rows) show(row);
  return shown;
}

test('readCsv() detects the delimiter, byte order mark and line endings of a file', async () => {
  const rows = ['id,name', 'a,"x y"', 'b,', '', 'c,z'];
  const expected = ['1: id|name', '2: a|x y', '3: b|', '5: c|z'];
  for (const delimiter of [',', ';', '\t', '|']) {
    for (const newline of ['\n', '\r\n', '\r']) {
      const text = rows.map((row) => row.replaceAll(',', delimiter)).join(newline);
      for (const size of [1, 3, 64]) {
        assert.deepEqual(await read(text, size), expected);
        assert.deepEqual(await read(`\uFEFF${text}${newline}`, size), expected);
        const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
        assert.deepEqual(await read(utf16, size), expected);
        assert.deepEqual(await read(utf16.swap16(), size), expected);
      }
    }
  }
  assert.deepEqual(await read('sep=;\nid,a;name\n1;2'), ['2: id,a|name', '3: 1|2']);
  // A column that every item has is a better sign than the frequency of a character.
  assert.deepEqual(await read('id;a, b, c\n1;2'), ['1: id|a, b, c', '2: 1|2']);
  assert.deepEqual(await read('\n\r\n  \n'), []);
});

test('readCsv() accepts quotes within a cell, blanks around a quoted one, and empty cells at the end of a row', async () => {
  const file = ['id,name,note', 'a,24" screen, "b, ""c""" ', 'b,x,y,,', ',,', 'c,d,"two\r', 'lines"', 'd,e'];
  assert.deepEqual(await read(file.join('\n')), [
    '1: id|name|note',
    '2: a|24" screen|b, "c"',
    '3: b|x|y',
    '5: c|d|two\r\nlines',
    '7! cell_count',
  ]);
});

test('readCsv() rejects only the line with an unclosed quote', async () => {
  const next = ['b,"x",y', 'b,x,"y"', 'b,"x, ""z""",y', 'b,x,y', 'b,",x",y', 'b,"",', '"b","x\nz","y"'];
  for (const broken of ['a,"n,1', 'a,n,"1', '"a,n,1', 'a,"n"",1', 'a, "n,1']) {
    for (const row of next) {
      const rows = await read(`id,name,note\n${broken}\n${row}\nc,d,e`);
      assert.deepEqual(rows[1], '2! unclosed_quote', `${broken} / ${row}`);
      assert.equal(rows.length, 4, `${broken} / ${row}: ${rows.join(' / ')}`);
      assert.match(rows[2] ?? '', /^3: b\|/);
      assert.match(rows[3] ?? '', /: c\|d\|e$/);
    }
    assert.deepEqual((await read(`id,name,note\nb,c,d\n${broken}`)).slice(1), [
      '2: b|c|d',
      '3! unclosed_quote',
    ]);
  }
  assert.deepEqual(await read('id,"name\na,b'), ['1! unclosed_quote', '2: a|b']);
  assert.deepEqual(await read('id,name\n"a"x,b\nc,d'), ['1: id|name', '2! text_after_quote', '3: c|d']);
});

test('readCsv() enforces its limits at n and n + 1', async () => {
  const line = (bytes: number): string => `a,${'x'.repeat(bytes - 2)}`;
  const long = await read(`id,name\n${line(1_000)}\n${line(1_001)}\nc,d`);
  assert.deepEqual(long.slice(2), ['3! too_long', '4: c|d']);
  // The row limit applies to a quoted cell over several lines.
  const lines = (bytes: number): string => `a,"x\n${'x'.repeat(bytes - 6)}"`;
  assert.equal((await read(`id,name\n${lines(1_000)}\nc,d`)).length, 3);
  assert.deepEqual((await read(`id,name\n${lines(1_001)}\nc,d`))[1], '2! unclosed_quote');
  const many = (count: number): string => `a,"${'\n'.repeat(count - 1)}"`;
  assert.equal((await read(`id,name\n${many(100)}\nc,d`)).length, 3);
  assert.deepEqual((await read(`id,name\n${many(101)}\nc,d`))[1], '2! unclosed_quote');
  const wide = await readCsv(chunks(`id${',x'.repeat(30)}`, 64), limits);
  assert.equal(wide !== null && 'cells' in wide.header ? wide.header.cells.length : 0, limits.cellsMax + 1);
  const million = await readCsv(chunks(`id,${','.repeat(1_000_000)}`, 65_536), {
    ...limits,
    bytesMax: 2e6,
    headerBytesMax: 2e6,
  });
  assert.equal(
    million !== null && 'cells' in million.header ? million.header.cells.length : 0,
    limits.cellsMax + 1,
  );
});

const cell = fc.string({ unit: fc.constantFrom('a', 'ß', '7', ' ', ',', ';', '"', '\n', '|'), maxLength: 6 });
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }));
const written = (text: string): string =>
  /[",;|\n\t]|^ | $/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;

test('readCsv() restores every table exactly', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.integer({ min: 1, max: 40 }),
      async (rows, delimiter, size) => {
        const width = rows[0]?.length ?? 2;
        const header = Array.from({ length: width }, (_, at) => (at === 0 ? 'id' : `column ${at}`));
        const file = [header, ...rows].map((row) => row.map(written).join(delimiter)).join('\n');
        const found = await readCsv(decodeSource(chunks(file, size)), limits);
        assert.equal(found?.delimiter, delimiter);
        const cells: (readonly string[])[] = [];
        for await (const row of found.rows) cells.push('cells' in row ? row.cells : [row.fault.code]);
        assert.deepEqual(
          cells,
          rows.filter((row) => row.some((text) => text !== '')),
        );
      },
    ),
    { seed, numRuns: 300 },
  );
});

test('readCsv() rejects a header that is too long in total, over any number of lines', async () => {
  const header = async (text: string): Promise<string> => {
    const table = await readCsv(chunks(`${text}\n1,2`, 64), { ...limits, headerBytesMax: 20 });
    return table !== null && 'fault' in table.header ? table.header.fault.code : 'read';
  };
  assert.equal(await header(`id,"${'xxxx\n'.repeat(3)}xxx"`), 'read');
  assert.equal(await header(`id,"${'xxxx\n'.repeat(3)}xxxx"`), 'too_long');
});
