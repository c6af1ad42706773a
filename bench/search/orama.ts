import { create, insertMultiple, search } from '@orama/orama';
import { hitsMax, ownMeter, type SearchEngine } from './engine.ts';
import { peerProduct } from './peer-product.ts';
import type { FilterClause } from './queries.ts';

const schema = {
  name: 'string',
  words: 'string',
  brand: 'enum',
  department: 'enum',
  aisle: 'enum',
  category: 'enum',
  color: 'enum',
  size: 'enum',
  price: 'number',
} as const;

function whereOf(clauses: readonly FilterClause[]): Record<string, object> {
  return Object.fromEntries(
    clauses.map((clause) => {
      if (clause.field === 'price') return ['price', { between: [clause.min, clause.max] }];
      // Category filters name the second level, which is a separate field here.
      const field = clause.field === 'category' ? 'aisle' : clause.field;
      return [field, { eq: clause.value }];
    }),
  );
}

const facets = {
  brand: {},
  category: {},
  color: {},
  size: {},
  price: { ranges: [0, 20, 50, 100, 1e9].slice(1).map((to, i, all) => ({ from: all[i - 1] ?? 0, to })) },
};

/** Orama with all words, one typo and prefix search, which cannot be disabled. */
export function orama(): SearchEngine {
  const index = create({ schema });
  return {
    note: 'typo tolerance also for numbers and short words',
    async load(products) {
      const documents = products.map((product) => {
        const [department, aisle] = product.category.split(' > ');
        const { imgs: _pictures, description: _text, ...document } = peerProduct(product);
        return { ...document, department: department!, aisle: `${department} > ${aisle}` };
      });
      await insertMultiple(index, documents, 5_000);
    },
    ready() {},
    async search(query) {
      const found = await search(index, {
        term: query.text,
        properties: ['name', 'words'],
        boost: { name: 5 },
        tolerance: 1,
        threshold: 0,
        limit: hitsMax,
        ...(query.filter.length > 0 ? { where: whereOf(query.filter) } : {}),
        ...(query.facets ? { facets } : {}),
      });
      return { ids: found.hits.map(({ id }) => id), total: found.count };
    },
    meter: ownMeter,
    diskBytes: () => null,
    close() {},
  };
}
