import { isPrivate } from '../../../domain/access/restrictions.ts';
import { limits } from '../../../ports/limits.ts';
import { readTexts } from '../../../lib/json-values.ts';
import type { AgentCall } from './agent-shop.ts';
import type { SelectedOption } from './catalog-requests.ts';
import * as members from './item-members.ts';
import { toMinorUnits } from './minor-units.ts';
import { listOptionFields, readOptions, listProductOptions } from './product-options.ts';
import { getProductId, type SellableItem } from './sellable-item.ts';

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

/** Describes a product of a list. `variants` are all that match, the featured one first. */
export function summarizeProduct(
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
  const names = listOptionFields(variants, shop.settings.agents.optionFields);
  return {
    ...createProductMembers(variants, shop, false),
    ...(names.length === 0 ? {} : { options: listProductOptions(variants, names, null) }),
    variants: shown.map((variant) => ({
      ...createVariantMembers(variant, names, shop),
      ...(inputs === null ? {} : { inputs: inputs.get(variant.id) ?? [] }),
    })),
    ...createMetadata(variants[0], reason === null ? {} : { reason }),
  };
}

/** Describes a product with all its details, and how variants differ. `shown` are those with the selected options, the featured one first. */
export function describeProduct(
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
  const attributes = members.listAttributes(featured.fields);
  const describeDifferences = ({ fields }: SellableItem): object => {
    const others = Object.entries(members.listAttributes(fields)).filter(
      ([name, text]) => attributes[name] !== text && !names.includes(name),
    );
    return others.length === 0 ? {} : { metadata: { attributes: Object.fromEntries(others) } };
  };
  return {
    ...createProductMembers([featured, ...variants.filter((one) => one !== featured)], shop, true),
    ...(names.length === 0 ? {} : { options: listProductOptions(variants, names, signals), selected }),
    variants: shown.slice(0, limits.agentVariantsMax).map((variant) => ({
      ...createVariantMembers(variant, names, shop),
      ...(variant === featured ? {} : describeDifferences(variant)),
    })),
    ...createMetadata(featured, Object.keys(attributes).length === 0 ? {} : { attributes }),
  };
}

/** The members of a product without its variants, from the featured one. */
function createProductMembers(
  variants: readonly [SellableItem, ...SellableItem[]],
  { settings, currency, serviceUrl }: ShopView,
  isWhole: boolean,
): object {
  const [featured] = variants;
  const { fields } = featured;
  const amounts = variants.map(({ price }) => toMinorUnits(price, currency));
  const createPrice = (amount: number): object => ({ amount, currency });
  const handle = readTexts(fields, 'handle')[0];
  return {
    id: getProductId(featured),
    ...(handle === undefined ? {} : { handle }),
    title: readTitle(featured),
    description: members.describeItem(fields, isWhole),
    ...members.linkItem(fields, settings),
    ...members.listCategories(fields),
    price_range: { min: createPrice(Math.min(...amounts)), max: createPrice(Math.max(...amounts)) },
    ...members.listMedia(fields, serviceUrl),
    ...members.readRating(fields),
    ...members.listTags(fields),
  };
}

function createVariantMembers(
  variant: SellableItem,
  names: readonly string[],
  { settings, restrictions, currency, serviceUrl }: ShopView,
): object {
  const { fields, id, price } = variant;
  const options = readOptions(variant, names);
  const regular = fields['regularPrice'];
  const sku = readTexts(fields, 'sku')[0];
  const availability = members.readAvailability(fields, isPrivate(restrictions, 'stock'));
  return {
    id,
    ...(sku === undefined ? {} : { sku }),
    ...members.listBarcodes(fields),
    title: options.length === 0 ? readTitle(variant) : options.map(({ label }) => label).join(' / '),
    description: members.describeItem(fields, false),
    ...members.linkItem(fields, settings),
    price: { amount: toMinorUnits(price, currency), currency },
    ...(typeof regular === 'number' && regular > price
      ? { list_price: { amount: toMinorUnits(regular, currency), currency } }
      : {}),
    ...(availability === null ? {} : { availability }),
    ...(options.length === 0 ? {} : { options }),
    ...members.listMedia(fields, serviceUrl),
  };
}

function readTitle({ fields, id }: SellableItem): string {
  return readTexts(fields, 'name')[0] ?? id;
}

function createMetadata({ fields }: SellableItem, more: object): { metadata?: object } {
  const brand = readTexts(fields, 'brand')[0];
  const metadata = { ...(brand === undefined ? {} : { brand }), ...more };
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}
