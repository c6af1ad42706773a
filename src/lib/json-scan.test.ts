import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonScan, type RecordsLocation, type JsonLimits } from './json-scan.ts';

const limits = {
  depthMax: 32,
  keysMax: 1_000,
  valuesMax: 1_000,
  bytesMax: 10_000,
  longStringsApart: true,
  totalBytesMax: 1_000_000,
};
const location: RecordsLocation = { member: 'data', limits, countMax: 1_000 };

function scan(
  text: string,
  changes: Partial<RecordsLocation> = {},
  { stepBytes = Infinity, ...own }: Partial<JsonLimits> & { stepBytes?: number } = {},
): JsonScan {
  const found = new JsonScan(Buffer.from(text), { ...limits, ...own }, { ...location, ...changes });
  while (!found.advance(stepBytes));
  return found;
}

/** The records as text, and the document with null in their place. */
function cutUp(text: string, found: JsonScan): { records: string[]; rest: string } {
  const bytes = Buffer.from(text);
  const { start, end } = found.span ?? { start: bytes.length, end: bytes.length };
  return {
    records: found.records.map((record) => bytes.toString('utf8', record.start, record.end)),
    rest: `${bytes.toString('utf8', 0, start)}${found.span === null ? '' : 'null'}${bytes.toString('utf8', end)}`,
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
        const { records, rest } = cutUp(text, found);
        assert.equal(found.recordCount, data.length);
        assert.deepEqual(
          records.map((record) => JSON.parse(record) as unknown),
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

/** Whether the scan, and the parser of its parts, accept the text. */
function takes(text: string, found: JsonScan): boolean {
  if (found.isMalformed) return false;
  const { records, rest } = cutUp(text, found);
  return [...records, rest].every(isJson);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('JsonScan and the parser of its parts reject exactly the invalid JSON', () => {
  const list = fc.array(fc.oneof({ depthSize: 'small' }, fc.jsonValue(), fc.constant({ a: [{}] })), {
    maxLength: 4,
  });
  /** Replaces, adds or removes a character, or cuts the end off. */
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.constantFrom(0, 1, Infinity),
    added: fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\u0001', '1'),
  });
  const changed = (text: string, changes: { at: number; removed: number; added: string }[]): string =>
    changes.reduce((sum, { at, removed, added }) => {
      // Brackets and the characters next to them.
      const places = [...sum.matchAll(/[[\]{},]/g)].flatMap(({ index }) => [index, index + 1]);
      const place = places[Math.floor(at * places.length)] ?? sum.length;
      return sum.slice(0, place) + added + sum.slice(place + removed);
    }, text);
  let refused = 0;
  const check = (text: string, member: string | null): void => {
    const found = scan(text, { member });
    if (found.isRepeated) return;
    if (!isJson(text)) refused++;
    assert.equal(takes(text, found), isJson(text), text);
  };
  fc.assert(
    fc.property(list, fc.array(change, { maxLength: 2 }), fc.boolean(), (data, changes, isSpaced) => {
      const space = isSpaced ? 1 : 0;
      check(changed(JSON.stringify({ project: 'p', data, last: [1] }, null, space), changes), 'data');
      check(changed(JSON.stringify({ project: 'p', data }, null, space), changes), 'data');
      check(changed(JSON.stringify(data, null, space), changes), null);
    }),
    { numRuns: 2_000 },
  );
  assert.ok(refused > 1_000, `${refused} texts were refused`);
});

test('JsonScan treats a member that is no list, and a document without the member, as one record', () => {
  const object = scan('{"project":"shop","data": {"id":"1","tags":["a","b"]} ,"last":[1,2]}');
  assert.equal(object.span?.isList, false);
  const { records, rest } = cutUp(
    '{"project":"shop","data": {"id":"1","tags":["a","b"]} ,"last":[1,2]}',
    object,
  );
  assert.deepEqual(records, ['{"id":"1","tags":["a","b"]} ']);
  assert.equal(rest, '{"project":"shop","data": null,"last":[1,2]}');
  assert.deepEqual(cutUp('{"a":{"data":1}}', scan('{"a":{"data":1}}')), {
    records: [],
    rest: '{"a":{"data":1}}',
  });
  assert.deepEqual(cutUp(' {"a":1}', scan(' {"a":1}', { member: null })).records, ['{"a":1}']);
  assert.deepEqual(cutUp('[1, 2]', scan('[1, 2]', { member: null })), { records: ['1', ' 2'], rest: 'null' });
  assert.deepEqual(cutUp('{"data":[ ]}', scan('{"data":[ ]}')).records, []);
});

test('JsonScan without a location finds no records', () => {
  const found = new JsonScan(Buffer.from('{"":[1],"data":[2]}'), limits);
  assert.ok(found.advance(Infinity));
  assert.equal(found.span, null);
  assert.equal(found.excess, null);
});

test('JsonScan leaves invalid JSON to the parser, in records and around them', () => {
  const broken = [
    '{"data":[1,]}',
    '{"data":[,1]}',
    '{"data":[1}',
    '{"data":1,2}',
    '{"data":[1]]}',
    '{"data":"x',
  ];
  for (const text of broken) {
    const { records, rest } = cutUp(text, scan(text));
    assert.throws(() => [...records, rest].map((part) => JSON.parse(part) as unknown), SyntaxError, text);
  }
  assert.ok(scan('{"data":[1],"data":[2]}').isRepeated);
  assert.ok(!scan('{"data":[{"data":1}],"x":{"data":1}}').isRepeated);
});

test('JsonScan counts depth, keys, values and bytes of the document and of each record separately', () => {
  const recordLimits = {
    depthMax: 2,
    keysMax: 3,
    valuesMax: 6,
    bytesMax: 40,
    longStringsApart: true,
    totalBytesMax: 100_000,
  };
  const excess = (record: string) =>
    scan(`{"data":[0,${record},0]}`, { limits: recordLimits }).records[1]?.excess;
  assert.equal(excess('[[]]'), null);
  assert.equal(excess('[[[]]]'), 'depth');
  assert.equal(excess('{"a":1,"b":1,"c":1}'), null);
  assert.equal(excess('{"a":1,"b":1,"c":{"d":1}}'), 'keys');
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
  const long = `{"data":[{"a":"${'x'.repeat(70_000)}"}],"x":"${'x'.repeat(70_000)}"}`;
  assert.equal(scan(long).excess, null);
  const counted = scan(long, {}, { longStringsApart: false });
  assert.equal(counted.excess, 'bytes', 'but where long strings count');
  assert.equal(counted.records[0]?.excess, null);
});

test('JsonScan.excessSoFar reports an excess long before the end, and none within a long string', () => {
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

test('JsonScan.excessSoFar reports no excess within any number of records', () => {
  const found = new JsonScan(
    Buffer.from(`{"data":[${'{"a":1},'.repeat(10_000)}{}],"x":1}`),
    limits,
    location,
  );
  while (!found.advance(1_000)) assert.equal(found.excessSoFar, null);
  assert.equal(found.excess, null);
});

test('JsonScan stores at most the requested elements, and counts all', () => {
  const found = scan('{"data":[1,2,3,4]}', { countMax: 2 });
  assert.equal(found.records.length, 2);
  assert.equal(found.recordCount, 4);
});

test('JsonScan.advance() does about the requested amount of work, for any text', () => {
  const size = 400_000;
  const texts = {
    brackets: '['.repeat(size),
    quotes: '"'.repeat(size),
    backslashes: `"${'\\'.repeat(size)}`,
    'escaped quotes': `"${'\\"'.repeat(size / 2)}`,
    'quotes before one backslash': `[${`"${'x'.repeat(98)}",`.repeat(size / 100)}"\\""]`,
    blanks: ' '.repeat(size),
    'blanks before the records': `{"data":${' '.repeat(size)}`,
    'records without a value': `{"data":[${','.repeat(size)}`,
    'names without a value': `{${':'.repeat(size)}`,
  };
  // Some bytes cost more than others.
  const costs: Record<string, number> = { 'records without a value': 16, 'names without a value': 16 };
  for (const [name, text] of Object.entries(texts)) {
    const found = new JsonScan(Buffer.from(text), limits, location);
    let steps = 1;
    while (!found.advance(1_000)) steps++;
    assert.ok(steps >= ((costs[name] ?? 1) * size) / 1_000 / 2, `${name}: ${steps} steps`);
    assert.ok(steps <= (size / 1_000) * 70, `${name}: ${steps} steps`);
  }
});

test('JsonScan searches each byte at most twice', () => {
  let searched = 0;
  class CountedBytes extends Uint8Array {
    override indexOf(byte: number, from = 0): number {
      const at = super.indexOf(byte, from);
      searched += (at === -1 ? this.length : at) - from;
      return at;
    }
  }
  const far = 'x'.repeat(70);
  const texts = {
    'escapes before a far quote': `{"password":"${`${far}\\n`.repeat(5_000)}"}`,
    'quotes before a far backslash': `[${`"${far}",`.repeat(5_000)}"${far}\\n"]`,
    'no end': `"${`${far}\\n`.repeat(5_000)}`,
  };
  for (const [name, text] of Object.entries(texts)) {
    searched = 0;
    const found = new JsonScan(new CountedBytes(Buffer.from(text)), limits, location);
    while (!found.advance(1_000));
    assert.ok(searched <= 2 * text.length, `${name}: ${searched} of ${text.length} bytes`);
  }
});
