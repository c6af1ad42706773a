import type { Item } from '@vitrine/sdk/shop';
import { isSoldOut, textOf } from '../parts/item-fields.ts';

/** A colour, with an item that shows it. */
export interface ColorChoice {
  readonly color: string;
  readonly item: Item;
}

/** A size in the chosen colour. */
export interface SizeChoice {
  readonly size: string;
  readonly item: Item;
  readonly isSoldOut: boolean;
}

const letterSizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL'];

/** The variant of the address, else the first that can be bought. */
export function chosenVariant(variants: readonly Item[], id: string | undefined): Item | undefined {
  return (
    variants.find((variant) => variant.id === id) ??
    variants.find((variant) => !isSoldOut(variant)) ??
    variants[0]
  );
}

/** Each colour once; its item has the chosen size where there is one, and can be bought where one can. */
export function colorsOf(variants: readonly Item[], chosen: Item): readonly ColorChoice[] {
  const size = textOf(chosen, 'size');
  const colors = new Set(
    variants.map((variant) => textOf(variant, 'color')).filter((color) => color !== null),
  );
  return [...colors].sort().map((color) => {
    const same = variants.filter((variant) => textOf(variant, 'color') === color);
    const item =
      same.find((variant) => variant.id === chosen.id) ??
      same.find((variant) => textOf(variant, 'size') === size && !isSoldOut(variant)) ??
      same.find((variant) => !isSoldOut(variant)) ??
      same[0]!;
    return { color, item };
  });
}

/** The sizes in the colour of the chosen variant, smallest first. */
export function sizesOf(variants: readonly Item[], chosen: Item): readonly SizeChoice[] {
  return variants
    .filter((variant) => textOf(variant, 'color') === textOf(chosen, 'color'))
    .flatMap((item) => {
      const size = textOf(item, 'size');
      return size === null ? [] : [{ size, item, isSoldOut: isSoldOut(item) }];
    })
    .sort((a, b) => rankOf(a.size) - rankOf(b.size) || a.size.localeCompare(b.size, 'en'));
}

function rankOf(size: string): number {
  const letters = letterSizes.indexOf(size.toUpperCase());
  return letters >= 0 ? letters : Number.parseFloat(size) || 0;
}
