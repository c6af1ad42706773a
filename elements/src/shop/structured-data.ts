/** A product that the page describes with JSON-LD of schema.org. */
export interface DescribedProduct {
  readonly sku: string;
  readonly productId: string;
  readonly url: string;
  readonly currency: string;
}

type Node = Readonly<Record<string, unknown>>;

/** The one product that the page is about; null on pages with none or several. */
export function readDescribedProduct(): DescribedProduct | null {
  const products = readNodes().filter((node) => hasType(node, 'Product') || hasType(node, 'ProductGroup'));
  const [node] = products;
  if (node === undefined || products.length > 1) return null;
  const variants = listNodes(node['hasVariant']);
  const offers = [node, ...variants].flatMap((one) => listNodes(one['offers']));
  const offer = offers[0] ?? {};
  return {
    sku: readText(node['sku']) || readText(variants[0]?.['sku']) || readText(offer['sku']),
    productId: readText(node['productID']) || readText(node['productGroupID']),
    url: readText(node['url']) || readText(node['@id']) || readText(offer['url']),
    currency:
      readText(offer['priceCurrency']) ||
      readText(listNodes(offer['priceSpecification'])[0]?.['priceCurrency']),
  };
}

/** Whether the page describes itself as a type, such as `CollectionPage`. */
export function describesType(type: string): boolean {
  return readNodes().some((node) => hasType(node, type));
}

/** The top nodes of all JSON-LD of the page. */
function readNodes(): Node[] {
  const nodes: Node[] = [];
  for (const { textContent } of document.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      for (const node of listNodes(JSON.parse(textContent ?? ''))) {
        nodes.push(node, ...listNodes(node['@graph']), ...listNodes(node['mainEntity']));
      }
    } catch {
      // It is not JSON: other scripts describe the page.
    }
  }
  return nodes;
}

function listNodes(value: unknown): Node[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one): one is Node => typeof one === 'object' && one !== null);
}

function hasType(node: Node, type: string): boolean {
  const types: unknown = node['@type'];
  return Array.isArray(types) ? types.includes(type) : types === type;
}

function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
