// The places that ten thousand events of one visitor take in the first ten of each list of simulated shops, with the caps on visitors
// and without: `npm run bench:visitor`. Takes a minute.
import {
  attackedLists,
  plantedAttacks,
  plantedShop,
  pushedIn,
  type PlantedAttack,
} from '../../src/kernel/recommend/lists/planted-visitor.fixture.ts';
import { visitorCaps, type VisitorCaps } from '../../src/kernel/recommend/counters/weights.ts';

const seeds = [1, 2, 3];
const shops = [
  { visitors: 2_000, popularity: 0 },
  { visitors: 2_000, popularity: 8 },
  { visitors: 300, popularity: 0 },
];
const uncapped: VisitorCaps = { interactions: Infinity, purchaseDays: Infinity, baskets: Infinity };

/** The most places of each list, over all seeds. */
function placesTaken(
  shop: (typeof shops)[number],
  attack: PlantedAttack,
  caps: VisitorCaps,
): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const seed of seeds) {
    const attacked = plantedShop({ ...shop, attack, seed, caps });
    for (const [name, list] of Object.entries(attackedLists(attacked)))
      most.set(name, Math.max(most.get(name) ?? 0, pushedIn(attacked, list)));
  }
  return most;
}

for (const shop of shops) {
  console.log(`\n${shop.visitors} visitors, item number ${shop.popularity + 1} of its kind`);
  for (const attack of plantedAttacks) {
    const [before, after] = [uncapped, visitorCaps].map((caps) => placesTaken(shop, attack, caps));
    const cells = Array.from(before!, ([name, places]) => `${name} ${places} -> ${after!.get(name)}`);
    console.log(`  ${attack.padEnd(20)} ${cells.join(', ')}`);
  }
}
