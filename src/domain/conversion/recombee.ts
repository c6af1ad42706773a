import type { JsonObject } from '../../ports/catalog/json.ts';
import type { ConvertedShop } from './converted-shop.ts';
import { addFeedback } from './feedback-conversion.ts';
import { convertItem } from './item-conversion.ts';

/**
 * Reads a record of Recombee: an item with its properties, or an interaction. Interactions do not name their kind: the file does, such as
 * `purchases.json`, `detail-views.json`, `cart-additions.json`.
 */
export function convertRecombee(record: JsonObject, shop: ConvertedShop, file: string): void {
  if ('userId' in record && 'itemId' in record) {
    addFeedback(
      {
        type: file.replace(/\.\w+(?:\.gz)?$/, '').replace(/s$/, ''),
        user: record['userId'],
        item: record['itemId'],
        at: record['timestamp'],
        amount: record['amount'],
        price: record['price'],
      },
      shop,
    );
  } else if ('itemId' in record) {
    const item = convertItem(record, ['itemId'], shop);
    if (item !== null) shop.addItem(item);
  } else if ('userId' in record) shop.leaveOut('users: Vitrine knows them by their events');
}
