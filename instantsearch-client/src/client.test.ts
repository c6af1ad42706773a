import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionsOf } from './filters.ts';
import { highlightsOf, snippetsOf } from './highlights.ts';
import { sendInsightsTo, type EventTracker } from './insights.ts';
import { filtersOf, planSearches } from './searches.ts';

const options = { url: 'http://127.0.0.1', key: 'k' };
const filterOf = (params: object): string | undefined =>
  filtersOf(conditionsOf({ ...params }, 'geo')).filters;

test('conditionsOf() quotes names and values, and reads minus signs and operators', () => {
  assert.equal(
    filterOf({ facetFilters: [['brand:A:1', 'brand:-B'], 'size:\\-1'] }),
    '("brand":"A:1" OR NOT "brand":"B") AND ("size":"-1")',
  );
  assert.equal(filterOf({ facetFilters: 'a "b":\\c' }), String.raw`("a \"b\"":"\\c")`);
  assert.equal(
    filterOf({ numericFilters: ['price>=10', ['price != 2', 'w<-1']] }),
    '("price" >= 10) AND ("price" != 2 OR "w" < -1)',
  );
  assert.equal(filterOf({ tagFilters: ['new'], filters: 'x:1 OR y:2' }), '(x:1 OR y:2) AND ("tags":"new")');
  assert.equal(filterOf({ insideBoundingBox: '2,4,1,3' }), '("geo" IN BOX 1,3,2,4)');
  assert.equal(filterOf({ facetFilters: [], numericFilters: '', filters: '' }), undefined);
  assert.equal(filterOf({ facetFilters: [[], 'brand:A'] }), '("brand":"A")');
  assert.equal(filterOf({ numericFilters: ['price:10 TO 20'] }), '("price":10 TO 20)');
});

test('planSearches() counts a disjunctive facet by the search for the hits, if all else is the same', () => {
  const hits = { query: 'x', facets: ['brand', 'size'], facetFilters: [['brand:A'], ['size:M']] };
  const count = (facet: string, others: object): object => ({
    query: 'x',
    hitsPerPage: 0,
    facets: facet,
    ...others,
  });
  const plan = (...all: object[]): { searches: number; of: readonly number[]; disjunctive: unknown } => {
    const { searches, searchOfRequest } = planSearches(
      all.map((params) => ({ indexName: 'shop', params: { ...params } })),
      options,
    );
    return { searches: searches.length, of: searchOfRequest, disjunctive: searches[0]?.body['disjunctive'] };
  };
  const brand = count('brand', { facetFilters: [['size:M']] });
  const size = count('size', { facetFilters: [['brand:A']] });
  assert.deepEqual(plan(hits, brand, size), { searches: 1, of: [0, 0, 0], disjunctive: ['brand', 'size'] });
  for (const other of [
    count('brand', { facetFilters: [['size:L']] }),
    count('brand', {}),
    count('color', { facetFilters: [['size:M']] }),
    { ...brand, query: 'y' },
    { ...brand, hitsPerPage: 1 },
  ])
    assert.deepEqual(plan(hits, other).of, [0, 1], JSON.stringify(other));
  // The filter may have conditions on the facet, which must count.
  const filters = 'brand:A OR brand:B';
  assert.deepEqual(plan({ ...hits, filters }, { ...brand, filters }).of, [0, 1]);
});

test('highlights undo the escapes of HTML, and keep the shape of the item', () => {
  const tags = { before: '[', after: ']' };
  const marks = { name: 'A &lt;b&gt; <em>lamp</em> &amp;amp;', 'specs.wood': '<em>Oak</em>' };
  const item = {
    name: 'A <b> lamp &amp;',
    _id: 'x',
    price: 1,
    tags: ['new'],
    specs: { wood: 'Oak', legs: 4 },
    geo: { lat: 1 },
  };
  const none = (value: string): object => ({ value, matchLevel: 'none', matchedWords: [] });
  assert.deepEqual(highlightsOf(item, marks, tags), {
    name: { value: 'A <b> [lamp] &amp;', matchLevel: 'full', matchedWords: ['lamp'] },
    tags: [none('new')],
    specs: { wood: { value: '[Oak]', matchLevel: 'full', matchedWords: ['oak'] } },
  });
  const text = 'one two three four five six';
  const cut = (words: number, html?: string): unknown =>
    snippetsOf({ text }, html === undefined ? {} : { text: html }, {
      attributes: [`text:${words}`],
      ellipsis: '…',
      tags,
    })['text'];
  assert.deepEqual(cut(2), { value: 'one two…', matchLevel: 'none' });
  assert.deepEqual(cut(3, text.replace('five', '<em>five</em>')), {
    value: '…four [five] six',
    matchLevel: 'full',
  });
  assert.deepEqual(cut(9), { value: text, matchLevel: 'none' });
});

test('sendInsightsTo() sends clicks, carts and purchases with their search or list', () => {
  const events: unknown[] = [];
  const tracker: EventTracker = { track: async (event) => void events.push(event) };
  const send = sendInsightsTo(tracker);
  const payload = { objectIDs: ['a', 'b'], positions: [1, 2], queryID: 'q' };
  send({ eventType: 'view', eventModifier: 'internal', widgetType: 'ais.hits', payload });
  send({ eventType: 'click', widgetType: 'ais.hits', payload });
  send({
    eventType: 'click',
    widgetType: 'ais.relatedProducts',
    payload: { objectIDs: ['a'], queryID: 'l' },
  });
  const objectData = [{ price: '9.5', quantity: 2, queryID: 'q2' }, {}];
  send({
    eventType: 'conversion',
    widgetType: 'ais.hits',
    payload: { objectIDs: ['a'], eventSubtype: 'addToCart', objectData },
  });
  send({
    eventType: 'conversion',
    widgetType: 'ais.hits',
    payload: { objectIDs: ['a', 'b'], eventSubtype: 'purchase', objectData },
  });
  assert.deepEqual(events, [
    { type: 'click', item: 'a', searchId: 'q', position: 1 },
    { type: 'click', item: 'b', searchId: 'q', position: 2 },
    { type: 'click', item: 'a', recommendationId: 'l' },
    { type: 'cart', items: [{ id: 'a', quantity: 2, price: 9.5 }], searchId: 'q2' },
    { type: 'purchase', items: [{ id: 'a', quantity: 2, price: 9.5 }, { id: 'b' }], searchId: 'q2' },
  ]);
});
