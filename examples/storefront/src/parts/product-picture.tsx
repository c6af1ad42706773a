import type { Item } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { pictureOf } from './item-fields.ts';

const sizePixels = 480;

/** The picture on a light surface, as the pictures of the shop are on white. Its space is reserved until it is loaded. */
export function ProductPicture({
  item,
  isFirstRow = false,
}: {
  readonly item: Item;
  readonly isFirstRow?: boolean;
}): ReactNode {
  const picture = pictureOf(item);
  return (
    <span className="picture">
      {picture !== null && (
        <img
          src={picture.url}
          // The name of the product stands below the picture.
          alt=""
          width={sizePixels}
          height={sizePixels}
          loading={isFirstRow ? 'eager' : 'lazy'}
          fetchPriority={isFirstRow ? 'high' : 'auto'}
          decoding="async"
        />
      )}
    </span>
  );
}
