import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { facetDraftOf, facetSentence, facetSettingOf } from '../console/src/views/facets/facet-draft.ts';
import {
  firstAfterMove,
  settingOf,
  shownOrder,
  withEdit,
  withFirst,
} from '../console/src/views/facets/facet-edits.ts';
import type { FacetSetting } from '../sdk/src/contract.ts';

const texts = fc.uniqueArray(fc.constantFrom('S', 'M', 'a, b', '"quoted"', 'XL'), { minLength: 1 });
const setting = fc.record(
  {
    field: fc.constantFrom('size', 'brand'),
    name: fc.constantFrom('Size', ' Name'),
    order: fc.constantFrom('value' as const, 'number' as const, 'size' as const),
    first: texts,
    hiddenValues: texts,
    limit: fc.integer({ min: 1, max: 100 }),
    display: fc.constantFrom('pinned' as const, 'hidden' as const),
    when: fc.record({ filters: fc.constant('category:Shoes'), newMember: fc.constant(1) }),
    newMember: fc.constant(['x']),
  },
  { requiredKeys: ['field'] },
);

test('a form keeps every member of a facet that was not edited', () => {
  fc.assert(
    fc.property(setting, fc.constantFrom('A to Z', ''), (sent, name) => {
      const own: FacetSetting = { ...sent };
      const draft = facetDraftOf(own, 0);
      assert.deepEqual(facetSettingOf(draft), own);
      const { name: _, ...others } = own;
      const expected = name === '' ? others : { ...others, name };
      assert.deepEqual(facetSettingOf({ ...draft, name }), expected);
    }),
    { seed: 7 },
  );
});

test('a moved value comes first with those above it, and keeps its place in the new order', () => {
  const value = fc.uniqueArray(fc.constantFrom('a', 'B', 'c', 'd', 'e', 'f'), { minLength: 2 });
  fc.assert(
    fc.property(
      value,
      fc.nat(),
      fc.nat(),
      fc.array(fc.constantFrom('b', 'gone', 'e')),
      (names, f, t, given) => {
        const first = [...new Set(given)];
        const values = withFirst(
          names.map((one) => ({ value: one, count: 1 })),
          first,
        );
        const [from, to] = [f % names.length, t % names.length];
        const next = firstAfterMove(values, first, from, to);
        const shown = withFirst(values, next).map((one) => one.value);
        const expected = values.map((one) => one.value);
        expected.splice(to, 0, ...expected.splice(from, 1));
        assert.deepEqual(shown, expected);
        assert.equal(
          next.includes('gone'),
          first.includes('gone'),
          'values without matches keep their place',
        );
      },
    ),
    { seed: 7 },
  );
  const values = ['a', 'b', 'c'].map((one) => ({ value: one, count: 1 }));
  assert.deepEqual(firstAfterMove(values, [], 2, 0), ['c']);
  assert.deepEqual(firstAfterMove(values, [], 0, 1), ['b', 'a']);
});

test('an edit changes the setting that the filter selects, or adds one', () => {
  const settings: FacetSetting[] = [
    { field: 'size', order: 'value', name: 'Size' },
    { field: 'size', first: ['M'], when: { filters: 'category:"Shoes" AND sale:true' } },
  ];
  const shoes = '(category:"shoes") AND (price < 5) AND (sale:"true")';
  assert.equal(settingOf(settings, 'size', shoes), settings[1]);
  assert.equal(settingOf(settings, 'size', '(category:"Shoes")'), settings[0]);
  assert.deepEqual(
    [settings[0], settings[1], undefined].map((one) => shownOrder(one, undefined)),
    ['value', 'hand', 'count'],
  );
  assert.deepEqual(withEdit(settings, 'size', shoes, { order: 'size', first: [] })[1], {
    field: 'size',
    when: { filters: 'category:"Shoes" AND sale:true' },
    order: 'size',
  });
  assert.deepEqual(withEdit(settings, 'size', '', { order: 'count', first: [] })[0], {
    field: 'size',
    name: 'Size',
  });
  assert.deepEqual(withEdit(settings, 'brand', '', { first: ['B'] }).at(-1), {
    field: 'brand',
    first: ['B'],
  });
});

test('facetSentence() tells the order, values and condition of a facet', () => {
  const own: FacetSetting = {
    field: 'size',
    order: 'size',
    first: ['S', 'M', 'L', 'XL', 'XXL'],
    hiddenValues: ['?'],
    limit: 8,
    when: { filters: 'category:Shoes' },
  };
  assert.equal(
    facetSentence(facetDraftOf(own, 0)),
    'First S, M, L, XL and 1 more · By size · 1 value hidden · At most 8 values · Only with category:Shoes',
  );
  assert.equal(facetSentence(facetDraftOf({ field: 'a' }, 0)), 'Most items first');
});
