import type { FeedItem } from './feed-item.ts';

/**
 * A product feed for shopping in assistants: JSON Lines with one item each, in the flat form of OpenAI's product feed
 * (https://developers.openai.com/commerce/specs/feed).
 */

const titleLengthMax = 150;
const descriptionLengthMax = 5_000;

/** The members that all items of a shop share. */
export interface FeedSeller {
  readonly name: string;
  /** Empty if it is unknown. */
  readonly url: string;
  /** ISO 3166-1 alpha-2, the country of the shop first. Empty if unknown. */
  readonly countries: readonly string[];
}

export function writeCommerceFeedLine(item: FeedItem, { name, url, countries }: FeedSeller): string {
  const [picture, ...others] = item.pictures;
  const [country] = countries;
  const line = {
    item_id: item.id,
    title: item.title.slice(0, titleLengthMax).toWellFormed(),
    description: (item.description === '' ? item.title : item.description)
      .slice(0, descriptionLengthMax)
      .toWellFormed(),
    url: item.url,
    brand: item.brand ?? name,
    image_url: picture,
    price: item.price,
    sale_price: item.salePrice,
    availability: item.availability ?? 'unknown',
    seller_name: name,
    seller_url: url === '' ? undefined : url,
    store_country: country,
    target_countries: countries.length === 0 ? undefined : countries,
    is_eligible_search: true,
    is_eligible_checkout: false,
    additional_image_urls: others.length === 0 ? undefined : others,
    gtin: item.gtin,
    mpn: item.mpn,
    condition: item.condition,
    product_category: item.categories[0],
    group_id: item.group,
    listing_has_variations: item.group === undefined ? undefined : true,
    variant_dict: Object.keys(item.options).length === 0 ? undefined : item.options,
    star_rating: item.rating === undefined ? undefined : String(item.rating),
    review_count: item.ratingCount,
  };
  return `${JSON.stringify(line)}\n`;
}
