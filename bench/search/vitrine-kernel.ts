import type { IndexDocument } from '../../src/kernel/text/schema/document.ts';
import { flattenItem } from '../../src/kernel/text/schema/flatten.ts';
import { buildSegment } from '../../src/kernel/text/segments/segment-merger.ts';
import type { FilterNode } from '../../src/kernel/text/query/query.ts';
import { defaultTextSettings } from '../../src/kernel/text/schema/settings.ts';
import { SegmentedIndex } from '../../src/kernel/text/search/segmented-index.ts';
import { hitsMax, ownMeter, type SearchEngine } from './engine.ts';
import { indexOfId, type Product } from './products.ts';
import { facetFields, type FilterClause } from './queries.ts';

const documentOf = (product: Product): IndexDocument => ({
  key: indexOfId(product.id),
  popularity: product.popularity,
  ...flattenItem({ ...product }),
});

function filterNode(clauses: readonly FilterClause[]): FilterNode {
  return {
    kind: 'and',
    clauses: clauses.map((clause) =>
      clause.field === 'price'
        ? { kind: 'range', field: 'price', min: clause.min, max: clause.max }
        : { kind: 'equals', field: clause.field, value: clause.value },
    ),
  };
}

const facets = facetFields.map((field) => ({ field, limit: field === 'price' ? 1 : 20 }));

/** The text kernel in this process, with one segment per batch, as in the service. */
export function vitrineKernel(): SearchEngine {
  const index = new SegmentedIndex(defaultTextSettings);
  const ids: string[] = [];
  return {
    note: '',
    load(products) {
      for (const { id } of products) ids.push(id);
      index.attach(
        buildSegment(
          products.values().map((product) => documentOf(product)),
          defaultTextSettings,
        ),
      );
    },
    ready() {},
    search(query) {
      const { hits, total } = index.search({
        text: query.text,
        offset: 0,
        limit: hitsMax,
        ...(query.filter.length > 0 ? { filter: filterNode(query.filter) } : {}),
        ...(query.facets ? { facets } : {}),
      });
      return { ids: hits.map(({ key }) => ids[key]!), total };
    },
    meter: ownMeter,
    diskBytes: () => index.segmentBytes,
    close() {},
  };
}
