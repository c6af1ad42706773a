import type { SearchTypes } from '@medusajs/types';
import type { MedusaItem } from './options.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The item of a product's document: the document with the fields that Vitrine reads.
 *
 * - `name`: `title`; `imgs`: `thumbnail` and `images`; `sku`: of the first variant, otherwise the handle.
 * - `price`: the lowest price of the variants in the first currency, `prices`: the lowest in each currency, as price lists of Vitrine.
 * - `stock`: `inventory_quantity` of all variants together, where one has it and all manage their inventory.
 * - `category`: names of `categories`; `brand`: the name of the collection; `options`: `{"Size": ["S", "M"]}` as `option_values`.
 *
 * Fields of the document have precedence, unless they are null.
 */
export function productItem(document: SearchTypes.SearchDocument): MedusaItem {
  const variants = objectsOf(document['variants']);
  const prices = lowestPrices(variants);
  const derived = {
    name: textOf(document['title']) ?? document.id,
    description: textOf(document['description']) ?? '',
    sku: firstText(variants.map(({ sku }) => sku)) ?? textOf(document['handle']) ?? document.id,
    imgs: picturesOf(document),
    price: Object.values(prices)[0] ?? null,
    ...(Object.keys(prices).length > 0 && { prices }),
    ...stockOf(variants),
    ...namesOf('category', objectsOf(document['categories']), 'name'),
    ...namesOf('brand', objectsOf([document['collection']]), 'title'),
    ...optionsOf(objectsOf(document['options'])),
  };
  const known = Object.entries(document).filter(([, value]) => value !== null && value !== undefined);
  return { ...derived, ...Object.fromEntries(known), id: document.id } as MedusaItem;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const firstText = (values: readonly unknown[]): string | undefined =>
  values.map(textOf).find((one) => one !== undefined);
const objectsOf = (value: unknown): Values[] =>
  Array.isArray(value) ? value.filter((one): one is Values => typeof one === 'object' && one !== null) : [];

/** The thumbnail first. Vitrine loads pictures by http(s). */
function picturesOf({ thumbnail, images }: Values): string[] {
  const urls = [thumbnail, ...objectsOf(images).map(({ url }) => url)].map(textOf);
  return [...new Set(urls.filter((url) => url !== undefined && /^https?:/i.test(url)))].slice(
    0,
    50,
  ) as string[];
}

/** By currency code: `variants.prices`, or the calculated price of a pricing context. Prices are in units, as Medusa 2 has them. */
function lowestPrices(variants: readonly Values[]): Record<string, number> {
  const lowest: Record<string, number> = {};
  for (const variant of variants) {
    const { calculated_amount: amount, currency_code } = (variant['calculated_price'] ?? {}) as Values;
    for (const price of [...objectsOf(variant['prices']), { amount, currency_code }] as Values[]) {
      const code = textOf(price['currency_code']);
      const number = Number(price['amount'] ?? Number.NaN);
      if (code !== undefined && number >= 0) lowest[code] = Math.min(number, lowest[code] ?? Infinity);
    }
  }
  return lowest;
}

function stockOf(variants: readonly Values[]): { stock?: number } {
  const counted = variants.filter(({ inventory_quantity: quantity }) => typeof quantity === 'number');
  // A variant that does not manage its inventory, or may be ordered without stock, is always available.
  const isEndless = variants.some(
    (one) => one['manage_inventory'] === false || one['allow_backorder'] === true,
  );
  if (counted.length === 0 || isEndless) return {};
  return { stock: counted.reduce((sum, one) => sum + Number(one['inventory_quantity']), 0) };
}

function namesOf(field: string, entities: readonly Values[], member: string): Record<string, string[]> {
  const names = entities.map((one) => textOf(one[member])).filter((name) => name !== undefined);
  return names.length === 0 ? {} : { [field]: names };
}

function optionsOf(options: readonly Values[]): { option_values?: Record<string, string[]> } {
  const values = options.map((option): [string, string[]] => [
    textOf(option['title']) ?? '',
    objectsOf(option['values']).map(({ value }) => String(value)),
  ]);
  const named = values.filter(([title]) => title !== '');
  return named.length === 0 ? {} : { option_values: Object.fromEntries(named) };
}
