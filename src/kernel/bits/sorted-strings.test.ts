import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { SortedStrings } from './sorted-strings.ts';

const part = fc.constantFrom('a', 'b', 'ab', 'abcd', '~', '\u007f', 'é', '\uffff', '\ud83d', '\0', '7');
const string = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));

test('SortedStrings has the order of toSorted() after additions in any groups, and the units of each string', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(string, { maxLength: 120 }),
      fc.array(fc.nat(60), { maxLength: 6 }),
      (strings, groups) => {
        const sorted = new SortedStrings();
        for (const count of [...groups, strings.length]) {
          const added = sorted.strings.length;
          for (const each of strings.slice(added, added + count))
            assert.equal(sorted.add(each), sorted.strings.length - 1);
          const known = strings.slice(0, added + count);
          assert.deepEqual(
            Array.from(sorted.order, (number) => strings[number]),
            known.toSorted(),
          );
        }
        const { units, offsets } = sorted;
        strings.forEach((each, number) => {
          const own = units.subarray(offsets[number], offsets[number + 1]);
          assert.equal(String.fromCharCode(...own), each);
        });
      },
    ),
    { seed: 20261201, numRuns: 500 },
  );
});
