import type { Item } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { navigate } from '../app/router.ts';
import { isSoldOut, pageOf, textOf } from '../parts/item-fields.ts';
import { ProductPicture } from '../parts/product-picture.tsx';
import { useLanguage } from '../texts/language.ts';
import { colorName } from '../texts/names.ts';
import { colorsOf, sizesOf } from './variants.ts';

/** Colours with their pictures, and the sizes of the chosen colour. */
export function VariantChoice({
  variants,
  chosen,
}: {
  readonly variants: readonly Item[];
  readonly chosen: Item;
}): ReactNode {
  const { code, texts } = useLanguage();
  const { product } = texts;
  const colors = colorsOf(variants, chosen);
  const sizes = sizesOf(variants, chosen);
  const color = textOf(chosen, 'color');
  const nameColor = (one: string, item: Item): string =>
    isSoldOut(item) && one !== color ? `${colorName(one, code)}, ${product.soldOut}` : colorName(one, code);
  const choose = (item: Item): void => navigate(pageOf(item), { replace: true });
  return (
    <>
      {colors.length > 1 && (
        <fieldset className="swatches">
          <legend>
            {product.color}: <span>{color === null ? '' : colorName(color, code)}</span>
          </legend>
          {colors.map(({ color: one, item }) => (
            <label key={one} title={nameColor(one, item)}>
              <input
                type="radio"
                name="color"
                aria-label={nameColor(one, item)}
                checked={one === color}
                onChange={() => choose(item)}
              />
              <ProductPicture item={item} isFirstRow />
            </label>
          ))}
        </fieldset>
      )}
      {sizes.length > 0 && (
        <fieldset className="sizes">
          <legend>{product.size}</legend>
          {sizes.map(({ size, item, isSoldOut }) => (
            <label key={item.id}>
              <input
                type="radio"
                name="size"
                aria-label={isSoldOut ? `${size}, ${product.soldOut}` : size}
                disabled={isSoldOut}
                checked={item.id === chosen.id}
                onChange={() => choose(item)}
              />
              <span>{size}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
