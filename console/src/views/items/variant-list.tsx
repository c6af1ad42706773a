import type { Item } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useLoad } from '../../app/load.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { service } from '../../app/service.ts';
import { count, money } from '../../parts/formats.ts';
import { TableFrame } from '../../parts/table-frame.tsx';
import { allActive } from './item-query.ts';
import { variantsOf } from './load-items.ts';
import { shownText } from './row-values.ts';
import { inVariantOrder } from './variant-order.ts';

/** The active variants of the product of an item, itself among them; nothing for an item without others. */
export function VariantList({
  project,
  item,
  currency,
}: {
  project: string;
  item: Item;
  currency: string;
}): ReactNode {
  const loaded = useLoad(`${project} ${item._id} ${item._version}`, async (signal) => {
    const { settings } = await service.settings.get(project, { signal });
    const { groupBy } = settings.search;
    const product = item[groupBy];
    if (typeof product !== 'string' || product === '') return [];
    return inVariantOrder(await variantsOf(project, { product, groupBy, query: allActive }, signal));
  });
  const variants = loaded.value ?? [];
  if (variants.length < 2) return null;
  return (
    <section className="panel" aria-labelledby="variants-of-item">
      <h2 id="variants-of-item">
        Variants <span className="small soft num">{count(variants.length)}</span>
      </h2>
      <TableFrame>
        <table>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col" className="right">
                Price
              </th>
              <th scope="col" className="right">
                Stock
              </th>
            </tr>
          </thead>
          <tbody>
            {variants.map((variant) => (
              <tr key={variant._id} aria-current={variant._id === item._id ? 'true' : undefined}>
                <td>
                  {variant._id === item._id ? (
                    <strong>{nameVariant(variant)}</strong>
                  ) : (
                    <Link to={projectPath(project, `/items/${encodeURIComponent(variant._id)}`)}>
                      {nameVariant(variant)}
                    </Link>
                  )}
                </td>
                <td className="right num">{variant.price === null ? '–' : money(variant.price, currency)}</td>
                <td className="right num">
                  {typeof variant['stock'] === 'number' ? count(variant['stock']) : '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}

/** What differs between variants, or the id. */
function nameVariant(item: Item): string {
  const [color, size] = [shownText(item['color']), shownText(item['size'])];
  return [color, size].filter((text) => text !== '').join(', ') || item.id;
}
