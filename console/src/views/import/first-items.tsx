import type { ImportPreview, Item } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { money } from '../../parts/formats.ts';
import { ItemPicture, picturesOf } from '../../parts/picture.tsx';
import { TableFrame } from '../../parts/table-frame.tsx';

const shownFields = new Set([
  'id',
  'name',
  'price',
  'currency',
  'imgs',
  'sku',
  'description',
  'regularPrice',
]);

/** The first items as they would be stored. */
export function FirstItems({
  items,
  currency,
  countMax = 5,
}: {
  items: ImportPreview['items'];
  currency: string;
  countMax?: number;
}): ReactNode {
  if (items.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="first-items">
      <h2 id="first-items">First items</h2>
      <TableFrame>
        <table className="import-items">
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">Picture</span>
              </th>
              <th>Item</th>
              <th className="right">Price</th>
              <th>Other fields</th>
            </tr>
          </thead>
          <tbody>
            {items.slice(0, countMax).map((item, index) => (
              <ItemRow key={index} item={item as Readonly<Record<string, unknown>>} currency={currency} />
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}

function ItemRow({
  item,
  currency,
}: {
  item: Readonly<Record<string, unknown>>;
  currency: string;
}): ReactNode {
  const others = Object.entries(item).filter(([name]) => !shownFields.has(name));
  const { price, regularPrice } = item;
  const ofItem = typeof item['currency'] === 'string' ? item['currency'] : currency;
  return (
    <tr>
      <td>
        <span className="thumb">
          <ItemPicture url={picturesOf({ imgs: item['imgs'] as Item['imgs'] })[0]?.url} />
        </span>
      </td>
      <td className="wrap-anywhere">
        <strong>{textOf(item['name'])}</strong>
        <span className="hint">{textOf(item['id'])}</span>
      </td>
      <td className="right num">
        {typeof price === 'number' ? money(price, ofItem) : '–'}
        {typeof regularPrice === 'number' && <s className="soft">{money(regularPrice, ofItem)}</s>}
      </td>
      <td className="soft wrap-anywhere other-fields">
        {others.map(([name, value]) => `${name}: ${textOf(value)}`).join(' · ')}
      </td>
    </tr>
  );
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 80 ? `${text.slice(0, 80)} …` : text;
}
