import type { Item } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { isSoldOut, pictureOf } from './item-fields.ts';

const sizePixels = 480;

/** The picture on a light surface, as the pictures of the shop are on white. Its space is reserved until it is loaded. A product that is sold out is dimmed. */
export function ProductPicture({
  item,
  isFirstRow = false,
}: {
  readonly item: Item;
  readonly isFirstRow?: boolean;
}): ReactNode {
  const picture = pictureOf(item);
  return (
    <span className={isSoldOut(item) ? 'picture sold-out-picture' : 'picture'}>
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
