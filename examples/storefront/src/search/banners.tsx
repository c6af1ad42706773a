import { readBanners, type Banner } from '@vitrine/react';
import type { ReactNode } from 'react';
import { useShopSearch } from './shop-search.tsx';

/** The banners of the rules that acted, and of the collection. */
export function useBanners(): readonly Banner[] {
  const { data } = useShopSearch().search;
  return readBanners([...(data?.userData ?? []), data?.collection?.userData]);
}

/** The banners above or below the products. */
export function Banners({ place }: { place: Banner['place'] }): ReactNode {
  const banners = useBanners().filter((banner) => banner.place === place);
  return banners.map((banner, index) => <BannerView key={index} banner={banner} />);
}

export function BannerView({ banner: { text, image, alt, link } }: { banner: Banner }): ReactNode {
  const content = (
    <>
      {image !== null && <img src={image} alt={alt} decoding="async" />}
      {text !== '' && <span>{text}</span>}
    </>
  );
  if (link === null) return <p className="banner">{content}</p>;
  return (
    <p className="banner">
      <a href={link}>{content}</a>
    </p>
  );
}

/** The banners before the product of this place, counted from 1, as cells of the list of products. */
export function BannerCells({ banners, place }: { banners: readonly Banner[]; place: number }): ReactNode {
  const here = banners.filter((banner) => banner.place === place);
  return here.map((banner) => (
    <li key={banner.text + banner.image} className="banner-cell">
      <BannerView banner={banner} />
    </li>
  ));
}
