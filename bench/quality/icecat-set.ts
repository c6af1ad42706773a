import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createItemText } from '../../src/engine/text-embeddings/item-text.ts';
import type { IndexDocument } from '../../src/kernel/text/schema/document.ts';
import { flattenItem } from '../../src/kernel/text/schema/flatten.ts';
import type { JsonObject } from '../../src/ports/catalog/json.ts';

/** The icecat set (shared/data/README.md, protocol "icecat"), as read by the kernel benchmarks. */
const folder = fileURLToPath(new URL('../../../shared/data/icecat/', import.meta.url));

/** The item as sent by a shop: the title as name, the part number as SKU, no pictures. */
function itemOf(product: Record<string, unknown>): Record<string, unknown> {
  const { id, name, title, short_description: description, supplier: brand, price, ...rest } = product;
  const attributes = Object.entries(rest).filter(([field]) => !field.startsWith('img_'));
  return { id, sku: name, name: title, description, brand, price, ...Object.fromEntries(attributes) };
}

/** The products as items. */
export function readItems(): Record<string, unknown>[] {
  return gunzipSync(readFileSync(`${folder}products.ndjson.gz`))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => itemOf(JSON.parse(line) as Record<string, unknown>));
}

/** The products as documents, with the line number as key; `texts` are the texts to embed. */
export function readDocuments(): { documents: IndexDocument[]; idByKey: string[]; texts: string[] } {
  const idByKey: string[] = [];
  const texts: string[] = [];
  const documents = readItems().map((item, key) => {
    idByKey.push(String(item['id']));
    texts.push(
      createItemText(item as JsonObject, { name: { fields: ['name'] }, zones: [], unsearchableFields: [] })
        .text,
    );
    return { key, popularity: 0, ...flattenItem(item) };
  });
  return { documents, idByKey, texts };
}

/** Grades by query and product id. */
export type Ratings = Map<string, Map<string, number>>;

/** The judged queries with at least one relevant product. */
export function readRatings(): Ratings {
  const ratings: Ratings = new Map();
  for (const line of readFileSync(`${folder}ratings.csv`, 'utf8').trim().split('\n').slice(1)) {
    const match = /^"?(.*?)"?,([^,]+),(\d+)\s*$/.exec(line);
    if (match === null) throw new Error(`Cannot read the rating "${line}"`);
    const [, query, id, rating] = match;
    const list = ratings.get(query!) ?? new Map<string, number>();
    list.set(id!, Number(rating));
    ratings.set(query!, list);
  }
  return new Map([...ratings].filter(([, list]) => [...list.values()].some((rating) => rating > 0)));
}

/** DCG@10. */
export function discountedGain(ratings: readonly number[]): number {
  return ratings.slice(0, 10).reduce((sum, rating, i) => sum + (2 ** rating - 1) / Math.log2(i + 2), 0);
}

export const hasIcecat = (): boolean => existsSync(folder);
