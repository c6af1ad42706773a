import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { applyJsonOverlay } from './json-overlay.ts';
import { localItem } from './local-values.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const textOf = (json: Uint8Array): string => Buffer.from(json).toString();

test('replaced members keep the notation in which they were sent', () => {
  const local = localItem({ priceList: 'b2b', store: 'berlin', languages: ['de-AT', 'de'], hidden: [] });
  const json =
    '{"_id":"i1", "name":"Chair","price":1.0,"stock":5,"prices":{"b2b":7.50,"vip":6},"note":"\\u00e9",' +
    '"stores":{"berlin":{"stock":1e1,"price":9,"x":1}},' +
    '"translations":{"de":{"name":"Stuhl \\"Eiche\\"","colours":["rot"],"specs":{"a":1},"id":"no","empty":"","none":null},' +
    '"de-AT":{"name":"Sessel"}}}';
  assert.equal(
    textOf(local(bytes(json))),
    '{"_id":"i1","name":"Sessel","price":7.50,"stock":1e1,"note":"\\u00e9","colours":["rot"]}',
  );
});

test('an item without local values is returned as it is', () => {
  const json = bytes('{"_id":"i1","price":1.0}');
  assert.equal(localItem({ priceList: 'b2b', store: 'berlin', languages: ['de'], hidden: [] })(json), json);
});

test('a name that is written with escapes is found', () => {
  const local = localItem({ priceList: 'b2b', store: null, languages: [], hidden: [] });
  assert.equal(textOf(local(bytes('{"price":2,"\\u0070rices":{"b2b":1}}'))), '{"price":1}');
});

test('applyJsonOverlay() equals the same on parsed values', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'over', 'd"e', 'ü');
  const leaf = fc.oneof(
    fc.integer(),
    fc.string(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 2 }),
  );
  const inner = fc.dictionary(name, fc.oneof(leaf, fc.constant({ x: 1 }), fc.constant([{ x: 1 }])), {
    noNullPrototype: true,
  });
  const item = fc.dictionary(name, fc.oneof(leaf, inner), { noNullPrototype: true });
  const overlay = applyJsonOverlay([{ object: ['over', 'a'], accepts: (one) => one !== 'c' }], ['over']);
  const two = fc.tuple(item, inner).map(([own, values]) => ({ ...own, over: { a: values, b: 3 } }));
  fc.assert(
    fc.property(fc.oneof(item, two), fc.constantFrom(0, 2), (value: Record<string, unknown>, space) => {
      const expected = { ...value };
      const { over } = expected;
      const isPlain = over !== null && typeof over === 'object' && !Array.isArray(over);
      if (isPlain) delete expected['over'];
      const from =
        over !== null && typeof over === 'object' && !Array.isArray(over) ? Reflect.get(over, 'a') : null;
      if (from !== null && typeof from === 'object' && !Array.isArray(from))
        for (const [key, one] of Object.entries(from)) {
          const isObject = (each: unknown): boolean =>
            typeof each === 'object' && each !== null && !Array.isArray(each);
          const isLeft =
            isObject(one) || (Array.isArray(one) && one.some(isObject)) || one === null || one === '';
          if (!isLeft && key !== 'c' && key !== 'over') expected[key] = one;
        }
      const json = bytes(JSON.stringify(value, null, space));
      assert.deepEqual(JSON.parse(textOf(overlay(json))), expected);
    }),
    { seed: 20261126, numRuns: 2_000 },
  );
});
