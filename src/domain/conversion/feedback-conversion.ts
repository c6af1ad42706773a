import type { JsonObject } from '../../ports/catalog/json.ts';
import { readTime, readText, type ConvertedShop } from './converted-shop.ts';

/** Names of feedback in other systems, by the type of an event. */
const types: readonly (readonly [type: string, names: RegExp])[] = [
  ['purchase', /purchase|order|buy|bought/],
  ['cart', /cart|basket/],
  ['dislike', /dislike|unlike/],
  ['click', /click/],
  ['view', /view|read|visit|impression/],
];

/** The type of an event for feedback of this name; other names are types of the shop's own. */
export function convertEventType(name: string): string {
  const lower = name.toLowerCase();
  return (
    types.find(([, names]) => names.test(lower))?.[0] ?? lower.replaceAll(/[^a-z0-9_-]/g, '-').slice(0, 64)
  );
}

/** Adds an interaction of a user with an item. `amount` and `price` count for purchases. */
export function addFeedback(
  {
    type,
    user,
    item,
    at,
    amount,
    price,
  }: Readonly<Record<'type' | 'user' | 'item' | 'at' | 'amount' | 'price', JsonObject[string] | undefined>>,
  shop: ConvertedShop,
): void {
  const [who, what, when] = [readText(user), readText(item), readTime(at)];
  const kind = convertEventType(readText(type) ?? '');
  if (who === null || what === null || when === null || kind === '') {
    shop.leaveOut('feedback without a user, an item, a time or a type');
    return;
  }
  const id = `${kind}-${who}-${what}-${when}`.slice(0, 200);
  if (kind !== 'purchase') {
    shop.events.push({ id, type: kind, at: when, user: who, item: what });
    return;
  }
  const quantity = typeof amount === 'number' && amount >= 1 ? Math.round(amount) : 1;
  const paid = typeof price === 'number' && price >= 0 ? { price } : {};
  shop.events.push({ id, type: kind, at: when, user: who, items: [{ id: what, quantity, ...paid }] });
}
