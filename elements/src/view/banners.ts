import { readBanners, type Banner } from '@vitrine/sdk/page';
import type { PlacementListReply, SearchReply } from '@vitrine/sdk/shop';
import { h } from './dom.ts';

/** The banners of the rules that acted, and of the collection. */
export function listBanners({ userData, collection }: SearchReply): Banner[] {
  return readBanners([...(userData ?? []), collection?.userData]);
}

/** The banners of the rules that acted, and of the placement. */
export function listPlacementBanners({ userData, placement }: PlacementListReply): Banner[] {
  return readBanners([...(userData ?? []), placement.userData]);
}

/** The banners above or below the products. */
export function createBanners(banners: readonly Banner[], place: 'above' | 'below'): HTMLElement[] {
  return banners.filter((banner) => banner.place === place).map((banner) => createBanner(banner));
}

/** A banner: a picture with a text, and a link where it leads somewhere. */
function createBanner({ text, image, alt, link }: Banner, tag: 'div' | 'li' = 'div'): HTMLElement {
  const picture = image === null ? null : h('img', { src: image, alt, decoding: 'async' });
  const children = [picture, text === '' ? null : h('span', { class: 'banner-text' }, text)];
  picture?.addEventListener('error', () => picture.remove());
  const content =
    link === null
      ? h('div', { part: 'banner', class: 'banner' }, ...children)
      : h('a', { part: 'banner', class: 'banner', href: link }, ...children);
  return h(tag, { class: 'banner-cell' }, content);
}

/** Puts the banners with a position among the cards of products, of which the first is product `first` of the list. */
export function placeBanners(
  banners: readonly Banner[],
  cards: readonly HTMLElement[],
  first = 1,
): HTMLElement[] {
  return cards.flatMap((card, index) => [
    ...banners.filter(({ place }) => place === first + index).map((banner) => createBanner(banner, 'li')),
    card,
  ]);
}
