import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText, parseBlock, placeBlock } from '../console/src/views/bulk-editor/pasted-block.ts';
import { pasteNotice } from '../console/src/views/bulk-editor/paste-notice.ts';
import {
  cellOf,
  changesOf,
  emptyDraft,
  formulaEdits,
  withEdits,
  withOutcomes,
  withoutEdits,
  withRows,
  withUndo,
  type SheetDraft,
} from '../console/src/views/bulk-editor/sheet-draft.ts';
import { columnsOf, type SheetRow } from '../console/src/views/bulk-editor/sheet-row.ts';

const columns = columnsOf('EUR');
const [price, stock] = columns as [(typeof columns)[0], (typeof columns)[0]];
const row = (id: string, values: { price?: unknown; stock?: unknown } = {}, version = 1): SheetRow => ({
  _id: `_${id}`,
  version,
  id,
  sku: `S-${id}`,
  name: `Chair ${id}`,
  isActive: true,
  picture: undefined,
  values: { price: 10, stock: 5, ...values },
});
const rows = ['a', 'b', 'c'].map((id) => row(id));
const draft = withRows(emptyDraft, rows);
const edited = (
  id: string,
  column: 'price' | 'stock',
  text: string,
  from = draft,
  group?: string,
): SheetDraft => withEdits(from, [{ _id: `_${id}`, column, text }], group);
const placed = (block: string, start: readonly [row: number, column: number] = [0, 0], shown = rows) => {
  const found = placeBlock(parseBlock(block), shown, columns, { row: start[0], column: start[1] });
  return { ...found, cells: found.cells.map(({ _id, column, text }) => `${_id} ${column} ${text}`) };
};

test('parseBlock() splits what a spreadsheet copies', () => {
  for (const [text, block] of [
    [
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['1\n\n3', [['1'], [''], ['3']]],
    ['1\t', [['1', '']]],
    [
      '\t2\n3\t\n',
      [
        ['', '2'],
        ['3', ''],
      ],
    ],
    [' 1 \t€ 2', [['1', '€ 2']]],
    ['"a\tb\nc ""d"""\t2', [['a\tb\nc "d"', '2']]],
    ['"24 inch\t2', [['"24 inch', '2']]],
    ['"24" screen\t2', [['"24" screen', '2']]],
    ['', []],
  ] as const)
    assert.deepEqual(parseBlock(text), block, JSON.stringify(text));
});

test('placeBlock() fills the cells from the focused one on, without empty cells', () => {
  assert.deepEqual(placed('1\t2\n\t4\n5').cells, ['_a price 1', '_a stock 2', '_b stock 4', '_c price 5']);
  assert.deepEqual(placed('7\n8', [1, 1]).cells, ['_b stock 7', '_c stock 8']);
  const cut = placed('1\t2\n3\t4\n5\t6', [1, 1]);
  assert.deepEqual([cut.cells, cut.rowsCut, cut.columnsCut], [['_b stock 1', '_c stock 3'], 1, 1]);
});

test('placeBlock() matches items by id or SKU, in any order', () => {
  const bySku = placed('s-c\t1\t2\nS-a\t3\t4\nS-x\t5\t6');
  assert.deepEqual(
    [bySku.cells, bySku.unmatched, bySku.isMatched],
    [['_c price 1', '_c stock 2', '_a price 3', '_a stock 4'], ['S-x'], true],
  );
  assert.deepEqual(placed('b\t9', [0, 1]).cells, ['_b stock 9']);
  const twice = placed('S-a\t1\nS-b\t2\nS-c\t3', [0, 0], [...rows, { ...row('d'), sku: 'S-a' }]);
  assert.deepEqual([twice.cells, twice.unmatched], [['_b price 2', '_c price 3'], ['S-a']]);
});

test('placeBlock() reads short numbers as values, unless the block is wider than the sheet', () => {
  const shown = ['1', '2', '12345678'].map((id) => row(id));
  assert.deepEqual(placed('2\t1\n1\t2', [0, 0], shown).cells, [
    '_1 price 2',
    '_1 stock 1',
    '_2 price 1',
    '_2 stock 2',
  ]);
  assert.deepEqual(placed('2\t8\t9', [0, 0], shown).cells, ['_2 price 8', '_2 stock 9']);
  assert.deepEqual(placed('2\t8', [0, 1], shown).cells, ['_2 stock 8']);
  assert.deepEqual(placed('12345678\t8', [0, 0], shown).cells, ['_12345678 price 8']);
});

test('placeBlock() reads headings', () => {
  assert.deepEqual(placed('Stock\tname\tSKU\tPrice\n1\tx\tS-b\t2', [2, 1]).cells, [
    '_b stock 1',
    '_b price 2',
  ]);
  assert.deepEqual(placed('Stock\tPrice\n1\t2\n3\t4', [1, 0]).cells, [
    '_b stock 1',
    '_b price 2',
    '_c stock 3',
    '_c price 4',
  ]);
});

test('blockText() is a block that placeBlock() accepts, without formulas of the catalog', () => {
  const shown = [row('a'), { ...row('b'), name: '=HYPERLINK("x")\t"', sku: '@b' }];
  const text = blockText(shown, columns);
  assert.deepEqual(parseBlock(text), [
    ['id', 'SKU', 'name', 'price', 'stock'],
    ['a', 'S-a', 'Chair a', '10.00', '5'],
    ['b', "'@b", `'=HYPERLINK("x")\t"`, '10.00', '5'],
  ]);
  assert.equal(placed(text, [0, 0], shown).cells.length, 4);
});

test('pasteNotice() says what was pasted and what was not', () => {
  const of = (block: string, start?: readonly [number, number]): string => {
    const found = placeBlock(parseBlock(block), rows, columns, {
      row: start?.[0] ?? 0,
      column: start?.[1] ?? 0,
    });
    return pasteNotice(found).text;
  };
  assert.equal(of('1\t2\n3\t4'), 'Pasted 4 values into 2 items.');
  assert.equal(
    of('S-a\t1\nS-b\t1\nS-x\t2'),
    'Pasted 2 values into 2 items, matched by id or SKU. Left out 1 row whose id or SKU is not that of one item shown: S-x.',
  );
  assert.equal(
    of('1\t2\n3\t4', [2, 1]),
    'Pasted 1 value into 1 item. Left out 1 row below the last item. Left out 1 column after the last one.',
  );
});

test('cellOf() says whether a cell differs from the stored value, and what is wrong', () => {
  assert.deepEqual(cellOf(draft, rows[0]!, price), {
    text: '10.00',
    stored: '10.00',
    isChanged: false,
    error: undefined,
  });
  const state = (text: string): unknown[] => {
    const { isChanged, error } = cellOf(edited('a', 'price', text), rows[0]!, price);
    return [isChanged, error];
  };
  assert.deepEqual(state('10'), [false, undefined], 'the same number');
  assert.deepEqual(state('11'), [true, undefined]);
  assert.deepEqual(state(''), [true, undefined]);
  assert.deepEqual(state('-1'), [true, 'Must be 0 or more']);
  const text = row('t', { stock: 'on request' });
  assert.deepEqual(
    cellOf(withRows(draft, [text]), text, stock).error,
    undefined,
    'a stored text is no error',
  );
});

test('changesOf() has the valid changes of all items', () => {
  const state = edited('b', 'stock', 'x', edited('b', 'price', '', edited('a', 'price', '12', draft)));
  const { changes, cellCount, invalidCount, changedIds } = changesOf(state, columns);
  assert.deepEqual(
    changes.map(({ row: { id }, values }) => [id, values]),
    [
      ['a', { price: 12 }],
      ['b', { price: null }],
    ],
  );
  assert.deepEqual([cellCount, invalidCount, changedIds], [2, 1, ['_a', '_b']]);
});

test('formulaEdits() changes numbers; only a set value fills empty cells', () => {
  const shown = [
    row('a'),
    row('e', { price: null }),
    row('o', { price: { net: 8 } }),
    row('t', { price: 'ask' }),
  ];
  const state = edited('a', 'price', '20', withRows(emptyDraft, shown));
  const texts = (formula: Parameters<typeof formulaEdits>[3]): string[] =>
    formulaEdits(state, shown, price, formula).map(({ _id, text }) => `${_id} ${text}`);
  assert.deepEqual(
    texts({ operator: '+', amount: 10, isPercent: true }),
    ['_a 22.00'],
    'of the edited value',
  );
  assert.deepEqual(texts({ operator: '=', amount: 5, isPercent: false }), ['_a 5.00', '_e 5.00', '_t 5.00']);
});

test('undo restores the edits before a paste, and before the text typed into a cell', () => {
  const typed = edited('a', 'price', '12', edited('a', 'price', '1', draft, 'a price'), 'a price');
  const pasted = edited('b', 'price', '5', typed);
  assert.equal(changesOf(pasted, columns).cellCount, 2);
  assert.deepEqual(withUndo(pasted).edits, typed.edits);
  assert.deepEqual(withUndo(withUndo(pasted)).edits, draft.edits);
  assert.deepEqual(withoutEdits(pasted, '_a').edits, new Map([['_b', { price: '5' }]]));
  assert.deepEqual(withoutEdits(pasted, null).edits, draft.edits);
});

test('withOutcomes() keeps what was not saved, and edits made during the save', () => {
  const sent = edited('c', 'price', '7', edited('b', 'price', '12', edited('a', 'price', '11', draft)));
  const { changes } = changesOf(sent, columns);
  const later = edited('a', 'stock', '1', edited('b', 'price', '13', sent));
  const [a, b, c] = changes;
  const after = withOutcomes(later, [
    { changes: a!, row: row('a', { price: 11 }, 2), failure: null },
    { changes: b!, row: row('b', { price: 12 }, 2), failure: null },
    { changes: c!, row: null, failure: { message: 'Deleted', isDeleted: true } },
  ]);
  assert.deepEqual(
    changesOf(after, columns).changes.map(({ row: { id, version }, values }) => [id, version, values]),
    [
      ['a', 2, { stock: 1 }],
      ['b', 2, { price: 13 }],
      ['c', 1, { price: 7 }],
    ],
  );
  assert.deepEqual([...after.failures.keys()], ['_c']);
  assert.equal(withRows(after, [row('a', { price: 10 })]).rows.get('_a')?.version, 2, 'the newest version');
});
