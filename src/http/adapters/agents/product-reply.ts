import { isPrivate } from '../../../domain/access/restrictions.ts';
import { limits } from '../../../ports/limits.ts';
import { readTexts } from '../../../lib/json-values.ts';
import type { AgentCall } from './agent-shop.ts';
import type { SelectedOption } from './catalog-requests.ts';
import * as members from './item-members.ts';
import { toMinorUnits } from './minor-units.ts';
import { optionFields, optionsOf, productOptions } from './product-options.ts';
import { productIdOf, type SellableItem } from './sellable-item.ts';

/** Variants of each product of a list. */
const listedVariantsMax = 10;

type ShopView = Pick<AgentCall, 'settings' | 'restrictions' | 'currency' | 'serviceUrl'>;

/** Why a product is in a list, for the shopper. */
export interface ProductReason {
  readonly code: string;
  readonly text: string;
}

/** Which ids of a lookup a variant answers: `source/schemas/shopping/types/input_correlation.json`. */
export interface InputMatch {
  readonly id: string;
  readonly match: 'exact' | 'featured';
}

/** A product of a list. `variants`: all that match, the featured one first. */
export function listedProduct(
  variants: readonly [SellableItem, ...SellableItem[]],
  shop: ShopView,
  {
    reason = null,
    inputs = null,
    shown = variants.slice(0, listedVariantsMax),
  }: {
    readonly reason?: ProductReason | null;
    readonly inputs?: ReadonlyMap<string, readonly InputMatch[]> | null;
    readonly shown?: readonly SellableItem[];
  } = {},
): object {
  const names = optionFields(variants, shop.settings.agents.optionFields);
  return {
    ...productMembers(variants, shop, false),
    ...(names.length === 0 ? {} : { options: productOptions(variants, names, null) }),
    variants: shown.map((variant) => ({
      ...variantMembers(variant, names, shop),
      ...(inputs === null ? {} : { inputs: inputs.get(variant.id) ?? [] }),
    })),
    ...metadataOf(variants[0], reason === null ? {} : { reason }),
  };
}

/** One product with all its details; of variants, the attributes that differ from the featured one. `shown`: the variants with the selected options, the featured one first. */
export function detailedProduct(
  variants: readonly SellableItem[],
  shown: readonly [SellableItem, ...SellableItem[]],
  shop: ShopView,
  signals: {
    readonly names: readonly string[];
    readonly selected: readonly SelectedOption[];
    readonly isAvailable: (item: SellableItem) => boolean;
  },
): object {
  const { names, selected } = signals;
  const featured = shown[0];
  const attributes = members.attributesOf(featured.fields);
  const differencesOf = ({ fields }: SellableItem): object => {
    const others = Object.entries(members.attributesOf(fields)).filter(
      ([name, text]) => attributes[name] !== text && !names.includes(name),
    );
    return others.length === 0 ? {} : { metadata: { attributes: Object.fromEntries(others) } };
  };
  return {
    ...productMembers([featured, ...variants.filter((one) => one !== featured)], shop, true),
    ...(names.length === 0 ? {} : { options: productOptions(variants, names, signals), selected }),
    variants: shown.slice(0, limits.agentVariantsMax).map((variant) => ({
      ...variantMembers(variant, names, shop),
      ...(variant === featured ? {} : differencesOf(variant)),
    })),
    ...metadataOf(featured, Object.keys(attributes).length === 0 ? {} : { attributes }),
  };
}

/** The members of a product without its variants, from the featured one. */
function productMembers(
  variants: readonly [SellableItem, ...SellableItem[]],
  { settings, currency, serviceUrl }: ShopView,
  isWhole: boolean,
): object {
  const [featured] = variants;
  const { fields } = featured;
  const amounts = variants.map(({ price }) => toMinorUnits(price, currency));
  const price = (amount: number): object => ({ amount, currency });
  const handle = readTexts(fields, 'handle')[0];
  return {
    id: productIdOf(featured),
    ...(handle === undefined ? {} : { handle }),
    title: titleOf(featured),
    description: members.descriptionOf(fields, isWhole),
    ...members.urlOf(fields, settings),
    ...members.categoriesOf(fields),
    price_range: { min: price(Math.min(...amounts)), max: price(Math.max(...amounts)) },
    ...members.mediaOf(fields, serviceUrl),
    ...members.ratingOf(fields),
    ...members.tagsOf(fields),
  };
}

function variantMembers(
  variant: SellableItem,
  names: readonly string[],
  { settings, restrictions, currency, serviceUrl }: ShopView,
): object {
  const { fields, id, price } = variant;
  const options = optionsOf(variant, names);
  const regular = fields['regularPrice'];
  const sku = readTexts(fields, 'sku')[0];
  const availability = members.availabilityOf(fields, isPrivate(restrictions, 'stock'));
  return {
    id,
    ...(sku === undefined ? {} : { sku }),
    ...members.barcodesOf(fields),
    title: options.length === 0 ? titleOf(variant) : options.map(({ label }) => label).join(' / '),
    description: members.descriptionOf(fields, false),
    ...members.urlOf(fields, settings),
    price: { amount: toMinorUnits(price, currency), currency },
    ...(typeof regular === 'number' && regular > price
      ? { list_price: { amount: toMinorUnits(regular, currency), currency } }
      : {}),
    ...(availability === null ? {} : { availability }),
    ...(options.length === 0 ? {} : { options }),
    ...members.mediaOf(fields, serviceUrl),
  };
}

function titleOf({ fields, id }: SellableItem): string {
  return readTexts(fields, 'name')[0] ?? id;
}

function metadataOf({ fields }: SellableItem, more: object): { metadata?: object } {
  const brand = readTexts(fields, 'brand')[0];
  const metadata = { ...(brand === undefined ? {} : { brand }), ...more };
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}
