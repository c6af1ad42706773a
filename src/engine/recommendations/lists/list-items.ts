import type { Recommended } from '../../../ports/recommendations/recommenders.ts';
import { requestSlices } from '../../../lib/work-slices.ts';
import type { NumberedItem } from '../../log/applied-change.ts';

/** An entry of a list before its item is read. */
export interface ListedNumber extends Omit<Recommended, 'item' | 'product'> {
  /** The item's number in the catalog. */
  readonly no: number;
}

/** Items read between two pauses: about ten milliseconds. */
const readPerPause = 500;

/** Reads the items of a list, with pauses if it is long. An item that is deleted during a pause is left out. */
export async function readListedItems(
  list: readonly ListedNumber[],
  findItem: (itemNumber: number) => NumberedItem | null,
  findProduct: (itemNumber: number) => string | null,
  slices = requestSlices(readPerPause),
): Promise<Recommended[]> {
  const read: Recommended[] = [];
  for (const { no, ...entry } of list) {
    const pause = slices.spend(1);
    if (pause !== null) await pause;
    const item = findItem(no);
    if (item !== null) read.push({ item, product: findProduct(no), ...entry });
  }
  return read;
}
