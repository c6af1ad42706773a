import type { Item } from '@vitrine/sdk';
import { picturesOf } from '../../parts/picture.tsx';
import type { SheetRow } from './sheet-row.ts';

export function rowOf(item: Item): SheetRow {
  return {
    _id: item._id,
    version: item._version,
    id: item.id,
    sku: item.sku,
    name: item.name,
    isActive: item.active !== false,
    picture: picturesOf(item)[0]?.url,
    values: { price: item.price, stock: item['stock'] ?? null },
  };
}
