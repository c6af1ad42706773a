import { readBanners, usePlacement, type ListedItem } from '@vitrine/react';
import type { RecommendedItem } from '@vitrine/sdk/shop';
import { Fragment, useId, type ReactNode } from 'react';
import { BannerCells, BannerView } from '../search/banners.tsx';
import { useLanguage, type LanguageContextValue } from '../texts/language.ts';
import type { Texts } from '../texts/en.ts';
import { cardFields } from './item-fields.ts';
import { ProductCard } from './product-card.tsx';
import { CardSkeletons } from './skeletons.tsx';

const skeletons = 6;

/** The list of a placement as a row that scrolls. Nothing is left of it where the list is empty. */
export function ProductRow({
  placement,
  item,
  items,
  leftOut = [],
  hint,
  isFirstRow = false,
  hasReasons = true,
  renderAction,
}: {
  readonly placement: keyof Texts['lists'];
  readonly item?: string;
  readonly items?: readonly string[];
  /** Items that are not shown, such as those of the product of the page. */
  readonly leftOut?: readonly string[];
  readonly hint?: string;
  readonly isFirstRow?: boolean;
  /** False: the heading says why, such as "Trending now". */
  readonly hasReasons?: boolean;
  readonly renderAction?: (hit: ListedItem<RecommendedItem>) => ReactNode;
}): ReactNode {
  const language = useLanguage();
  const { code, texts } = language;
  const id = useId();
  const {
    data,
    hits: listed,
    status,
  } = usePlacement(
    placement,
    {
      fields: cardFields,
      language: code,
      ...(item === undefined ? {} : { item }),
      ...(items === undefined ? {} : { items }),
    },
    { followEvents: true },
  );
  const hits = listed.filter(({ item: { id: one } }) => !leftOut.includes(one));
  const isLoading = data === undefined && status !== 'error';
  if (!isLoading && hits.length === 0) return null;
  // The title of the console is in one language.
  const banners = readBanners([...(data?.userData ?? []), data?.placement.userData]);
  const show = (place: 'above' | 'below'): ReactNode =>
    banners
      .filter((banner) => banner.place === place)
      .map((banner, index) => <BannerView key={index} banner={banner} />);
  const title = (code === 'en' ? data?.placement.title : undefined) ?? texts.lists[placement];
  return (
    <section
      className={hasReasons ? 'row' : 'row row-plain'}
      aria-labelledby={id}
      aria-busy={isLoading}
      data-placement={placement}
    >
      <h2 id={id}>{title}</h2>
      {hint !== undefined && <p className="hint">{hint}</p>}
      {show('above')}
      <ul className="row-list">
        {isLoading ? (
          <CardSkeletons count={skeletons} />
        ) : (
          hits.map((hit, index) => (
            <Fragment key={hit.item.id}>
              <BannerCells banners={banners} place={index + 1} />
              <li>
                <ProductCard
                  hit={hit}
                  reason={hasReasons ? reasonOf(hit.item, language) : undefined}
                  isFirstRow={isFirstRow && index < skeletons}
                >
                  {renderAction?.(hit)}
                </ProductCard>
              </li>
            </Fragment>
          ))
        )}
      </ul>
      {show('below')}
    </section>
  );
}

/** The sentence of the service is in English and names the products; other languages say it in general. */
function reasonOf(
  { _reason: { code: reason, text } }: RecommendedItem,
  { code, texts }: LanguageContextValue,
): string {
  if (code === 'en') return text;
  return texts.reasons[reason as keyof Texts['reasons']] ?? '';
}
