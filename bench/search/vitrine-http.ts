import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { RunningService } from '../../test/support/service.ts';
import { hitsMax, type SearchEngine } from './engine.ts';
import { processMeter } from './process-meter.ts';
import { facetFields, type BenchQuery, type FilterClause } from './queries.ts';

const filterText = (clauses: readonly FilterClause[]): string =>
  clauses
    .map((clause) =>
      clause.field === 'price'
        ? `price:${clause.min} TO ${clause.max}`
        : `${clause.field}:${JSON.stringify(clause.value)}`,
    )
    .join(' AND ');

const facets = facetFields.map((field) => `${field}:${field === 'price' ? 1 : 20}`).join(',');

/** The request path of a query. */
export function searchPath(query: BenchQuery): string {
  const parameters = new URLSearchParams({ q: query.text, limit: String(hitsMax) });
  if (query.filter.length > 0) parameters.set('filters', filterText(query.filter));
  if (query.facets) parameters.set('facets', facets);
  return `/search/bench?${parameters.toString()}`;
}

function bytesUnder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** The whole service: durable import, one persistent connection, replies with 20 complete items. */
export async function vitrineHttp(): Promise<SearchEngine> {
  const service = await RunningService.start();
  const key = await service.project('bench');
  const pool = new Pool(service.url, { connections: 1, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const headers = { 'x-api-key': key };
  return {
    note: 'durable, over HTTP, with 20 complete items',
    async load(products) {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/api/items/import?project=bench',
        headers: { ...headers, 'content-type': 'application/x-ndjson' },
        body: products.map((product) => `${JSON.stringify(product)}\n`).join(''),
      });
      const answer = await body.text();
      if (statusCode >= 300) throw new Error(`The import failed with ${statusCode}: ${answer}`);
    },
    ready() {},
    async search(query) {
      const { statusCode, body } = await pool.request({ method: 'GET', path: searchPath(query), headers });
      const answer = await body.text();
      if (statusCode !== 200)
        throw new Error(`The search for "${query.text}" failed with ${statusCode}: ${answer}`);
      const { items, total } = JSON.parse(answer) as { items: { id: string }[]; total: number };
      return { ids: items.map(({ id }) => id), total };
    },
    meter: () => processMeter(service.pid),
    diskBytes: () => bytesUnder(service.dataDir),
    async close() {
      await pool.close();
      await service[Symbol.asyncDispose]();
    },
  };
}
