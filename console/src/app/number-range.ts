import type { Facet } from '@vitrine/sdk';

/** The most numbers, such as sizes of shoes, that are shown one by one. */
const numbersMax = 20;

export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** The lowest and the highest value of a field of many numbers, such as prices; null: its values are shown one by one. */
export function readNumberRange({ stats, distinct }: Facet): NumberRange | null {
  const { min, max } = stats ?? {};
  return min === undefined || max === undefined || distinct <= numbersMax ? null : { min, max };
}
