import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom, type Random } from '../../lib/seeded-random.ts';
import { measurePreference, findWinner } from './draft-preference.ts';
import { draftTeams, type DraftTeam } from './team-draft.ts';
import { noVisitors, withVisitor, type VisitorSums } from './visitor-sums.ts';
import { pow } from '../../math/power.ts';

function shuffled(count: number, random: Random): number[] {
  const items = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}

void test('draftTeams() has every item once, pins at their places, and pages that continue each other', () => {
  const random = createRandom(8);
  for (let seed = 0; seed < 500; seed++) {
    const count = 1 + Math.floor(random() * 60);
    const [control, treatment] = [shuffled(count, random), shuffled(count, random)];
    const pins = new Map<number, number>();
    for (const item of shuffled(count, random).slice(0, Math.floor(random() * Math.min(5, count))))
      pins.set(1 + Math.floor(random() * count), item);
    // A later pin may have replaced an earlier one of the same position.
    const whole = draftTeams({ control, treatment, pins }, seed, count);
    assert.deepEqual(
      whole.map(({ id }) => id).sort((a, b) => a - b),
      shuffled(count, random).sort((a, b) => a - b),
    );
    for (const [position, item] of pins) assert.deepEqual(whole[position - 1], { id: item, team: null });
    for (const size of [1, 7, 20]) {
      const pages: unknown[] = [];
      for (let offset = 0; offset < count; offset += size) {
        const end = Math.min(count, offset + size);
        // Only as long prefixes as the documentation asks for.
        const prefixes = {
          control: control.slice(0, end + pins.size),
          treatment: treatment.slice(0, end + pins.size),
          pins,
        };
        pages.push(...draftTeams(prefixes, seed, end).slice(offset));
      }
      assert.deepEqual(pages, whole, `seed ${seed}, pages of ${size}`);
    }
  }
});

void test('draftTeams() lets each order draft its best items that are left', () => {
  const drafted = draftTeams({ control: ['x', 'a', 'b', 'c'], treatment: ['x', 'c', 'b', 'a'] }, 1, 4);
  // Both have x first. Then either a (control) and c (treatment) or c and a follow, and both have b last.
  assert.deepEqual(drafted[0], { id: 'x', team: null });
  assert.deepEqual(
    new Set(drafted.slice(1, 3).map(({ id, team }) => `${id} ${team}`)),
    new Set(['a control', 'c treatment']),
  );
  assert.deepEqual(drafted[3], { id: 'b', team: null });
  const orders = new Set(
    Array.from(
      { length: 20 },
      (_, seed) => draftTeams({ control: ['a', 'b'], treatment: ['b', 'a'] }, seed, 2)[0]!.id,
    ),
  );
  assert.deepEqual(orders, new Set(['a', 'b']));
});

void test('draftTeams() has the union of orders with different items, and pins beyond the end at the end', () => {
  const pins = new Map([
    [2, 'pin'],
    [40, 'late'],
    [30, 'later'],
  ]);
  const ids = draftTeams({ control: ['a', 'b'], treatment: ['b', 'c', 'd'], pins }, 3, 20).map(
    ({ id }) => id,
  );
  assert.deepEqual(ids.slice().sort(), ['a', 'b', 'c', 'd', 'late', 'later', 'pin']);
  assert.equal(ids[1], 'pin');
  assert.deepEqual(ids.slice(-2), ['later', 'late']);
  assert.deepEqual(draftTeams({ control: [], treatment: [], pins: new Map([[5, 'p']]) }, 3, 20), [
    { id: 'p', team: null },
  ]);
  assert.deepEqual(draftTeams({ control: [], treatment: [] }, 3, 20), []);
});

void test('draftTeams() gives both orders each position equally often', () => {
  const random = createRandom(12);
  const leads = Array.from({ length: 10 }, () => 0);
  const runs = 20_000;
  for (let seed = 0; seed < runs; seed++) {
    const orders = { control: shuffled(40, random), treatment: shuffled(40, random) };
    for (const [position, { team }] of draftTeams(orders, seed, 10).entries())
      leads[position]! += team === 'control' ? 1 : team === 'treatment' ? -1 : 0;
  }
  for (const lead of leads) assert.ok(Math.abs(lead) < 4 * Math.sqrt(runs), leads.join(' '));
});

void test('findWinner() counts clicks of teams only', () => {
  assert.equal(findWinner([]), null);
  assert.equal(findWinner([null, null]), null);
  assert.equal(findWinner(['treatment', null, 'control']), 0);
  assert.equal(findWinner(['treatment', 'treatment', 'control']), 1);
  assert.equal(findWinner(['control']), -1);
});

/**
 * Visitors who search for one of 24 items they like, look down the list, and click on what they like. `swapped` exchanges the orders.
 * An order with much `noise` ranks worse.
 */
function preferenceOf(seed: number, noise: readonly [number, number], visitors: number): VisitorSums {
  const random = createRandom(seed);
  let sums = noVisitors;
  for (let visitor = 0; visitor < visitors; visitor++) {
    let [wins, searches] = [0, 0];
    do {
      const quality = Array.from({ length: 24 }, () => pow(random(), 3));
      const [control, treatment] = noise.map((one) => {
        const scores = quality.map((value) => value + one * random());
        return scores.map((_, item) => item).sort((a, b) => scores[b]! - scores[a]!);
      });
      const drafted = draftTeams(
        { control: control!, treatment: treatment! },
        Math.floor(random() * 2 ** 32),
        12,
      );
      const clicked: DraftTeam[] = [];
      for (const { id, team } of drafted) {
        if (random() < 0.5 * quality[id]!) clicked.push(team);
        if (random() < 0.15) break;
      }
      const winner = findWinner(clicked);
      if (winner !== null) [wins, searches] = [wins + winner, searches + 1];
    } while (random() < 0.4);
    if (searches > 0) sums = withVisitor(sums, wins, searches);
  }
  return sums;
}

void test('measurePreference() finds the better order, is symmetric, and declares nothing for equal ones', () => {
  let [better, worse, equal, sum] = [0, 0, 0, 0];
  for (let seed = 1; seed <= 25; seed++) {
    const good = measurePreference(preferenceOf(seed, [0.8, 0.3], 1_500))!;
    const bad = measurePreference(preferenceOf(seed + 1_000, [0.3, 0.8], 1_500))!;
    const same = measurePreference(preferenceOf(seed + 2_000, [0.5, 0.5], 1_500))!;
    if (good.interval!.low > 0) better++;
    if (bad.interval!.high < 0) worse++;
    if (same.interval!.low > 0 || same.interval!.high < 0) equal++;
    sum += good.preference + bad.preference;
  }
  assert.ok(better >= 22 && worse >= 22, `${better} and ${worse} of 25`);
  assert.ok(equal <= 1, String(equal));
  // As much better as worse, with the orders exchanged.
  assert.ok(Math.abs(sum / 25) < 0.02, String(sum / 25));
});

void test('measurePreference() has no interval with too few visitors', () => {
  assert.equal(measurePreference(noVisitors), null);
  assert.equal(measurePreference(preferenceOf(1, [0.8, 0.3], 10))!.interval, null);
});
