import type { Item } from '@vitrine/sdk';
import { shownText } from './row-values.ts';

const letterSizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL'];
const texts = new Intl.Collator(undefined, { numeric: true });

/** Variants by colour, then by size: letters from the smallest to the largest, then numbers, then other texts. */
export function inVariantOrder(items: readonly Item[]): readonly Item[] {
  return items.toSorted(
    (a, b) =>
      texts.compare(shownText(a['color']), shownText(b['color'])) ||
      rankOf(a) - rankOf(b) ||
      texts.compare(shownText(a['size']), shownText(b['size'])),
  );
}

function rankOf(item: Item): number {
  const rank = letterSizes.indexOf(shownText(item['size']).toUpperCase());
  return rank === -1 ? letterSizes.length : rank;
}
