import type { RunningService } from '../../test/support/service.ts';
import type { BenchClient } from './client.ts';
import { dataFile, linesOf, mean, ndcg } from './data.ts';

interface Product {
  readonly id: string;
  readonly name: string;
  readonly title?: string;
  readonly short_description?: string;
  readonly supplier?: string;
  readonly price?: number;
}

/** The products as sent by a shop: the title as name, the part number as SKU. */
async function* items(file: string): AsyncIterable<Buffer> {
  for await (const line of linesOf(file)) {
    const {
      name,
      title,
      short_description: description,
      supplier,
      price,
      ...rest
    } = JSON.parse(line) as Product;
    const others = Object.entries(rest).filter(([field]) => !field.startsWith('img_'));
    const item = {
      ...Object.fromEntries(others),
      sku: name,
      name: title ?? name,
      description: description ?? '',
      imgs: [],
      price: price ?? 0,
      ...(supplier === undefined ? {} : { brand: supplier }),
    };
    yield Buffer.from(`${JSON.stringify(item)}\n`);
  }
}

/** Imports the 19,406 products as one file. The time to build the file is not counted. Null if the data is missing. */
export async function importIcecat(
  service: RunningService,
  key: string,
): Promise<{ items: number; perSecond: number } | null> {
  const file = dataFile('icecat', 'products.ndjson.gz');
  if (file === null) return null;
  const lines: Buffer[] = [];
  for await (const line of items(file)) lines.push(line);
  const started = performance.now();
  const response = await fetch(`${service.url}/api/items/import?project=icecat`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
    body: Buffer.concat(lines),
  });
  const answer = (await response.json()) as { task: { progress: { created: number; failed: number } } };
  const seconds = (performance.now() - started) / 1000;
  const { created, failed } = answer.task.progress;
  if (failed > 0) throw new Error(`${failed} products were rejected`);
  return { items: created, perSecond: created / seconds };
}

export interface Judged {
  readonly query: string;
  readonly ratings: ReadonlyMap<string, number>;
}

export async function judgedQueries(): Promise<Judged[]> {
  const file = dataFile('icecat', 'ratings.csv');
  const byQuery = new Map<string, Map<string, number>>();
  if (file === null) return [];
  for await (const line of linesOf(file)) {
    // Only the query may contain commas and quotes.
    const [, quoted = '', id = '', rating = ''] = /^(.*),([^,]*),(\d)$/.exec(line) ?? [];
    if (id === '') continue;
    const query = quoted.replace(/^"(.*)"$/, '$1').replaceAll('""', '"');
    const ratings = byQuery.get(query) ?? new Map<string, number>();
    byQuery.set(query, ratings.set(id, Number(rating)));
  }
  return [...byQuery]
    .map(([query, ratings]) => ({ query, ratings }))
    .filter(({ ratings }) => [...ratings.values()].some((rating) => rating > 0));
}

/** NDCG@10 over the whole catalog, unjudged products counting 0, gain 2^rating - 1. */
export async function searchQuality(client: BenchClient, judged: readonly Judged[]): Promise<number> {
  const values: number[] = [];
  for (const { query, ratings } of judged) {
    const { items: found } = await client.ask<{ items: { id: string }[] }>(
      'GET',
      `/search/icecat?limit=10&q=${encodeURIComponent(query)}`,
    );
    const gain = (rating: number): number => 2 ** rating - 1;
    const gains = found.map(({ id }) => gain(ratings.get(id) ?? 0));
    values.push(ndcg(gains, [...ratings.values()].map(gain), 10));
  }
  return mean(values);
}
