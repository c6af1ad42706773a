import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import type { ShopClient } from '../../ports/catalog/shops.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { previewImport } from '../catalog/import-preview.ts';
import { importFile } from '../catalog/import-files/import-file.ts';
import type { ImportFormat } from '../catalog/import-files/file-findings.ts';
import { findRememberedMapping } from '../catalog/import-files/remembered-mappings.ts';
import { readCharset } from '../../lib/text-encodings.ts';
import {
  discoverShop,
  parseShopAddress,
  type FeedPreviewer,
  type ShopDiscovery,
} from '../shops/discover-shop.ts';
import { isObject } from '../contract/object-fields.ts';
import type { ShopItem } from '../shops/shop-items.ts';

/** Items without a price are shown too: what is missing is told. */
const previewSettings = { priceOptional: true };

/**
 * Finds out how the catalog of a shop can be read, and shows its first items as they would be imported.
 * @throws VitrineError invalid_request for an address that may not be read; shop_unreachable if its host cannot be reached
 */
export async function discoverFeed(
  project: ProjectEngine,
  text: string,
  {
    shops,
    slices,
    now,
    signal,
  }: {
    readonly shops: ShopClient;
    readonly slices: WorkSlices;
    readonly now: number;
    readonly signal: AbortSignal;
  },
): Promise<ShopDiscovery> {
  const url = parseShopAddress(text);
  const refusal = url === null ? 'The address is not a URL' : shops.findRefusal(url);
  if (url === null || refusal !== null) {
    const detail = `url must be the address of a shop: ${refusal}`;
    throw new VitrineError('invalid_request', detail, {
      errors: [{ path: 'url', code: 'not_allowed', detail }],
    });
  }
  const previewFeed: FeedPreviewer = async (bytes, { url: address, contentType, isPart }) => {
    const format = detectFormat(bytes, address, contentType);
    if (format === null) return null;
    const file = importFile(yieldOnce(bytes), {
      format,
      layout: null,
      encoding: null,
      declaredEncoding: readCharset(contentType),
      decimal: null,
      mapping: null,
      findRememberedMapping: (names) => findRememberedMapping(project.columnMappings, names),
      now,
      slices,
    });
    try {
      const { items, lines, failed } = await previewImport(file, {
        mode: 'replace',
        isPart,
        settings: previewSettings,
      });
      return items.length > 0 && failed * 2 < lines ? { items: items.filter(isObject), format } : null;
    } catch (error) {
      // It is no file of products.
      if (error instanceof VitrineError) return null;
      throw error;
    }
  };
  const found = await discoverShop(url, {
    client: shops,
    previewFeed,
    slices,
    signal,
    deadline: AbortSignal.timeout(limits.discoverMsMax),
  });
  return {
    ...found,
    items: await previewItems(found.items.slice(0, limits.discoverItemsMax), { now, slices }),
  };
}

/** The items with the defaults of an import. One that an import rejects is shown as the shop has it. */
async function previewItems(
  items: readonly ShopItem[],
  { now, slices }: { readonly now: number; readonly slices: WorkSlices },
): Promise<JsonObject[]> {
  const shown: JsonObject[] = [];
  for (const item of items) {
    const file = importFile(yieldOnce(Buffer.from(`${JSON.stringify(item)}\n`)), {
      format: 'ndjson',
      layout: null,
      encoding: 'utf-8',
      decimal: null,
      mapping: null,
      now,
      slices,
    });
    const { items: read } = await previewImport(file, {
      mode: 'replace',
      isPart: false,
      settings: previewSettings,
    });
    shown.push(isObject(read[0]) ? read[0] : item);
  }
  return shown;
}

/** The format of a file by its first character, or else by its type and name; null for a web page. */
function detectFormat(bytes: Uint8Array, address: string, contentType: string): ImportFormat | null {
  const head = Buffer.from(bytes.subarray(0, 1_024))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^<(?:!doctype html|html)\b/i.test(head)) return null;
  if (head.startsWith('<')) return /<(?:urlset|sitemapindex)\b/i.test(head) ? null : 'xml';
  if (head.startsWith('{')) return 'ndjson';
  const isTable =
    /csv|tab-separated|text\/plain|octet-stream/i.test(contentType) ||
    /\.(?:csv|tsv|txt)(?:\.gz)?$/i.test(new URL(address).pathname);
  return isTable && head !== '' ? 'csv' : null;
}

async function* yieldOnce(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
