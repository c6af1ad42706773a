import { isWithin } from './field-paths.ts';
import { applyJsonOverlay, type OverlayRule } from './json-overlay.ts';

/** See `ports/local-values.ts`. */
interface Choice {
  readonly priceList: string | null;
  readonly store: string | null;
  readonly languages: readonly string[];
  readonly hidden: readonly string[];
}

/** The members of an item with local values. */
export const localMembers = { prices: 'prices', stores: 'stores', translations: 'translations' } as const;
const { prices, stores, translations } = localMembers;

/** Fields with a value per store. */
export const storeFields: readonly string[] = ['price', 'stock'];

/** Whether a translation may replace the member of an item. Objects have no translations. */
export const isTranslatable = (name: string): boolean =>
  !untranslated.has(name) &&
  !name.startsWith('_') &&
  !name.includes('.') &&
  !Object.hasOwn(localMembers, name);

const untranslated = new Set(['id', 'sku', 'price', 'stock', 'imgs', 'active', 'popularity', 'groupId']);

/** The paths of a field, by priority: those of the choice, then its own. */
export function listLocalPaths({ priceList, store, languages, hidden }: Choice, field: string): string[] {
  const local = [
    ...(priceList !== null && field === 'price' ? [`${prices}.${priceList}`] : []),
    ...(store !== null && storeFields.includes(field) ? [`${stores}.${store}.${field}`] : []),
    ...(isTranslatable(field) ? languages.map((language) => `${translations}.${language}.${field}`) : []),
  ];
  return [...local.filter((path) => !isHidden(hidden, path)), field];
}

function isHidden(hidden: readonly string[], path: string): boolean {
  return hidden.some((hiddenPath) => isWithin(path, hiddenPath));
}

/**
 * Maps the JSON of an item to that with the chosen prices, stock and texts in `price`, `stock` and the other members. The members
 * with all choices are left out where one is chosen.
 */
export function localItem({ priceList, store, languages, hidden }: Choice): (json: Uint8Array) => Uint8Array {
  const showsMember =
    (object: string, accepts: (name: string) => boolean) =>
    (name: string): boolean =>
      accepts(name) && !isHidden(hidden, `${object}.${name}`);
  const rules: OverlayRule[] = [
    ...languages.toReversed().map((language) => ({
      object: [translations, language],
      accepts: showsMember(`${translations}.${language}`, isTranslatable),
    })),
    ...(store === null
      ? []
      : [
          {
            object: [stores, store],
            accepts: showsMember(`${stores}.${store}`, (name) => storeFields.includes(name)),
          },
        ]),
    ...(priceList === null
      ? []
      : [{ object: [prices], accepts: showsMember(prices, (name) => name === priceList), as: 'price' }]),
  ];
  const drop = [
    ...(languages.length > 0 ? [translations] : []),
    ...(store === null ? [] : [stores]),
    ...(priceList === null ? [] : [prices]),
  ];
  return applyJsonOverlay(rules, drop);
}
