import type { Catalog, ItemKey, StoredItem } from '../../ports/catalog/catalog.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import type { ProjectSettings } from '../../ports/configuration/settings.ts';
import type { TextIndex } from '../../ports/search/text.ts';
import { VitrineError } from '../../ports/errors.ts';
import { memberTexts } from '../../lib/json-members.ts';
import { readTexts } from '../../lib/json-values.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { isPrivate, type Restrictions } from '../access/restrictions.ts';
import { buildItemAddress } from './item-address.ts';
import { findItem } from './items.ts';
import { normalizePageAddress } from './page-address.ts';
import { findVisibleIds } from './visible-items.ts';

/** What an item can be named by. A `groupId` names a product. */
export const itemNameKinds = ['id', 'sku', 'groupId', 'url'] as const;
export type ItemNameKind = (typeof itemNameKinds)[number];

/** Items of one name that are read: more are not told apart. */
const foundMax = 20;
const listedIdsMax = 10;

export interface NamingPorts {
  readonly catalog: Catalog;
  readonly text: Pick<TextIndex, 'search'>;
  readonly settings: { readonly effective: () => Pick<ProjectSettings, 'agents' | 'items' | 'search'> };
}

/** The items that a caller can see with this name, oldest first. Empty where it does not see the field. @throws VitrineError invalid_request */
export async function findNamedItems(
  { catalog, text, settings }: NamingPorts,
  restrictions: Restrictions,
  { by, name }: { readonly by: ItemNameKind; readonly name: string },
): Promise<StoredItem[]> {
  const { agents, items, search } = settings.effective();
  const find = async (): Promise<StoredItem[]> => {
    switch (by) {
      case 'id': {
        const item = await findItem(catalog, name);
        return item === null ? [] : [item];
      }
      case 'sku':
        return (await catalog.list({ sku: name, limit: foundMax, offset: 0 })).items;
      case 'groupId': {
        const field = search.groupBy === '' ? 'groupId' : search.groupBy;
        return isPrivate(restrictions, field)
          ? []
          : catalog.findByKey(createProductKey(field), name, foundMax);
      }
      case 'url': {
        const shopUrl = agents.shopUrl === '' ? null : agents.shopUrl;
        const address = normalizePageAddress(name, shopUrl);
        if (address === null) throw createAddressError(name);
        if (isPrivate(restrictions, 'url')) return [];
        const template = items.urlTemplate === '' ? agents.productUrl : items.urlTemplate;
        return catalog.findByKey(createAddressKey(template, shopUrl), address, foundMax);
      }
    }
  };
  const found = await find();
  const visible = await findVisibleIds(
    text,
    restrictions,
    found.map(({ id }) => id),
  );
  return found.filter(({ id }) => visible.has(id));
}

/**
 * The one item that a name stands for; for a product, an item of it that is active, if there is one. Null if there is none.
 * @throws VitrineError item_ambiguous; invalid_request for an address that cannot be compared
 */
export async function findNamedItem(
  ports: NamingPorts,
  restrictions: Restrictions,
  named: { readonly by: ItemNameKind; readonly name: string },
): Promise<StoredItem | null> {
  const found = await findNamedItems(ports, restrictions, named);
  if (named.by === 'groupId') return found.find(({ active }) => active) ?? found[0] ?? null;
  if (found.length > 1) throw createAmbiguousError(named, found);
  return found[0] ?? null;
}

/** The item of the first kind of name for which there is one; null if there is none. @throws VitrineError as {@link findNamedItem} */
export async function findItemByKinds(
  ports: NamingPorts,
  restrictions: Restrictions,
  { by, name }: { readonly by: readonly ItemNameKind[]; readonly name: string },
): Promise<StoredItem | null> {
  for (const kind of by) {
    // Most names are no addresses: with several kinds, that is no mistake.
    if (kind === 'url' && by.length > 1 && !/^https?:|^\//i.test(name)) continue;
    const item = await findNamedItem(ports, restrictions, { by: kind, name });
    if (item !== null) return item;
  }
  return null;
}

/** The one item that a name stands for, to read or change it: a product with several items is refused. @throws VitrineError item_not_found, item_ambiguous, invalid_request */
export async function requireNamedItem(
  ports: NamingPorts,
  restrictions: Restrictions,
  named: { readonly by: ItemNameKind; readonly name: string },
): Promise<StoredItem> {
  const found = await findNamedItems(ports, restrictions, named);
  const [item] = found;
  if (item === undefined) throw createNotFoundError(named);
  if (found.length > 1) throw createAmbiguousError(named, found);
  return item;
}

export function createNotFoundError({
  by,
  name,
}: {
  readonly by: string;
  readonly name: string;
}): VitrineError {
  return new VitrineError('item_not_found', `There is no item with the ${by} ${quoteName(name)}`);
}

function createAmbiguousError(
  { by, name }: { readonly by: ItemNameKind; readonly name: string },
  found: readonly StoredItem[],
): VitrineError {
  const ids = found.slice(0, listedIdsMax).map(({ id }) => id);
  const count = found.length === foundMax ? `${foundMax} or more` : String(found.length);
  const detail = `${count} items have the ${by} ${quoteName(name)}: ${ids.map(quoteName).join(', ')}`;
  return new VitrineError('item_ambiguous', detail, { members: { ids } });
}

function createAddressError(name: string): VitrineError {
  const detail = `The address of an item must be an http or https one, not ${quoteName(name)}: for those of a path alone, set \`agents.shopUrl\``;
  return new VitrineError('invalid_request', detail, { errors: [{ path: 'url', code: 'format', detail }] });
}

/** Quotes the beginning of a name in a message. */
export function quoteName(name: string): string {
  return JSON.stringify(name.slice(0, 300).toWellFormed());
}

/** The product of an item: the first value of the field. */
function createProductKey(field: string): ItemKey {
  const readMember = memberTexts([field], () => true);
  return {
    name: `product ${field}`,
    read: ({ json }) => {
      const value = readMember(json)[0]?.value ?? readTexts(parse(json), field)[0];
      return value === undefined || value === '' ? null : value;
    },
  };
}

/** The address of the page of an item, see {@link buildItemAddress}; a relative `url` is that of the shop. */
function createAddressKey(template: string, shopUrl: string | null): ItemKey {
  const readMember = memberTexts(['url']);
  return {
    name: `address ${JSON.stringify([template, shopUrl])}`,
    read: ({ json }) => {
      const own = readMember(json)[0]?.value ?? '';
      const address = own === '' ? null : normalizePageAddress(own, shopUrl);
      if (address !== null) return address;
      const built = buildItemAddress(parse(json), template);
      return built === null ? null : normalizePageAddress(built, shopUrl);
    },
  };
}

const parse = (json: Uint8Array): JsonObject => JSON.parse(decodeUtf8(json)) as JsonObject;
