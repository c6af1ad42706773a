import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConfigurationChange } from '@vitrine/sdk';
import { describeChange, describeState } from '../console/src/changes/describe-change.ts';
import { describeFilter } from '../console/src/filters/describe-filter.ts';
import { findDifferences } from '../src/domain/configuration/differences.ts';

type Kind = ConfigurationChange['kind'];
const names: Readonly<Record<string, string>> = { jacket: 'Rain jacket', tent: 'Family tent' };
const nameItem = (id: string): string => names[id] ?? id;
const change = (kind: Kind, id: string, before: unknown, after: unknown): ConfigurationChange => ({
  kind,
  id,
  before,
  after,
  differences: findDifferences(before as never, after as never),
  differencesOmitted: 0,
});
const texts = (kind: Kind, id: string, before: unknown, after: unknown): string[] =>
  describeChange(change(kind, id, before, after), nameItem).map(({ text }) => text);
const rule = (members: object): object => ({ id: 'r', when: { query: 'jacket' }, ...members });

test('describeChange() tells what was done to a rule, with the items for their pictures', () => {
  const pinned = change('rules', 'r', null, rule({ pin: [{ id: 'jacket', position: 1 }] }));
  assert.deepEqual(describeChange(pinned, nameItem), [
    { text: 'Pinned Rain jacket to place 1 for “jacket”', items: ['jacket'] },
  ]);
  const before = rule({ pin: [{ id: 'jacket', position: 2 }], hide: ['tent'], boost: 'brand:Nike' });
  assert.deepEqual(
    texts(
      'rules',
      'r',
      before,
      rule({ pin: [{ id: 'jacket', position: 1 }], hide: ['tent'], enabled: false }),
    ),
    [
      'Moved Rain jacket from place 2 to place 1 for “jacket”',
      'Stopped boosting items where brand is Nike for “jacket”',
      'Switched the rule “r” off',
    ],
  );
  assert.deepEqual(texts('rules', 'r', null, before), [
    'Pinned Rain jacket to place 2 for “jacket”',
    'Hid Family tent for “jacket”',
    'Boosted items where brand is Nike by 1 step for “jacket”',
  ]);
  assert.deepEqual(texts('rules', 'r', before, null), ['Removed the rule “r”, which acted for “jacket”']);
  assert.deepEqual(
    texts('rules', 'r', rule({}), {
      id: 'r',
      until: '2026-12-24',
      redirect: { url: 'https://shop.example/' },
      userData: { banner: { text: 'Sale' } },
    }),
    [
      'Redirected shoppers to https://shop.example/ for all searches',
      'Showed the banner “Sale” for all searches',
      'Changed when the rule “r” acts: always',
      'The rule “r” ends on Dec 24, 2026',
    ],
  );
});

test('describeChange() tells what was done to a setting', () => {
  assert.deepEqual(texts('settings', 'front.currency', 'EUR', 'CHF'), [
    'Changed the currency on your site from EUR to CHF',
  ]);
  assert.deepEqual(texts('settings', 'front.currency', 'EUR', null), [
    'Reset the currency on your site to the default',
  ]);
  assert.deepEqual(texts('settings', 'search.languages', ['en'], ['en', 'de']), [
    'Set the languages ([1]) to German',
  ]);
  const couch = { kind: 'equivalent', words: ['sofa', 'couch'] };
  const boots = { kind: 'oneWay', from: 'wellies', to: ['rubber boots'] };
  assert.deepEqual(texts('settings', 'search.synonyms', [couch], [boots]), [
    'Added the synonym “wellies” also finds “rubber boots”',
    'Removed the synonym “sofa” = “couch”',
  ]);
  assert.deepEqual(
    texts(
      'settings',
      'search.typos',
      { enabled: true, disabledWords: [] },
      { enabled: false, disabledWords: [] },
    ),
    ['Changed the typos (enabled) from on to off'],
  );
});

test('describeChange() tells what was done to a collection and a placement', () => {
  const sale = { id: 'sale', name: 'Sale', items: ['jacket'], filter: 'price < 5' };
  assert.deepEqual(texts('collections', 'sale', sale, { ...sale, items: ['tent'], filter: 'price < 9' }), [
    'Added Family tent to the collection “Sale”',
    'Removed Rain jacket from the collection “Sale”',
    'Let items where price is less than 9 join the collection “Sale”',
  ]);
  assert.deepEqual(
    texts(
      'placements',
      'cart',
      { id: 'cart', list: 'user', title: 'You' },
      { id: 'cart', list: 'user', title: 'For you' },
    ),
    ['Changed the title of the placement “For you” from You to For you'],
  );
  assert.deepEqual(texts('placements', 'cart', null, { id: 'cart', list: 'user' }), [
    'Added the placement “cart”',
  ]);
  const bare = { id: 'cart', list: 'user' };
  const withBanner = { ...bare, userData: { banner: { text: 'Sale' } } };
  assert.deepEqual(texts('placements', 'cart', bare, withBanner), [
    'Showed the banner “Sale” with the placement “cart”',
  ]);
  assert.deepEqual(texts('placements', 'cart', withBanner, bare), [
    'Removed the banner of the placement “cart”',
  ]);
});

test('describeState() has the whole in words, to compare it', () => {
  const pinned = change('rules', 'r', null, rule({ pin: [{ id: 'jacket', position: 1 }] }));
  assert.equal(
    describeState(pinned, pinned.after, nameItem),
    'When someone searches for “jacket” — show Rain jacket first',
  );
  assert.equal(describeState(pinned, pinned.before, nameItem), null);
});

test('describeFilter() has a filter in words, and one without rows as it is written', () => {
  const words: [text: string, words: string][] = [
    ['brand:Nike AND price < 100', 'brand is Nike and price is less than 100'],
    ['size IN [38, 39] OR NOT EXISTS stock', 'size is 38 or 39 or stock has no value'],
    ['a:1 AND (b:1 OR c != 2)', 'a is 1 and (b is 1 or c is not 2)'],
    ['NOT (a:1 OR b:1)', 'none of (a is 1 or b is 1)'],
    ['releasedAt >= now-30d', 'releasedAt is in the last 30 days'],
    ['at WITHIN 5km OF 1,2', 'at WITHIN 5km OF 1,2'],
    ['brand:', 'brand:'],
  ];
  for (const [text, expected] of words) assert.equal(describeFilter(text), expected);
  assert.equal(describeFilter('price <= item.price', true), 'price is at most that of the page’s product');
});
