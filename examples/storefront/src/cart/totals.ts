import type { Item } from '@vitrine/sdk/shop';
import type { CartLine } from './cart.ts';

const freeDeliveryFrom = 50;
const deliveryPrice = 4.9;

/** Prices of a cart in the currency of the shop. */
export function totalsOf(
  lines: readonly CartLine[],
  items: ReadonlyMap<string, Item>,
): { readonly subtotal: number; readonly delivery: number; readonly total: number } {
  const subtotal = lines.reduce((sum, { id, quantity }) => sum + (items.get(id)?.price ?? 0) * quantity, 0);
  const delivery = subtotal === 0 || subtotal >= freeDeliveryFrom ? 0 : deliveryPrice;
  return { subtotal, delivery, total: subtotal + delivery };
}
