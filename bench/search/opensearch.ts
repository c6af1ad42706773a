import { Pool } from 'undici';
import { OpenSearchCluster } from '../../test/support/opensearch/cluster.ts';
import { openSearchHome } from '../../test/support/opensearch/home.ts';
import { hitsMax, type SearchEngine } from './engine.ts';
import { peerProduct, typosAllowed } from './peer-product.ts';
import { processMeter } from './process-meter.ts';
import type { Product } from './products.ts';
import { wordsOf, type BenchQuery, type FilterClause } from './queries.ts';

const index = 'bench';
const linesPerRequest = 5_000;
const heapMegabytes = 2_048;
const nameWeight = 5;
/** The boost of fuzzy and prefix matches relative to exact ones. */
const nearWeight = 0.3;

const keyword = { type: 'keyword' } as const;
const mapping = {
  settings: { number_of_shards: 1, number_of_replicas: 0 },
  mappings: {
    dynamic: false,
    properties: {
      name: { type: 'text' },
      words: { type: 'text' },
      brand: keyword,
      category: keyword,
      color: keyword,
      size: keyword,
      // The category path and its ancestors, for filters.
      path: keyword,
      price: { type: 'double' },
    },
  },
};

type Clause = Readonly<Record<string, unknown>>;

/** A word in either field, with one typo; the last word also as a prefix. */
function wordClause(word: string, isLast: boolean): Clause {
  const should = [['name', nameWeight] as const, ['words', 1] as const].flatMap(
    ([field, weight]): Clause[] => {
      const near = weight * nearWeight;
      const clauses: Clause[] = [{ term: { [field]: { value: word, boost: weight } } }];
      if (typosAllowed(word) > 0)
        clauses.push({ fuzzy: { [field]: { value: word, fuzziness: 1, prefix_length: 1, boost: near } } });
      if (isLast) clauses.push({ prefix: { [field]: { value: word, boost: near } } });
      return clauses;
    },
  );
  return { bool: { should, minimum_should_match: 1 } };
}

function filterClause(clause: FilterClause): Clause {
  if (clause.field === 'price') return { range: { price: { gte: clause.min, lte: clause.max } } };
  return { term: { [clause.field === 'category' ? 'path' : clause.field]: clause.value } };
}

const aggregations = {
  ...Object.fromEntries(
    ['brand', 'category', 'color', 'size'].map((field) => [field, { terms: { field, size: 20 } }]),
  ),
  price: { stats: { field: 'price' } },
};

function bodyOf(query: BenchQuery): Clause {
  const words = wordsOf(query.text);
  return {
    size: hitsMax,
    track_total_hits: true,
    query: {
      bool: {
        must: words.map((word, i) => wordClause(word, i === words.length - 1)),
        filter: query.filter.map(filterClause),
      },
    },
    ...(query.facets ? { aggs: aggregations } : {}),
  };
}

interface Found {
  readonly hits: {
    readonly total: { readonly value: number };
    readonly hits: readonly { readonly _id: string }[];
  };
}

/** One node with 2 GB of heap and default caches, over HTTP; a string with the reason if it is not available. */
export async function openSearch(): Promise<SearchEngine | string> {
  const home = await openSearchHome();
  if (typeof home === 'string') return home;
  const cluster = await OpenSearchCluster.start(home, { heapMegabytes, jvmTuning: 'throughput' });
  const node = cluster.nodes[0]!;
  const pool = new Pool(node.url, { connections: 1, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const ask = async (method: 'PUT' | 'POST', path: string, body: string): Promise<string> => {
    const headers = {
      'content-type': path.startsWith('/_bulk') ? 'application/x-ndjson' : 'application/json',
    };
    const answer = await pool.request({ method, path, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode >= 300)
      throw new Error(`${path} failed with ${answer.statusCode}: ${text.slice(0, 500)}`);
    return text;
  };
  await ask('PUT', `/${index}`, JSON.stringify(mapping));
  return {
    note: 'one node with 2 GB of heap over HTTP, with 20 complete items; all words, one typo, prefix search on the last word',
    async load(products: readonly Product[]) {
      for (let first = 0; first < products.length; first += linesPerRequest) {
        const lines = products.slice(first, first + linesPerRequest).map((product) => {
          const steps = product.category.split(' > ');
          const path = steps.map((_, i) => steps.slice(0, i + 1).join(' > '));
          const action = { index: { _index: index, _id: product.id } };
          return `${JSON.stringify(action)}\n${JSON.stringify({ ...peerProduct(product), path })}\n`;
        });
        const answer = await ask('POST', '/_bulk', lines.join(''));
        if (answer.includes('"errors":true')) throw new Error(`Lines were rejected: ${answer.slice(0, 500)}`);
      }
    },
    async ready() {
      await ask('POST', `/${index}/_refresh`, '');
    },
    async search(query: BenchQuery) {
      const { hits } = JSON.parse(
        await ask('POST', `/${index}/_search`, JSON.stringify(bodyOf(query))),
      ) as Found;
      return { ids: hits.hits.map(({ _id }) => _id), total: hits.total.value };
    },
    meter: () => processMeter(node.pid),
    async diskBytes() {
      const stats = await pool.request({ method: 'GET', path: `/${index}/_stats/store` });
      const { _all } = (await stats.body.json()) as { _all: { total: { store: { size_in_bytes: number } } } };
      return _all.total.store.size_in_bytes;
    },
    async close() {
      await pool.close();
      await cluster[Symbol.asyncDispose]();
    },
  };
}
