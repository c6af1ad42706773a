import type { Item } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { Icon } from './icons.tsx';

/** URLs of an item's pictures, in any format that the API accepts. */
export function picturesOf(item: Pick<Item, 'imgs'>): { url: string; alt: string }[] {
  const list: unknown[] = Array.isArray(item.imgs) ? item.imgs : [item.imgs];
  return list.flatMap((one) => {
    if (typeof one === 'string') return [{ url: one, alt: '' }];
    if (one === null || typeof one !== 'object' || !('url' in one) || typeof one.url !== 'string') return [];
    return [{ url: one.url, alt: 'alt' in one && typeof one.alt === 'string' ? one.alt : '' }];
  });
}

/** A picture of an item; an icon if there is none or it fails to load. */
export function ItemPicture({
  url,
  alt = '',
  size = 22,
}: {
  url: string | undefined;
  alt?: string;
  size?: number;
}): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === undefined || failed === url) return <Icon name="picture" size={size} />;
  return <img src={url} alt={alt} loading="lazy" onError={() => setFailed(url)} />;
}
