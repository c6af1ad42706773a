import MiniSearch from 'minisearch';
import { hitsMax, ownMeter, type SearchEngine } from './engine.ts';
import { passes } from './queries.ts';
import { peerProduct, typosAllowed, type PeerProduct } from './peer-product.ts';

/** MiniSearch as configured in its guide: all words, one typo, prefix search on the last word, a boosted name. */
export function miniSearch(): SearchEngine {
  const index = new MiniSearch<PeerProduct>({ fields: ['name', 'words'] });
  const products = new Map<string, PeerProduct>();
  return {
    note: 'filters by a callback; no facets',
    load(batch) {
      const documents = batch.map((product) => peerProduct(product));
      for (const document of documents) products.set(document.id, document);
      index.addAll(documents);
    },
    ready() {},
    search(query) {
      const found = index.search(query.text, {
        combineWith: 'AND',
        boost: { name: 5 },
        prefix: (_term, at, terms) => at === terms.length - 1,
        fuzzy: (term) => typosAllowed(term),
        ...(query.filter.length > 0
          ? { filter: ({ id }) => passes(products.get(String(id))!, query.filter) }
          : {}),
      });
      return { ids: found.slice(0, hitsMax).map(({ id }) => String(id)), total: found.length };
    },
    meter: ownMeter,
    diskBytes: () => null,
    close() {},
  };
}
