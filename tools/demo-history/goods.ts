import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A kind of good, as shoppers search it. */
export interface Good {
  readonly name: string;
  /** The kind of shopper that looks for it. */
  readonly shopper: string;
  /** Its categories and the ids of its products. A longer category takes precedence, and an id most. */
  readonly products: readonly string[];
  /** Names of the goods that are often in an order with it, with their probability. */
  readonly companions: readonly (readonly [name: string, probability: number])[];
}

/** The goods of the demo shop, by name. */
export const goods: ReadonlyMap<string, Good> = readGoods(
  readFileSync(join(import.meta.dirname, 'goods.txt'), 'utf8'),
);

const goodByPlace = new Map(
  [...goods.values()].flatMap((good) => good.products.map((place) => [place, good])),
);

/** The good that a product is, if any. @param id of the product, not of a variant */
export function findGood(id: string, category: string): Good | undefined {
  const levels = category.split(' > ');
  const paths = levels.map((_, at) => levels.slice(0, levels.length - at).join(' > '));
  return [id, ...paths].map((place) => goodByPlace.get(place)).find((good) => good !== undefined);
}

/** The sum of the probabilities that a good is bought with another one. */
export function countAsCompanion({ name }: Good): number {
  return [...goods.values()]
    .flatMap(({ companions }) => companions)
    .reduce((sum, [companion, probability]) => (companion === name ? sum + probability : sum), 0);
}

function readGoods(text: string): Map<string, Good> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const read = new Map(lines.map((line) => readGood(line)).map((good) => [good.name, good]));
  for (const { name, companions } of read.values()) {
    for (const [other] of companions)
      if (!read.has(other))
        throw new Error(`goods.txt: "${other}", which is bought with "${name}", is no good`);
  }
  return read;
}

function readGood(line: string): Good {
  const [name, shopper, products, companions, more] = line.split(' | ');
  if (companions === undefined || more !== undefined) throw new Error(`goods.txt: not four columns: ${line}`);
  return {
    name: name!,
    shopper: shopper!,
    products: products!.split(' + '),
    companions: companions.split(', ').map((part) => {
      const [, other, percent] = /^(.+) (\d+)$/.exec(part) ?? [];
      if (other === undefined) throw new Error(`goods.txt: no percentage in "${part}" of "${name}"`);
      return [other, Number(percent) / 100];
    }),
  };
}
