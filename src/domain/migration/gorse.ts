import type { JsonObject } from '../../ports/json.ts';
import { isRecord, objectsOf, textOf, textsOf, timeOf, type ConvertedShop } from './converted-shop.ts';
import { addFeedback } from './feedback-conversion.ts';
import { itemOf } from './item-conversion.ts';

/** Reads a record of gorse: an item, feedback, or a reply of `/api/items` or `/api/feedback`. Users have no counterpart. */
export function convertGorse(record: JsonObject, shop: ConvertedShop): void {
  const pages = [...objectsOf(record['Items']), ...objectsOf(record['Feedback'])];
  if (pages.length > 0) for (const one of pages) convertGorse(one, shop);
  else if (textOf(record['FeedbackType']) !== null)
    addFeedback(
      {
        type: record['FeedbackType'],
        user: record['UserId'],
        item: record['ItemId'],
        at: record['Timestamp'],
        amount: undefined,
        price: undefined,
      },
      shop,
    );
  else if ('ItemId' in record) addItem(record, shop);
  else if ('UserId' in record) shop.leaveOut('users: Vitrine knows them by their events');
}

function addItem(record: JsonObject, shop: ConvertedShop): void {
  const labels = record['Labels'];
  const categories = textsOf(record['Categories']);
  const releasedAt = timeOf(record['Timestamp']);
  const item = itemOf(
    {
      ...(isRecord(labels) ? labels : {}),
      ...(textsOf(labels).length > 0 ? { tags: textsOf(labels) } : {}),
      ...(textOf(record['Comment']) === null ? {} : { title: record['Comment'] ?? null }),
      id: record['ItemId'] ?? null,
    },
    ['id'],
    shop,
  );
  if (item === null) return;
  shop.addItem({
    ...item,
    ...(categories.length > 0 ? { categories } : {}),
    ...(releasedAt === null || releasedAt.startsWith('0001') ? {} : { releasedAt }),
    ...(record['IsHidden'] === true ? { active: false } : {}),
  });
}
