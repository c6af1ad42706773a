import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonScan, type JsonCut, type JsonLimits } from './json-scan.ts';

const limits = {
  depthMax: 32,
  namesMax: 1_000,
  valuesMax: 1_000,
  bytesMax: 10_000,
  totalBytesMax: 1_000_000,
};
const cut: JsonCut = { member: 'data', limits, countMax: 1_000 };

function scan(
  text: string,
  changes: Partial<JsonCut> = {},
  { stepBytes = Infinity, ...own }: Partial<JsonLimits> & { stepBytes?: number } = {},
): JsonScan {
  const found = new JsonScan(Buffer.from(text), { ...limits, ...own }, { ...cut, ...changes });
  while (!found.advance(stepBytes));
  return found;
}

/** The pieces as text, and the document with null in their place. */
function cutUp(text: string, found: JsonScan): { pieces: string[]; rest: string } {
  const bytes = Buffer.from(text);
  const { start, end } = found.cut ?? { start: bytes.length, end: bytes.length };
  return {
    pieces: found.pieces.map((piece) => bytes.toString('utf8', piece.start, piece.end)),
    rest: `${bytes.toString('utf8', 0, start)}${found.cut === null ? '' : 'null'}${bytes.toString('utf8', end)}`,
  };
}

test('JsonScan finds the elements of a list in a member of any document', () => {
  const spaced = fc.boolean();
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
      spaced,
      fc.integer({ min: 1, max: 200 }),
      (data, others, isSpaced, stepBytes) => {
        delete others['data'];
        const text = JSON.stringify({ ...others, data, last: 'data' }, null, isSpaced ? 2 : 0);
        const found = scan(text, {}, { stepBytes });
        const { pieces, rest } = cutUp(text, found);
        assert.equal(found.pieceCount, data.length);
        assert.deepEqual(
          pieces.map((piece) => JSON.parse(piece) as unknown),
          JSON.parse(JSON.stringify(data)),
        );
        assert.deepEqual(
          JSON.parse(rest),
          JSON.parse(JSON.stringify({ ...others, data: null, last: 'data' })),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('JsonScan takes a member that is no list, and a document without a member, as one piece', () => {
  const object = scan('{"project":"shop","data": {"id":"1","tags":["a","b"]} ,"last":[1,2]}');
  assert.equal(object.cut?.isList, false);
  const { pieces, rest } = cutUp(
    '{"project":"shop","data": {"id":"1","tags":["a","b"]} ,"last":[1,2]}',
    object,
  );
  assert.deepEqual(pieces, ['{"id":"1","tags":["a","b"]} ']);
  assert.equal(rest, '{"project":"shop","data": null,"last":[1,2]}');
  assert.deepEqual(cutUp('{"a":{"data":1}}', scan('{"a":{"data":1}}')), {
    pieces: [],
    rest: '{"a":{"data":1}}',
  });
  assert.deepEqual(cutUp(' {"a":1}', scan(' {"a":1}', { member: null })).pieces, ['{"a":1}']);
  assert.deepEqual(cutUp('[1, 2]', scan('[1, 2]', { member: null })), { pieces: ['1', ' 2'], rest: 'null' });
  assert.deepEqual(cutUp('{"data":[ ]}', scan('{"data":[ ]}')).pieces, []);
});

test('JsonScan cuts nothing where it is not told to', () => {
  const found = new JsonScan(Buffer.from('{"":[1],"data":[2]}'), limits);
  assert.ok(found.advance(Infinity));
  assert.equal(found.cut, null);
  assert.equal(found.excess, null);
});

test('JsonScan leaves text that is no JSON to the parser, in its pieces or around them', () => {
  const broken = [
    '{"data":[1,]}',
    '{"data":[,1]}',
    '{"data":[1}',
    '{"data":1,2}',
    '{"data":[1]]}',
    '{"data":"x',
  ];
  for (const text of broken) {
    const { pieces, rest } = cutUp(text, scan(text));
    assert.throws(() => [...pieces, rest].map((part) => JSON.parse(part) as unknown), SyntaxError, text);
  }
  assert.ok(scan('{"data":[1],"data":[2]}').isRepeated);
  assert.ok(!scan('{"data":[{"data":1}],"x":{"data":1}}').isRepeated);
});

test('JsonScan counts the depth, names, values and bytes of the document and of each piece by itself', () => {
  const pieceLimits = { depthMax: 2, namesMax: 3, valuesMax: 6, bytesMax: 40, totalBytesMax: 100_000 };
  const excess = (piece: string) =>
    scan(`{"data":[0,${piece},0]}`, { limits: pieceLimits }).pieces[1]?.excess;
  assert.equal(excess('[[]]'), null);
  assert.equal(excess('[[[]]]'), 'depth');
  assert.equal(excess('{"a":1,"b":1,"c":1}'), null);
  assert.equal(excess('{"a":1,"b":1,"c":{"d":1}}'), 'names');
  assert.equal(excess('[1,2,3,4,5]'), null);
  assert.equal(excess('[1,2,3,4,5,6]'), 'values');
  assert.equal(excess('[{},{},{}]'), 'values');
  assert.equal(excess(`"${'x'.repeat(38)}"`), null);
  assert.equal(excess(`"${'x'.repeat(39)}"`), 'bytes');
  assert.equal(excess(`{"imgs":"${'x'.repeat(70_000)}"}`), null, 'a long string is counted apart');
  assert.equal(excess(`{"imgs":"${'x'.repeat(100_000)}"}`), 'total bytes');
  const whole = scan(`{"data":[${'[1],'.repeat(500)}0],"x":[[1,2,3]]}`, {}, { valuesMax: 7, bytesMax: 30 });
  assert.equal(whole.excess, null);
  assert.equal(scan('{"x":[[1,2,3,4,5,6]]}', {}, { valuesMax: 6 }).excess, 'values');
});

test('JsonScan.excessSoFar tells of an excess long before the end, and of none within a long string', () => {
  const found = new JsonScan(Buffer.from(`["${'x'.repeat(70_000)}",${'1,'.repeat(50_000)}1]`), limits);
  found.advance(1_000);
  assert.equal(found.excessSoFar, null);
  let steps = 0;
  while (found.excessSoFar === null) {
    found.advance(1_000);
    steps++;
  }
  assert.ok(steps < 80, `${steps} steps`);
});

test('JsonScan.excessSoFar tells of no excess within pieces, however many they are', () => {
  const found = new JsonScan(Buffer.from(`{"data":[${'{"a":1},'.repeat(10_000)}{}],"x":1}`), limits, cut);
  while (!found.advance(1_000)) assert.equal(found.excessSoFar, null);
  assert.equal(found.excess, null);
});

test('JsonScan keeps no more elements than it was told, and counts them all', () => {
  const found = scan('{"data":[1,2,3,4]}', { countMax: 2 });
  assert.equal(found.pieces.length, 2);
  assert.equal(found.pieceCount, 4);
});

test('JsonScan.advance() does about as much work as it was told, whatever the text', () => {
  const size = 400_000;
  const texts = {
    brackets: '['.repeat(size),
    quotes: '"'.repeat(size),
    backslashes: `"${'\\'.repeat(size)}`,
    'escaped quotes': `"${'\\"'.repeat(size / 2)}`,
    'quotes before one backslash': `[${`"${'x'.repeat(98)}",`.repeat(size / 100)}"\\""]`,
    blanks: ' '.repeat(size),
    'blanks before the pieces': `{"data":${' '.repeat(size)}`,
  };
  for (const [name, text] of Object.entries(texts)) {
    const found = new JsonScan(Buffer.from(text), limits, cut);
    let steps = 1;
    while (!found.advance(1_000)) steps++;
    assert.ok(steps >= size / 1_000 / 2, `${name}: ${steps} steps`);
    assert.ok(steps <= (size / 1_000) * 70, `${name}: ${steps} steps`);
  }
});
