import { languageName } from '../../parts/formats.ts';

/** The price of a price list as text. */
export interface PriceDraft {
  readonly name: string;
  readonly price: string;
  /** As loaded; undefined: the row is new. */
  readonly original: unknown;
}

/** The price and stock of a store as text. */
export interface StoreDraft extends PriceDraft {
  readonly stock: string;
}

/** The texts of a language. */
export interface TranslationDraft {
  readonly language: string;
  readonly name: string;
  readonly description: string;
  /** As loaded, with fields that the form does not show; undefined: the row is new. */
  readonly original: unknown;
}

/** The prices, stock and texts of an item by price list, store and language, in the order of the item. */
export interface LocalDraft {
  readonly prices: readonly PriceDraft[];
  readonly stores: readonly StoreDraft[];
  readonly translations: readonly TranslationDraft[];
}

export const localMembers = ['prices', 'stores', 'translations'] as const;
export const emptyLocal: LocalDraft = { prices: [], stores: [], translations: [] };

/** The members of an item that the form can show: objects by name. */
export function localDraftOf(item: Readonly<Record<string, unknown>>): LocalDraft {
  const rows = (member: string): [string, unknown][] => Object.entries(objectOf(item[member]) ?? {});
  return {
    prices: rows('prices').map(([name, original]) => ({ name, price: textOf(original), original })),
    stores: rows('stores').map(([name, original]) => storeDraftOf(name, original)),
    translations: rows('translations').map(([language, original]) => translationDraftOf(language, original)),
  };
}

function storeDraftOf(name: string, original: unknown): StoreDraft {
  const { price, stock } = objectOf(original) ?? {};
  return { name, price: textOf(price), stock: textOf(stock), original };
}

function translationDraftOf(language: string, original: unknown): TranslationDraft {
  const { name, description } = objectOf(original) ?? {};
  return { language, name: textOf(name), description: textOf(description), original };
}

/** The members to send; absent where there is no row. Values that were not edited stay as loaded. */
export function localFieldsOf(
  draft: LocalDraft,
): { fields: Record<string, unknown> } | { errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const rowsOf = <Row extends object>(
    member: string,
    drafts: readonly Row[],
    nameOf: (row: Row) => string,
    valueOf: (row: Row) => unknown,
  ): [string, Record<string, unknown>][] => {
    const values = new Map<string, unknown>();
    drafts.forEach((row, index) => {
      const name = nameOf(row).trim();
      if (name === '')
        errors[nameError(member, index)] = member === 'translations' ? 'Choose a language' : 'Enter a name';
      else if (values.has(name))
        errors[nameError(member, index)] =
          `“${member === 'translations' ? languageName(name) : name}” is already in the list`;
      else values.set(name, valueOf(row));
    });
    return values.size === 0 ? [] : [[member, Object.fromEntries(values)]];
  };
  const fields = Object.fromEntries([
    ...rowsOf('prices', draft.prices, ({ name }) => name, priceOf),
    ...rowsOf('stores', draft.stores, ({ name }) => name, storeOf),
    ...rowsOf('translations', draft.translations, ({ language }) => language, textsOf),
  ]);
  draft.prices.forEach(({ name, price, original }) => {
    // The service takes null for no price; a new row without one would be lost.
    if (original === undefined && price.trim() === '') errors[`prices.${name.trim()}`] = 'Enter a price';
  });
  return Object.keys(errors).length > 0 ? { errors } : { fields };
}

/** Where the error of a row's name is. */
export function nameError(member: string, index: number): string {
  return `${member}[${index}]`;
}

function priceOf({ price, original }: PriceDraft): unknown {
  return price === textOf(original) ? original : (numberOf(price) ?? null);
}

function storeOf({ name, price, stock, original }: StoreDraft): unknown {
  const before = storeDraftOf(name, original);
  return withMembers(original, [
    ['price', price === before.price, numberOf(price)],
    ['stock', stock === before.stock, numberOf(stock)],
  ]);
}

function textsOf({ language, name, description, original }: TranslationDraft): unknown {
  const before = translationDraftOf(language, original);
  return withMembers(original, [
    ['name', name === before.name, name === '' ? undefined : name],
    ['description', description === before.description, description === '' ? undefined : description],
  ]);
}

/** The object with the members that were edited; undefined removes one. */
function withMembers(
  original: unknown,
  members: readonly (readonly [name: string, isSame: boolean, value: unknown])[],
): unknown {
  if (original !== undefined && members.every(([, isSame]) => isSame)) return original;
  const result = new Map(Object.entries(objectOf(original) ?? {}));
  for (const [name, isSame, value] of members) {
    if (isSame) continue;
    if (value === undefined) result.delete(name);
    else result.set(name, value);
  }
  return Object.fromEntries(result);
}

/** A number, or the text that is none: the service reports it at its path. */
function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed.replace(/^(\d+),(\d+)$/, '$1.$2'));
  return Number.isFinite(number) ? number : trimmed;
}

/** Values that are no text and no number are not shown. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : null;
}
