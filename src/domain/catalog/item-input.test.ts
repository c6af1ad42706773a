import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StoredItem } from '../../ports/catalog/catalog.ts';
import { VitrineError } from '../../ports/errors.ts';
import {
  applyItemChange,
  parseImportedItem,
  parseImportedUpdate,
  parseItemUpdate,
  parseNewItem,
  type ItemInput,
} from './item-input.ts';

const plain = '"id":"a","sku":"s","name":"n","imgs":[],"price":1,"description":""';

function input(text: string): ItemInput {
  return { value: JSON.parse(text), text, path: 'data' };
}

const strict = { priceOptional: false };
const lenient = { priceOptional: true };

function stored(fieldsJson: string): StoredItem {
  const json = Buffer.from(`{"_id":"1","_version":1,${fieldsJson}}`);
  return { _id: '1', id: 'a', sku: 's', active: true, version: 1, json };
}

function codes(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    assert.ok(error instanceof VitrineError);
    return error.errors.map(({ path, code }) => `${path} ${code}`);
  }
}

test('parseNewItem() keeps the bytes and the order of further fields', () => {
  const extra = '"z":1.0,"10":1e5,"2":12345678901234567890,"text":"caf\\u00e9","deep":{"a": [ 1 , -0 ]}';
  assert.equal(parseNewItem(input(`{${plain},${extra}}`)).fieldsJson, `${plain},${extra}`);
});

test('parseNewItem() normalises id and price', () => {
  const { id, fieldsJson } = parseNewItem(
    input('{"id":98765432109876543210,"sku":7,"name":"n","imgs":[],"price":" 019.90 ","description":""}'),
  );
  assert.equal(id, '98765432109876543210');
  assert.equal(
    fieldsJson,
    '"id":"98765432109876543210","sku":"7","name":"n","imgs":[],"price":19.90,"description":""',
  );
});

for (const missing of ['null', '']) {
  test(`parseNewItem() reports each required field that is ${missing === '' ? 'absent' : missing}`, () => {
    const names = ['id', 'sku', 'name', 'imgs', 'price', 'description'];
    const text = missing === '' ? '{}' : `{${names.map((name) => `"${name}":null`).join(',')}}`;
    assert.deepEqual(
      codes(() => parseNewItem(input(text))),
      names.map((name) => `data.${name} required`),
    );
  });
}

test('parseNewItem() rejects reserved names, NUL and lone surrogates, with their path', () => {
  assert.deepEqual(
    codes(() => parseNewItem(input(`{${plain},"_id":"x"}`))),
    ['data._id reserved'],
  );
  assert.deepEqual(
    codes(() => parseNewItem(input(`{${plain},"__proto__":{}}`))),
    ['data.__proto__ reserved'],
  );
  assert.deepEqual(
    codes(() => parseNewItem(input(`{${plain},"a":["\\u0000"]}`))),
    ['data.a[0] invalid_text'],
  );
  assert.deepEqual(
    codes(() => parseNewItem(input(`{${plain},"a":{"b":"\\ud800"}}`))),
    ['data.a.b invalid_text'],
  );
});

test('applyItemChange() changes the given fields, removes null ones and keeps the bytes of the rest', () => {
  const current = stored(`${plain},"keep":1.0,"drop":2,"10":3`);
  const changed = applyItemChange(current, input('{"name":"new","drop":null,"added":1e2}'), strict);
  const expected = plain.replace('"name":"n"', '"name":"new"');
  assert.equal(changed.fieldsJson, `${expected},"keep":1.0,"10":3,"added":1e2`);
});

test('applyItemChange() rejects another id and the removal of a required field', () => {
  assert.deepEqual(
    codes(() => applyItemChange(stored(plain), input('{"id":"b"}'), strict)),
    ['data.id immutable'],
  );
  assert.deepEqual(
    codes(() => applyItemChange(stored(plain), input('{"price":null}'), strict)),
    ['data.price required'],
  );
});

test('applyItemChange() removes an optional price, and keeps a null price', () => {
  const without = plain.replace('"price":1', '"price":null');
  assert.equal(applyItemChange(stored(plain), input('{"price":null}'), lenient).fieldsJson, without);
  // The setting was turned off again: an item sent back unchanged stays valid.
  assert.equal(applyItemChange(stored(without), input('{"price":null}'), strict).fieldsJson, without);
  const renamed = applyItemChange(stored(without), input('{"name":"new"}'), strict).fieldsJson;
  assert.equal(renamed, without.replace('"name":"n"', '"name":"new"'));
  assert.equal(applyItemChange(stored(without), input('{"price":"2.50"}'), strict).fields['price'], 2.5);
});

test('parseImportedItem() requires id, name and price, and sets defaults for the other required fields', () => {
  const { content, defaulted } = parseImportedItem(input('{"id":7,"name":"n","price":"1.5"}'), strict);
  assert.equal(content.fieldsJson, '"id":"7","name":"n","price":1.5,"sku":"7","imgs":[],"description":""');
  assert.deepEqual(defaulted, ['sku', 'imgs', 'description']);
  for (const text of ['{"sku":null,"imgs":null,"description":null}', '{"sku":"","imgs":""}', '{}']) {
    assert.deepEqual(
      codes(() => parseImportedItem(input(text), strict)),
      ['id', 'name', 'price'].map((name) => `data.${name} required`),
      text,
    );
  }
  assert.deepEqual(parseImportedItem(input(`{${plain}}`), strict).defaulted, []);
});

test('parseImportedItem() converts numeric names and textual flags, as in CSV', () => {
  const text = '{"id":"a","name":501.0,"price":1,"description":7,"active":"FALSE","sku":"s","imgs":[]}';
  const { content } = parseImportedItem(input(text), strict);
  assert.equal(
    content.fieldsJson,
    '"id":"a","name":"501.0","price":1,"description":"7","active":false,"sku":"s","imgs":[]',
  );
  assert.equal(content.active, false);
  assert.deepEqual(
    codes(() => parseImportedItem(input(`{${plain},"active":"maybe"}`), strict)),
    ['data.active type'],
  );
  assert.ok(!('active' in parseImportedItem(input(`{${plain},"active":""}`), strict).content.fields));
  assert.deepEqual(
    codes(() => parseNewItem(input(`{${plain.replace('"n"', '5')},"active":"true"}`))),
    ['data.name type', 'data.active type'],
  );
});

test('parseImportedItem() stores a missing price as null only if it is optional', () => {
  for (const price of ['', ',"price":null', ',"price":""']) {
    const text = `{"id":"a","sku":"s","name":"n","imgs":[],"description":""${price}}`;
    assert.deepEqual(
      codes(() => parseImportedItem(input(text), strict)),
      ['data.price required'],
    );
    const { content, defaulted } = parseImportedItem(input(text), lenient);
    assert.deepEqual([content.fields['price'], defaulted], [null, ['price']]);
    assert.match(content.fieldsJson, /"price":null$/);
  }
  assert.deepEqual(
    codes(() => parseImportedItem(input('{"id":"a","name":"n","price":"free"}'), lenient)),
    ['data.price type'],
  );
});

test('parseNewItem() and applyItemChange() return any JSON unchanged', () => {
  const names = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/).map((name) => `x${name}`);
  fc.assert(
    fc.property(
      fc.dictionary(names, fc.jsonValue()),
      fc.dictionary(names, fc.jsonValue()),
      (first, second) => {
        const extra = (fields: object): string => JSON.stringify(fields).slice(1, -1);
        const made = parseNewItem(input(`{${plain}${extra(first) === '' ? '' : `,${extra(first)}`}}`));
        const changed = applyItemChange(stored(made.fieldsJson), input(JSON.stringify(second)), strict);
        const removed = Object.keys(second).filter((name) => second[name] === null);
        const expected = { ...JSON.parse(`{${plain}}`), ...first, ...second };
        for (const name of removed) delete expected[name];
        assert.deepEqual(JSON.parse(`{${changed.fieldsJson}}`), JSON.parse(JSON.stringify(expected)));
      },
    ),
    { seed: 6 },
  );
});

test('applyItemChange() gives the same content when it decides again, with the pictures in it', () => {
  const picture = '"data:image/png;base64,iVBORw0KGgo="';
  const change = input(`{"price":"007.50","sku":7,"imgs":${picture},"x":1.0}`);
  const first = applyItemChange(stored(plain), change, strict);
  assert.match(first.fieldsJson, /"sku":"7".*"price":7\.50/);
  assert.equal(first.media.length, 1);
  assert.deepEqual(applyItemChange(stored(plain), change, strict), first);
});

test('parseItemUpdate() reads the item, its version and the bytes of the other fields', () => {
  const named = parseItemUpdate(input('{"_id":"1","id":12345678901234567890,"_version":3,"price": 1.50}'));
  assert.deepEqual(
    [named.address, named.ifVersion, named.input.text],
    [{ _id: '1' }, 3, '{"id":"12345678901234567890","price":1.50}'],
  );
  const { address, ifVersion } = parseItemUpdate(input('{"price":1,"id":7}'));
  assert.deepEqual([address, ifVersion], [{ id: '7' }, null]);
  for (const [text, ...errors] of [
    ['{"price":1}', 'data.id required'],
    ['{"id":"","price":1}', 'data.id too_short'],
    ['{"_id":[],"_version":null}', 'data._id type', 'data._version type'],
    ['{"id":"a","_version":1.5}', 'data._version type'],
    [`{"_id":"${'a'.repeat(257)}"}`, 'data._id too_long'],
    ['[]', 'data type'],
  ] as const)
    assert.deepEqual(
      codes(() => parseItemUpdate(input(text))),
      errors,
      text,
    );
});

test('parseImportedUpdate() converts as CSV does, and ignores empty texts', () => {
  const { input: change } = parseImportedUpdate(
    input('{"id":"a","sku":"","imgs":"","price":"","name":5,"active":"FALSE","description":"","stock":1.0}'),
  );
  assert.equal(change.text, '{"id":"a","name":"5","active":false,"description":"","stock":1.0}');
});

test('an import reads a yes or no as `active`, in new items and in updates', () => {
  const answers: [json: string, active: boolean][] = [
    ['1', true],
    ['0', false],
    ['"1"', true],
    ['"0"', false],
    ['"yes"', true],
    ['"No"', false],
    ['" TRUE "', true],
    ['"ja"', true],
    ['"NEIN"', false],
    ['"inactive"', false],
    ['true', true],
  ];
  for (const [json, active] of answers) {
    const item = parseImportedItem(input(`{${plain},"active":${json}}`), strict);
    assert.equal(item.content.active, active, json);
    const { input: change } = parseImportedUpdate(input(`{"id":"a","active":${json}}`));
    assert.equal(change.text, `{"id":"a","active":${active}}`, json);
  }
  for (const json of ['2', '"perhaps"', '-1'])
    assert.deepEqual(
      codes(() => parseImportedItem(input(`{${plain},"active":${json}}`), strict)),
      ['data.active type'],
      json,
    );
});
