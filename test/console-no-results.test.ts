import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterText, noResultText, writeSearchParameters } from '../console/src/app/no-results.ts';

const boots = (
  filtered: number,
  filters: [filter: string, withoutResults: number][],
  withoutResults = 2,
) => ({
  query: 'boots',
  withoutResults,
  filteredWithoutResults: filtered,
  filters: filters.map(([filter, failed]) => ({ filter, searches: failed, withoutResults: failed })),
});

test('noResultText() advises a synonym only where the words alone find nothing', () => {
  assert.equal(
    noResultText(boots(0, []), 2, null),
    '“boots” found nothing 2 times in two weeks. A synonym may help.',
  );
  assert.equal(
    noResultText(boots(1, [['size:60', 1]], 3), 2, null),
    '“boots” found nothing 3 times in two weeks, 1 time with a filter. A synonym may help.',
  );
  const found = '“boots” found nothing 2 times in two weeks, with the filter size:60.';
  const filtered = boots(2, [['size:60', 2]]);
  assert.equal(noResultText(filtered, 2, 86), `${found} Without it, 86 items match.`);
  assert.equal(noResultText(filtered, 2, 1), `${found} Without it, 1 item matches.`);
  assert.equal(
    noResultText(filtered, 2, 0),
    `${found} Without it, nothing matches either: a synonym may help.`,
  );
  assert.equal(noResultText(filtered, 2, null), found);
});

test('filterText() names the filter or the collection of most searches', () => {
  assert.equal(filterText(boots(3, [['size:60', 2]], 3)), 'mostly with the filter size:60');
  assert.equal(filterText(boots(2, [['collection:sale', 2]])), 'in the collection sale');
  assert.equal(filterText(boots(2, [['(other)', 2]])), 'with a filter');
  assert.equal(filterText(boots(2, [])), 'with a filter', 'it was not kept by name');
});

test('writeSearchParameters() repeats the search with its filter where the console can', () => {
  assert.equal(writeSearchParameters(boots(2, [['size:60', 2]])), 'q=boots&filters=size%3A60');
  for (const filter of ['(other) AND size:60', 'size:60 AND collection:sale', 'collection:sale'])
    assert.equal(writeSearchParameters(boots(2, [[filter, 2]])), 'q=boots', filter);
});
