// The places that ten thousand events of one visitor, or of one address with 1,250 users, take in the first ten of each list of
// simulated shops, with the caps and without: `npm run bench:visitor`. Takes two minutes.
import { AddressPairCap } from '../../src/domain/events/address-pair-cap.ts';
import { AddressVisitorCap, addressVisitorsMax } from '../../src/domain/events/address-visitor-cap.ts';
import {
  attackedLists,
  plantedAttacks,
  plantedShop,
  pushedIn,
  type AddressCap,
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

/** Caps of a new address. */
const cappedAddress = (): AddressCap => {
  const pairs = new AddressPairCap();
  const visitors = new AddressVisitorCap();
  return ({ type, user, items: ids, at }) => {
    const items = ids.map((id) => ({ id, quantity: 1, price: null }));
    const rank = visitors.rankVisitor({ user, session: null, items }, '192.0.2.1', at);
    const capped = pairs.capItems({ type, items }, '192.0.2.1', at);
    return { capped, suspectedBot: rank >= addressVisitorsMax };
  };
};
const uncappedAddress = (): AddressCap => () => ({ capped: new Set(), suspectedBot: false });

/** The most places of each list, over all seeds. */
function placesTaken(
  shop: (typeof shops)[number],
  attack: PlantedAttack,
  caps: VisitorCaps,
  addressCap?: () => AddressCap,
): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const seed of seeds) {
    const address = addressCap === undefined ? {} : { addressCap: addressCap() };
    const attacked = plantedShop({ ...shop, attack, seed, caps, ...address });
    for (const [name, list] of Object.entries(attackedLists(attacked)))
      most.set(name, Math.max(most.get(name) ?? 0, pushedIn(attacked, list)));
  }
  return most;
}

for (const shop of shops) {
  console.log(`\n${shop.visitors} visitors, item number ${shop.popularity + 1} of its kind`);
  for (const attack of plantedAttacks) {
    const ofVisitor = [uncapped, visitorCaps].map((caps) => placesTaken(shop, attack, caps));
    const ofAddress = [uncappedAddress, cappedAddress].map((cap) =>
      placesTaken(shop, attack, visitorCaps, cap),
    );
    for (const [who, [before, after]] of Object.entries({
      'one visitor': ofVisitor,
      'one address': ofAddress,
    })) {
      const cells = Array.from(before!, ([name, places]) => `${name} ${places} -> ${after!.get(name)}`);
      console.log(`  ${who.padEnd(12)} ${attack.padEnd(20)} ${cells.join(', ')}`);
    }
  }
}
