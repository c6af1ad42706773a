import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  afterMove,
  arranged,
  freePosition,
  placingOf,
  without,
  withExcluded,
  withItem,
  withPinToggled,
  type Arrangement,
  type PageCard,
} from '../console/src/views/collections/arrangement.ts';

interface Shop {
  /** By rank. */
  readonly matching: readonly string[];
  readonly inactive: readonly string[];
  /** Ids and positions of pins of rules. */
  readonly rules: readonly (readonly [id: string, position: number])[];
}

/** The page as the service lists it: a naive model of `inCollection()` and of the order of pins. */
function pageOf({ matching, inactive, rules }: Shop, { items, pin, exclude }: Arrangement): PageCard[] {
  const isListed = (id: string): boolean => !inactive.includes(id) && !exclude.includes(id);
  const members = [...new Set([...matching, ...items])].filter(isListed);
  const wanted = [
    ...rules,
    ...pin.map(({ id = '', position }) => [id, position] as const),
    ...items.map((id) => [id, 1] as const),
  ];
  const taken = new Map<number, string>();
  for (const [id, position] of wanted) {
    if (!members.includes(id) || [...taken.values()].includes(id)) continue;
    let at = position;
    while (taken.has(at)) at++;
    taken.set(at, id);
  }
  const ranked = matching.filter((id) => members.includes(id) && ![...taken.values()].includes(id));
  const page: string[] = [];
  while (page.length < members.length) {
    const own = taken.get(page.length + 1);
    taken.delete(page.length + 1);
    const next = own ?? ranked.shift();
    if (next !== undefined) page.push(next);
    else {
      const beyond = [...taken.keys()].sort((a, b) => a - b);
      page.push(...beyond.map((at) => taken.get(at)!));
    }
  }
  return page.map((id) => ({
    id,
    product: null,
    variants: 1,
    byRule: rules.some(([pinned]) => pinned === id),
    byCollection: items.includes(id) || pin.some((one) => one.id === id),
  }));
}

const ids = 'abcdefghij'.split('');
const some = fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 6 });
const position = fc.integer({ min: 1, max: 14 });
const pinsOf = (most: number) =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...ids), { maxLength: most }),
      fc.uniqueArray(position, { minLength: most, maxLength: most }),
    )
    .map(([pinned, positions]) => pinned.map((id, i) => [id, positions[i]!] as const));
const scene = fc.record({
  shop: fc.record({ matching: some, inactive: fc.uniqueArray(fc.constantFrom('i', 'j')), rules: pinsOf(2) }),
  arrangement: fc.record({
    items: some,
    pin: pinsOf(5).map((pins) => pins.map(([id, at]) => ({ id, position: at }))),
    exclude: fc.constant<string[]>([]),
  }),
});
const from = fc.nat({ max: 9 });
const runs = { seed: 7, numRuns: 4_000 };
const named = (page: readonly PageCard[]): string => page.map(({ id }) => id).join('');

test('a dropped card stands where it was dropped; others keep their order, and pins outside the row of pins their position', () => {
  fc.assert(
    fc.property(scene, from, from, ({ shop, arrangement }, fromAt, toAt) => {
      const page = pageOf(shop, arrangement);
      if (page.length === 0) return;
      const start = 1 + (fromAt % page.length);
      const drop = 1 + (toAt % page.length);
      const card = page[start - 1]!;
      const target = freePosition(page, start, drop);
      const next = afterMove(arrangement, page, start, drop);
      const after = pageOf(shop, next);
      if (card.byRule || target === start) {
        assert.deepEqual(next, arrangement);
        return;
      }
      // A rule pin beyond the end moves when the end does.
      const isRuleAtEnd = shop.rules.some(([id, at]) => {
        const shown = page.findIndex((one) => one.id === id);
        return shown >= 0 && shown + 1 < at;
      });
      if (isRuleAtEnd) return;
      assert.equal(after[target - 1]!.id, card.id, `${named(page)}: ${start} to ${drop}: ${named(after)}`);
      if (!page[drop - 1]!.byRule) assert.equal(target, drop);
      assert.equal(named(arranged({ page, before: arrangement }, next)), named(after), 'predicted');
      const positions = next.pin.map((pin) => pin.position);
      assert.equal(new Set(positions).size, positions.length, 'positions of pins are distinct');
      for (const kind of ['chosen', 'other']) {
        const ofKind = page.filter(
          (one, i) => one !== card && placingOf(arrangement, one, i + 1).kind === kind,
        );
        const later = after.filter(({ id }) => ofKind.some((one) => one.id === id));
        assert.equal(named(later), named(ofKind), `order of ${kind}`);
      }
      const row = [start, target].sort((a, b) => a - b);
      for (const { id, position: wanted } of arrangement.pin) {
        const at = 1 + page.findIndex((one) => one.id === id);
        if (at === 0 || id === card.id || page[at - 1]!.byRule || wanted > page.length) continue;
        const now = 1 + after.findIndex((one) => one.id === id);
        if (at < row[0]! || at > row[1]!) assert.equal(now, at, `pin of ${id}`);
      }
    }),
    runs,
  );
});

test('cards are pinned where they stand, left out, excluded and added', () => {
  fc.assert(
    fc.property(scene, from, ({ shop, arrangement }, fromAt) => {
      const page = pageOf(shop, arrangement);
      if (page.length === 0) return;
      const at = 1 + (fromAt % page.length);
      const card = page[at - 1]!;
      const next = withPinToggled(arrangement, page, at);
      const { kind } = placingOf(arrangement, card, at);
      if (kind === 'rule') assert.deepEqual(next, arrangement);
      else if (kind === 'pinned') assert.equal(placingOf(next, card, at).kind === 'pinned', false);
      else assert.equal(pageOf(shop, next)[at - 1]!.id, card.id);
      const left = without(arrangement, card, shop.matching.includes(card.id));
      if (kind !== 'rule') assert.equal(named(pageOf(shop, left)).includes(card.id), false);
      assert.equal(named(pageOf(shop, withItem(left, card.id))).includes(card.id), true, 'and back');
    }),
    runs,
  );
});

test('an item that only `items` has is removed from there; one that the filter matches is excluded', () => {
  const card = { id: 'a', product: null, variants: 1, byRule: false, byCollection: true };
  const old = { items: ['a', 'b'], pin: [{ id: 'a', position: 3 }], exclude: [] };
  assert.deepEqual(without(old, card, false), { items: ['b'], pin: [], exclude: [] });
  assert.deepEqual(without(old, card, true), { items: ['b'], pin: [], exclude: ['a'] });
  assert.deepEqual(withExcluded(old, ['a']), { items: ['b'], pin: [], exclude: ['a'] });
  const other = { ...card, id: 'c' };
  assert.deepEqual(without(old, other, false), { ...old, exclude: ['c'] }, 'not chosen, so it was matched');
  const variant = { id: 'a-2', product: 'a', variants: 2, byRule: false, byCollection: true };
  assert.deepEqual(without(old, variant, true), { items: ['b'], pin: [], exclude: ['a'] });
});

test('a slot moves as the card that it shows, and its pin can be removed', () => {
  const slot = { filter: 'brand:Nord', position: 2 };
  const old = { items: ['a'], pin: [slot], exclude: [] };
  const page = ['a', 's', 'b'].map((id) => ({
    id,
    product: null,
    variants: 1,
    byRule: false,
    byCollection: id !== 'b',
  }));
  assert.deepEqual(placingOf(old, page[1]!, 2), { kind: 'pinned', pin: slot });
  assert.deepEqual(afterMove(old, page, 2, 3).pin, [{ filter: 'brand:Nord', position: 3 }]);
  assert.deepEqual(withPinToggled(old, page, 2).pin, []);
});
