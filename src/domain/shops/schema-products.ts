import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { formatOptionField } from '../catalog/import-files/item-fields-json.ts';
import { firstValue, hasType, type SchemaGraph } from './schema-graph.ts';
import { areVariants, chooseOffer, readOffers, setOffer, type SchemaOffer } from './schema-offers.ts';
import {
  ShopItemFields,
  readAddress,
  readName,
  readPictures,
  readShopPrice,
  readText,
  type ShopItem,
} from './shop-items.ts';

const productTypes = new Set([
  'Product',
  'ProductModel',
  'IndividualProduct',
  'SomeProducts',
  'Vehicle',
  'Car',
]);
const groupTypes = new Set(['ProductGroup']);
const breadcrumbTypes = new Set(['BreadcrumbList']);
/** Further properties, categories and pictures that are read of an item, whose group may have as many variants. */
const propertiesMax = 200;
const categoriesMax = 20;
const picturesMax = 100;
const numbers = ['gtin', 'gtin13', 'gtin14', 'gtin12', 'gtin8', 'isbn', 'ean'];

/**
 * The items of the product that a page is about, by its JSON-LD or microdata; none for a page that lists several products. `pageUrl` is the
 * canonical URL of the page, or its own.
 */
export function readSchemaItems(graph: SchemaGraph, pageUrl: string): ShopItem[] {
  const groups = graph.nodes.filter((node) => hasType(node, groupTypes));
  const products = graph.nodes.filter(
    (node) => hasType(node, productTypes) && readText(firstValue(node['name'])) !== '',
  );
  const [group] = chooseOwn(groups, pageUrl);
  const category = readBreadcrumb(graph);
  const shared = { graph, pageUrl, category };
  if (group !== undefined) {
    const listed = graph.list(group['hasVariant']).filter((variant) => Object.keys(variant).length > 2);
    const known = new Set(listed);
    const others = products.filter((node) => !known.has(node) && isOfGroup(graph, node, group));
    const variants = [...listed, ...others].slice(0, limits.crawlPageItemsMax);
    if (variants.length > 0)
      return variants.map((variant) =>
        createItem(variant, { ...shared, group, isVariant: true, offer: null }),
      );
    return createProductItems(group, shared);
  }
  const own = chooseOwn(products, pageUrl);
  return own.slice(0, limits.crawlPageItemsMax).flatMap((product) => createProductItems(product, shared));
}

interface SharedPage {
  readonly graph: SchemaGraph;
  readonly pageUrl: string;
  readonly category: string;
}

function createProductItems(product: JsonObject, shared: SharedPage): ShopItem[] {
  const offers = readOffers(shared.graph, product);
  if (!areVariants(offers))
    return [createItem(product, { ...shared, group: null, isVariant: false, offer: chooseOffer(offers) })];
  return offers
    .slice(0, limits.crawlPageItemsMax)
    .map((offer) => createItem(product, { ...shared, group: product, isVariant: true, offer }));
}

/** The products that are of this page. One that names another page is a part of a list. */
function chooseOwn(nodes: readonly JsonObject[], pageUrl: string): JsonObject[] {
  if (nodes.length <= 1) return [...nodes];
  const path = readPath(pageUrl, pageUrl);
  const named = nodes.filter((node) => readPath(readText(firstValue(node['url'])), pageUrl) === path);
  if (named.length > 0) return isOneProduct(named) ? named : named.slice(0, 1);
  const unnamed = nodes.filter((node) => readText(firstValue(node['url'])) === '');
  if (unnamed.length === 1 || (unnamed.length > 1 && isOneProduct(unnamed))) return unnamed;
  return [];
}

/** Several products of one name or group with different numbers are variants; the same one twice counts once. */
function isOneProduct(nodes: readonly JsonObject[]): boolean {
  const skus = new Set(nodes.map(({ sku }) => readText(firstValue(sku))));
  const groups = new Set(
    nodes.map((node) => readText(node['inProductGroupWithID']) || readName(firstValue(node['name']))),
  );
  return skus.size === nodes.length && !skus.has('') && groups.size === 1;
}

function isOfGroup(graph: SchemaGraph, product: JsonObject, group: JsonObject): boolean {
  const id = readText(group['productGroupID']);
  if (id !== '' && readText(product['inProductGroupWithID']) === id) return true;
  return graph
    .list(product['isVariantOf'])
    .some((one) => one === group || (id !== '' && readText(one['productGroupID']) === id));
}

interface ItemParts extends SharedPage {
  /** The product that a variant has its other fields of. */
  readonly group: JsonObject | null;
  readonly isVariant: boolean;
  /** The offer of the item; null to choose one of its own. */
  readonly offer: SchemaOffer | null;
}

function createItem(
  own: JsonObject,
  { graph, pageUrl, category, group, isVariant, offer: given }: ItemParts,
): ShopItem {
  const fields = new ShopItemFields();
  const offer = given ?? chooseOffer(readOffers(graph, own));
  // A variant that is an offer has its number and address, and the texts of the product.
  const first = isVariant && given !== null ? given.node : own;
  const sources = [...new Set([first, own, ...(group === null ? [] : [group])])];
  const read = (name: string): Json | undefined =>
    sources.map((one) => one[name]).find((value) => value !== undefined && value !== '');
  const ownText = (name: string): string => readText(firstValue(first[name]));
  const url =
    readAddress(ownText('url'), pageUrl) ??
    readAddress(readText(firstValue(offer?.node['url'])), pageUrl) ??
    pageUrl;
  const gtin = numbers.map((name) => ownText(name)).find((text) => text !== '') ?? '';
  const options = readOptions(graph, isVariant && given !== null ? [given.node] : [own], read);
  const sku = ownText('sku').replace(/^sku:/i, '');
  const groupId = readGroupId(graph, own, { group, isVariant, pageUrl });
  const suffix = [...options.values()].flat().join(':');
  const id =
    sku ||
    ownText('productID').replace(/^[a-z]+:/i, '') ||
    gtin ||
    ownText('mpn') ||
    (isVariant && suffix !== '' ? `${groupId}:${suffix}` : createPathId(url));
  fields.set('id', id.slice(0, limits.itemIdLengthMax));
  if (groupId !== '') fields.set('groupId', groupId.slice(0, limits.itemIdLengthMax));
  fields.set('sku', sku.slice(0, limits.itemIdLengthMax));
  fields.set('name', readName(firstValue(isVariant && given !== null ? own['name'] : read('name'))));
  fields.set('description', graph.htmlText(firstValue(read('description'))));
  setOffer(fields, offer);
  fields.set('brand', readName(graph.texts(read('brand') ?? read('manufacturer'))[0]));
  const categories = graph
    .texts(read('category'))
    .slice(0, categoriesMax)
    .map((text) => readCategoryPath(text));
  fields.set('category', category !== '' ? category : categories.length > 1 ? categories : categories[0]);
  fields.set('gtin', gtin);
  fields.set('mpn', ownText('mpn'));
  const pictures = sources.flatMap((one) => graph.texts(one['image'], ['contentUrl', 'url', '@id']));
  fields.set('imgs', readPictures(pictures.slice(0, picturesMax), pageUrl));
  fields.set('url', url);
  for (const [name, value] of options) fields.set(name, value);
  const [rating] = graph.list(read('aggregateRating'));
  const value = readShopPrice(firstValue(rating?.['ratingValue']))?.amount ?? 0;
  const count = readShopPrice(firstValue(rating?.['reviewCount'] ?? rating?.['ratingCount']))?.amount ?? 0;
  if (value > 0 && count > 0) {
    fields.set('rating', value);
    fields.set('reviewCount', count);
  }
  fields.set('releasedAt', readText(firstValue(read('releaseDate'))));
  return fields.toItem();
}

function readGroupId(
  graph: SchemaGraph,
  own: JsonObject,
  {
    group,
    isVariant,
    pageUrl,
  }: { readonly group: JsonObject | null; readonly isVariant: boolean; readonly pageUrl: string },
): string {
  const named =
    readText(own['inProductGroupWithID']) ||
    graph.list(own['isVariantOf']).map((one) => readText(one['productGroupID']))[0];
  if (named !== undefined && named !== '') return named;
  if (!isVariant || group === null) return '';
  return readText(group['productGroupID']) || readText(firstValue(group['sku'])) || createPathId(pageUrl);
}

/** Colour, size and the like of the item itself, and its further properties. */
function readOptions(
  graph: SchemaGraph,
  sources: readonly JsonObject[],
  read: (name: string) => Json | undefined,
): Map<string, string | string[]> {
  const options = new Map<string, string | string[]>();
  const add = (name: string, values: readonly string[]): void => {
    const texts = [...new Set(values.map(readName))].filter(
      (text) => text !== '' && !/^https?:\/\/schema\.org/.test(text),
    );
    const field = formatOptionField(name);
    if (texts.length > 0 && field !== '' && !options.has(field))
      options.set(field, texts.length === 1 ? texts[0]! : texts);
  };
  for (const name of ['color', 'size', 'material', 'pattern'])
    add(name, graph.texts(sources.map((one) => one[name]).find((one) => one !== undefined) ?? read(name)));
  for (const property of graph.list(read('additionalProperty')).slice(0, propertiesMax))
    add(readName(firstValue(property['name'])), graph.texts(property['value']));
  return options;
}

/** `Home / Kitchen` and `Home>Kitchen` are `Home > Kitchen`. */
function readCategoryPath(text: string): string {
  const parts = readName(text).replaceAll(' / ', '>').split('>');
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' > ');
}

/** The categories of the page's breadcrumb, without the start page and the product. */
function readBreadcrumb(graph: SchemaGraph): string {
  const list = graph.nodes.find((node) => hasType(node, breadcrumbTypes));
  if (list === undefined) return '';
  const elements = [...graph.list(list['itemListElement'])].sort(
    (a, b) => Number(a['position'] ?? 0) - Number(b['position'] ?? 0),
  );
  const names = elements.map((element) => {
    const [item] = graph.list(element['item']);
    return readName(firstValue(element['name'])) || readName(firstValue(item?.['name']));
  });
  return names
    .slice(1, -1)
    .filter((name) => name !== '')
    .join(' > ');
}

function readPath(address: string, base: string): string {
  const url = address === '' ? null : URL.parse(address, base);
  return url === null ? '' : url.pathname.replace(/\/$/, '');
}

/** The id of a product without a number: the path of its page. */
export function createPathId(url: string): string {
  const { pathname, search } = new URL(url);
  const path = pathname.replace(/^\/|\/$/g, '');
  return `${path}${search}`.slice(-limits.itemIdLengthMax) || 'home';
}
