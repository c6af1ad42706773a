import type { JsonObject } from '../../ports/catalog/json.ts';
import {
  isRecord,
  readObjects,
  readText,
  readTexts,
  readTime,
  type ConvertedShop,
} from './converted-shop.ts';
import { addFeedback } from './feedback-conversion.ts';
import { convertItem } from './item-conversion.ts';

/** Reads a record of gorse: an item, feedback, or a reply of `/api/items` or `/api/feedback`. Users have no counterpart. */
export function convertGorse(record: JsonObject, shop: ConvertedShop): void {
  const pages = [...readObjects(record['Items']), ...readObjects(record['Feedback'])];
  if (pages.length > 0) for (const page of pages) convertGorse(page, shop);
  else if (readText(record['FeedbackType']) !== null)
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
  const categories = readTexts(record['Categories']);
  const releasedAt = readTime(record['Timestamp']);
  const item = convertItem(
    {
      ...(isRecord(labels) ? labels : {}),
      ...(readTexts(labels).length > 0 ? { tags: readTexts(labels) } : {}),
      ...(readText(record['Comment']) === null ? {} : { title: record['Comment'] ?? null }),
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
