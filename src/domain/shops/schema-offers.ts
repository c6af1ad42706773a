import type { JsonObject } from '../../ports/catalog/json.ts';
import { isUnavailable, normalizeAvailability } from '../catalog/availability.ts';
import { firstValue, hasType, type SchemaGraph } from './schema-graph.ts';
import { readShopPrice, readText, type ShopItemFields } from './shop-items.ts';

/** An offer of schema.org, as far as items have it. */
export interface SchemaOffer {
  readonly node: JsonObject;
  readonly price: number | null;
  readonly regular: number | null;
  readonly currency: string | null;
  readonly availability: string | null;
  readonly quantity: number | null;
}

const aggregateTypes = new Set(['AggregateOffer']);
const availabilityNames = new Set([
  'in_stock',
  'out_of_stock',
  'preorder',
  'backorder',
  'discontinued',
  'limited_availability',
  'made_to_order',
  'reserved',
]);

/** The offers of a product or variant; those of an AggregateOffer, or itself if it lists none. */
export function readOffers(graph: SchemaGraph, product: JsonObject): SchemaOffer[] {
  return graph.list(product['offers']).flatMap((node) => {
    if (!hasType(node, aggregateTypes)) return [readOffer(graph, node, null)];
    const inner = graph.list(node['offers']);
    return inner.length > 0
      ? inner.map((one) => readOffer(graph, one, node))
      : [readOffer(graph, node, null)];
  });
}

function readOffer(graph: SchemaGraph, node: JsonObject, aggregate: JsonObject | null): SchemaOffer {
  const specifications = graph.list(node['priceSpecification']);
  const isList = (one: JsonObject): boolean =>
    /(?:List|Strikethrough|MSRP|SRP|Regular)/.test(readText(one['priceType']));
  const sale = specifications.find((one) => !isList(one) && one['price'] !== undefined);
  const list = specifications.find(isList);
  const currencyText =
    [node, sale, list, aggregate]
      .map((one) => readText(firstValue(one?.['priceCurrency'])))
      .find((text) => text !== '') ?? '';
  const named = /^[a-z]{3}$/i.test(currencyText) ? currencyText.toUpperCase() : null;
  const candidates = [node['price'], sale?.['price'], sale?.['minPrice'], node['lowPrice'], list?.['price']];
  const price =
    candidates.map((one) => readShopPrice(firstValue(one), named)).find((one) => one !== null) ?? null;
  const regular = readShopPrice(firstValue(list?.['price']), named)?.amount ?? null;
  const status = normalizeAvailability(
    readText(firstValue(node['availability'] ?? aggregate?.['availability'])),
  );
  const [level] = graph.list(node['inventoryLevel']);
  const quantity = readShopPrice(firstValue(level?.['value'] ?? node['inventoryLevel']))?.amount ?? null;
  return {
    node,
    price: price?.amount ?? null,
    regular,
    currency: named ?? price?.currency ?? null,
    availability: availabilityNames.has(status) ? status : null,
    quantity: quantity === null ? null : Math.floor(quantity),
  };
}

/** The offer of several for one item: of those in stock the cheapest, in the currency of the first. */
export function chooseOffer(offers: readonly SchemaOffer[]): SchemaOffer | null {
  const currency = offers.find((offer) => offer.price !== null)?.currency ?? null;
  const priced = offers.filter((offer) => offer.price !== null && offer.currency === currency);
  const rank = (offer: SchemaOffer): number => (isSoldOut(offer) ? 1 : 0);
  return (
    [...priced].sort((a, b) => rank(a) - rank(b) || (a.price ?? 0) - (b.price ?? 0))[0] ?? offers[0] ?? null
  );
}

/** Offers that are variants of a product: each with a number or an address of its own. */
export function areVariants(offers: readonly SchemaOffer[]): boolean {
  if (offers.length < 2) return false;
  return ['sku', 'url', 'gtin13', 'gtin', '@id'].some((name) => {
    const values = new Set(offers.map(({ node }) => readText(firstValue(node[name]))));
    return values.size === offers.length && !values.has('');
  });
}

export function setOffer(fields: ShopItemFields, offer: SchemaOffer | null): void {
  if (offer === null) return;
  fields.setPrices(offer.price, offer.regular, offer.currency);
  fields.setStock(offer.availability, offer.availability === null ? null : !isSoldOut(offer), offer.quantity);
}

function isSoldOut({ availability }: SchemaOffer): boolean {
  return availability !== null && isUnavailable(availability);
}
