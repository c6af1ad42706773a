import type { Random } from '../../src/lib/seeded-random.ts';
import { areCompared } from './catalog.ts';
import { goods, type Good } from './goods.ts';

/** The share of the companions of a companion that are bought, too: a tent goes with a sleeping bag, and that with a mat. */
const secondShare = 0.15;

/** Draws what is bought with a good: goods, perhaps the good itself again. */
export function drawCompanions(good: Good, random: Random): Good[] {
  return drawFrom(good, 1, random);
}

/** Draws what is bought with a companion of a good: other goods that the same kind of shopper looks for. */
export function drawSecondCompanions(good: Good, companion: Good, random: Random): Good[] {
  return drawFrom(companion, secondShare, random).filter(
    (second) => second !== good && second.shopper === good.shopper,
  );
}

/** Whether an order with one good has no other one: it is the same, or an alternative that does not go with it. */
export function replaces(one: Good, other: Good): boolean {
  return one === other || (areCompared(one, other) && !goTogether(one, other));
}

/** Whether one of two goods is a companion of the other. */
export function goTogether(one: Good, other: Good): boolean {
  return isCompanion(one, other) || isCompanion(other, one);
}

function isCompanion({ name }: Good, { companions }: Good): boolean {
  return companions.some(([companion]) => companion === name);
}

function drawFrom({ companions }: Good, share: number, random: Random): Good[] {
  return companions.flatMap(([name, probability]) =>
    random() < share * probability ? [goods.get(name)!] : [],
  );
}
