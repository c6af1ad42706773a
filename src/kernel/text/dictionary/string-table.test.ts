import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  listStrings,
  compareEntries,
  findEntriesBeginningWith,
  listEntriesContaining,
  findString,
  packStrings,
  selectStrings,
  unpackStrings,
  type PackedStringTable,
} from './string-table.ts';
import { viewPackedUnits, packUnits } from './string-units.ts';

/** Units of one byte, of two, and surrogates; one low byte is a letter: `š` has that of `a`. */
const unit = fc.constantFrom(
  'a',
  'b',
  '7',
  'é',
  '\xff',
  '\u0100',
  'š',
  'ω',
  '漢',
  '\ud83d',
  '\ude00',
  '\uffff',
);
const long = 'x'.repeat(300);
const string = fc.oneof(
  fc.array(unit, { maxLength: 5 }).map((units) => units.join('')),
  fc.array(fc.constantFrom('x', 'š', long), { maxLength: 4 }).map((parts) => parts.join('')),
);
const strings = fc.uniqueArray(string, { maxLength: 40 }).map((all) => all.toSorted());

function packed(all: readonly string[]): PackedStringTable {
  const table = packStrings(all);
  const count = table.offsets[table.count]!;
  return { ...table, units: viewPackedUnits(packUnits(table.units.low, count), count) };
}

test('a packed table has the strings of the whole one, in the same order', () => {
  fc.assert(
    fc.property(strings, string, (all, other) => {
      const table = packed(all);
      const whole = unpackStrings(table);
      assert.deepEqual(listStrings(table), all);
      assert.equal(findString(table, other), all.indexOf(other));
      for (let i = 0; i < all.length; i++) {
        assert.equal(findString(table, all[i]!), i);
        const difference = compareEntries(whole, i, packStrings([other]), 0);
        assert.equal(Math.sign(difference), compare(all[i]!, other));
      }
      assert.deepEqual(whole, packStrings(all));
      const second = all.filter((_, at) => at % 2 === 1);
      const selected = selectStrings(
        second.length,
        () => whole,
        (at) => 2 * at + 1,
      );
      assert.deepEqual(selected, packStrings(second));
      if (all.length === 0) return;
      const last = { ...table, count: 1, offsets: table.offsets.subarray(-2) };
      assert.deepEqual(listStrings(unpackStrings(last)), all.slice(-1));
    }),
    { seed: 20261125, numRuns: 500 },
  );
});

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

test('listEntriesContaining() finds the entries of a packed table with a text, whatever their high bytes', () => {
  const text = fc.array(unit, { minLength: 1, maxLength: 3 }).map((units) => units.join(''));
  fc.assert(
    fc.property(strings, text, (all, part) => {
      const expected = [...all.keys()].filter((at) => all[at]!.includes(part));
      assert.deepEqual(listEntriesContaining(packed(all), part), expected);
    }),
    { seed: 20261125, numRuns: 1_000 },
  );
});

test('packed units take a byte each, and a page more for other letters', () => {
  const ascii = packStrings(['product'.repeat(1_000)]);
  assert.equal(packUnits(ascii.units.low, 7_000).length, 7_000);
  const withDash = packStrings([`${'product'.repeat(500)}–${'product'.repeat(500)}`]);
  assert.ok(packUnits(withDash.units.low, 7_001).length < 7_500);
});

test('findEntriesBeginningWith() finds the entries from the prefix up to its last continuation', () => {
  const many = fc
    .uniqueArray(
      fc.array(unit, { maxLength: 4 }).map((units) => units.join('')),
      { maxLength: 200 },
    )
    .map((all) => all.toSorted());
  fc.assert(
    fc.property(many, fc.array(unit, { maxLength: 2 }), (all, units) => {
      const prefix = units.join('');
      const [from, to] = findEntriesBeginningWith(packed(all), prefix);
      const beginning = all.filter((each) => each >= prefix && each < `${prefix}\uffff`);
      assert.deepEqual(all.slice(from, to), beginning);
    }),
    { seed: 20261201, numRuns: 500 },
  );
});
