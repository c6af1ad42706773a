import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flattenItem } from '../schema/flatten.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { SegmentedIndex } from '../search/segmented-index.ts';
import { buildSegment } from '../segments/segment-merger.ts';
import { createRandom } from '../../../lib/seeded-random.ts';

const productCount = 24_000;
const segmentSize = 6_000;

interface Product {
  readonly brand: string;
  readonly price: number;
}

const naive = (products: readonly Product[]): number[] =>
  [...products.keys()].sort((a, b) => {
    const [one, other] = [products[a]!, products[b]!];
    return one.brand < other.brand ? -1 : one.brand > other.brand ? 1 : other.price - one.price || a - b;
  });

const random = createRandom(7);
const catalogs: Readonly<Record<string, (key: number) => Product>> = {
  'at random': () => ({ brand: `b${Math.floor(random() * 40)}`, price: Math.floor(random() * 9) }),
  'in the order of the sort': (key) => ({ brand: `b${String(key).padStart(6, '0')}`, price: 1 }),
  'with one value': () => ({ brand: 'b', price: 1 }),
  // Every 24th product, which a sample of 1,024 reads, comes after all others.
  'with a period of the sample': (key) => ({ brand: key % 24 === 0 ? 'z' : `b${key % 17}`, price: key % 5 }),
};

for (const [name, productOf] of Object.entries(catalogs)) {
  test(`a distant page of a sorted search equals a full sort of products ${name}`, () => {
    const products = Array.from({ length: productCount }, (_, key) => productOf(key));
    const index = new SegmentedIndex(defaultTextSettings);
    for (let first = 0; first < productCount; first += segmentSize) {
      const part = products.slice(first, first + segmentSize);
      const documents = part.map((product, i) => ({
        key: first + i,
        popularity: 0,
        ...flattenItem({ ...product }),
      }));
      index.attach(buildSegment(documents.values(), defaultTextSettings));
    }
    const expected = naive(products);
    for (const offset of [900, 1_100, 4_000, 5_900]) {
      const { hits } = index.search({
        text: '',
        offset,
        limit: 50,
        sort: [
          { field: 'brand', order: 'asc' },
          { field: 'price', order: 'desc' },
        ],
      });
      assert.deepEqual(
        hits.map(({ key }) => key),
        expected.slice(offset, offset + 50),
      );
    }
  });
}
