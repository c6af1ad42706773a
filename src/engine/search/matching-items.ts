import { setImmediate as nextTurn } from 'node:timers/promises';
import { SegmentedIndex } from '../../kernel/text/search/segmented-index.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { StoredItem } from '../../ports/catalog/catalog.ts';
import type { Filter } from '../../ports/search/filters.ts';
import type { MatchingItems, MatchingPage } from '../../ports/catalog/matching-items.ts';
import type { NumberedItem } from '../log/applied-change.ts';
import type { ReadConnection } from '../storage/database.ts';
import { indexDocument } from './index-document.ts';
import type { EmbeddedTextIndex, ItemSource } from './text-index.ts';

/** Maximum items, and bytes, that are tested in one step: about 10 ms. */
const testedMax = 250;
const testedBytesMax = 1024 * 1024;
const pageBytesMax = 8 * 1024 * 1024;

interface MatchableItems extends ItemSource {
  /** The numbers of all applied items. */
  numbers(): Iterable<number>;
  /** The items, by number, with changes that are not applied yet. */
  readonly pending: ReadonlyMap<number, unknown>;
}

/** Tests active items by the text index. It lacks inactive items, which are tested in small temporary indexes. */
export class EmbeddedMatchingItems implements MatchingItems {
  readonly #text: EmbeddedTextIndex;
  readonly #items: MatchableItems;
  readonly #reads: Pick<ReadConnection, 'tuples'>;

  constructor(text: EmbeddedTextIndex, items: MatchableItems, reads: Pick<ReadConnection, 'tuples'>) {
    this.#text = text;
    this.#items = items;
    this.#reads = reads;
  }

  async *readBatches(filter: Filter | null, ids?: readonly string[]): AsyncIterable<readonly StoredItem[]> {
    const numbers = ids === undefined ? this.#listCandidates(filter) : this.#findNumbers(ids);
    yield* this.#selectInSteps(numbers, filter);
  }

  async readPage(
    filter: Filter | null,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<MatchingPage> {
    const numbers = this.#listCandidates(filter).filter((itemNumber) => itemNumber > after);
    const items: NumberedItem[] = [];
    let bytes = 0;
    for await (const batch of this.#selectInSteps(numbers, filter)) {
      for (const item of batch) {
        if (items.length >= limit || bytes >= pageBytesMax) return { items, next: items.at(-1)?.no ?? after };
        items.push(item);
        bytes += item.json.length;
      }
    }
    return { items, next: null };
  }

  /** The items with these numbers that match the filter, in steps. */
  async *#selectInSteps(numbers: Uint32Array, filter: Filter | null): AsyncIterable<readonly NumberedItem[]> {
    for (let at = 0; at < numbers.length;) {
      const items: NumberedItem[] = [];
      let bytes = 0;
      for (; at < numbers.length && items.length < testedMax && bytes < testedBytesMax; at++) {
        const item = this.#items.findItem(numbers[at]!);
        if (item === null) continue;
        items.push(item);
        bytes += item.json.length;
      }
      const matching = filter === null ? items : this.#selectMatching(filter, items);
      if (matching.length > 0) yield matching;
      await nextTurn();
    }
  }

  /** The numbers of the active items that match now and of all inactive or pending ones, ascending; those of all items without a filter. */
  #listCandidates(filter: Filter | null): Uint32Array {
    if (filter === null) return sortDistinct([...this.#items.numbers()]);
    const active = this.#text.listMatching(filter, [], Infinity) ?? [];
    // The statement continues after the number of the last row that was read.
    const sql = 'SELECT no FROM items WHERE no > ? AND active = 0 ORDER BY no';
    const inactive = Array.from(this.#reads.tuples<[number]>(sql, -1), ([itemNumber]) => itemNumber);
    // The database may be ahead of the index: an item can be in both, and one that is being activated in neither.
    return sortDistinct([...active, ...inactive, ...this.#items.pending.keys()]);
  }

  #findNumbers(ids: readonly string[]): Uint32Array {
    const numbers = ids.map((id) => this.#items.findNumber(id)).filter((itemNumber) => itemNumber >= 0);
    return sortDistinct(numbers);
  }

  #selectMatching(filter: Filter, items: readonly NumberedItem[]): NumberedItem[] {
    const matchesActive = this.#text.buildMatcher(filter);
    const { settings } = this.#text.kernel;
    const inactive = new SegmentedIndex(settings);
    for (const { no, active, createdAt, json } of items) {
      if (active) continue;
      const fields = JSON.parse(decodeUtf8(json)) as Record<string, unknown>;
      // Filters read values only, so that no text is indexed.
      inactive.add({ ...indexDocument(no, fields, createdAt, settings), texts: [] });
    }
    const matchesInactive = inactive.filter(filter);
    return items.filter(({ no, active }) => (active ? matchesActive(no) : matchesInactive(no)));
  }
}

function sortDistinct(numbers: readonly number[]): Uint32Array {
  const sorted = Uint32Array.from(numbers).sort();
  return sorted.filter((itemNumber, at) => at === 0 || itemNumber !== sorted[at - 1]);
}
