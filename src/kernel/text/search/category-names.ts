import { findLowerBound } from '../../bits/binary-search.ts';
import { hasBit } from '../../bits/bitmap.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { analyzeQuery, type QueryWord } from '../language/query-words.ts';
import { filterBitmap } from '../query/filters.ts';
import type { FilterNode } from '../query/query.ts';
import type { TextSettings } from '../schema/settings.ts';
import { noZone, createZoneResolver } from '../schema/zones.ts';
import type { CategoryTest } from '../scoring/name-query.ts';
import type { Column } from '../segments/columns.ts';
import { ImmutableSegment } from '../segments/immutable-segment.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';

const categoryFields = ['category', 'categories'] as const;
/** Columns with more values are not read, as their values would stay in memory. */
const valuesMax = 8_192;
/** Maximum cached names. */
const namesMaxDefault = 65_536;
/** Longest name that a query is compared with, in words. */
const nameWordsMax = 4;
/** Separators of kinds of goods in the name of a category: "Mugs and cups", "Coffee & tea". */
const coordination =
  /(?:[&,/+;|]|(?<!\p{L})(?:and|or|und|oder|et|ou|y|e|o|en|of|og|och|eller|i|и|или|ve|ja)(?!\p{L}))/iu;

/** The ordinals of the values that have a level with a name, by the name's stems joined by blanks. */
type OrdinalsByName = ReadonlyMap<string, ReadonlySet<number>>;

interface NamedColumn {
  readonly column: Column;
  readonly byName: OrdinalsByName;
}

/** The values of a column that have the name. */
interface NamedValues {
  readonly column: Column;
  readonly ordinals: ReadonlySet<number>;
}

/** Finds the categories of a catalog that a query names. */
export class CategoryNames {
  readonly #analyzer: Analyzer;
  readonly #fields: readonly string[];
  readonly #namesMax: number;
  /** The columns of immutable segments. */
  #columns = new WeakMap<SegmentReader, readonly NamedColumn[]>();
  /** All names of the cached columns: most words of queries name no category, and are then not looked up in each segment. */
  readonly #names = new Set<string>();
  /** Names by category, cached as new items have the same categories. */
  readonly #namesByCategory = new Map<string, readonly string[]>();

  constructor(settings: TextSettings, analyzer: Analyzer, namesMax = namesMaxDefault) {
    this.#analyzer = analyzer;
    this.#namesMax = namesMax;
    const findZone = createZoneResolver(settings);
    this.#fields = categoryFields.filter((field) => findZone(field) !== noZone);
  }

  /**
   * Tests by segment whether a document is in a category that the words name: all of them, or those from some word to the head noun, the
   * longest name that a live document has ("red running shoes": running shoes). Null if there is none.
   */
  find(states: readonly SegmentState[], words: readonly QueryWord[]): CategoryTest[] | null {
    const stems = words.filter(({ numeric }) => !numeric).map(({ stem }) => stem);
    if (stems.length === 0) return null;
    // Names of former categories remain until there are too many.
    if (this.#names.size > this.#namesMax) {
      this.#names.clear();
      this.#columns = new WeakMap();
    }
    const columns = states.map(({ segment }) => this.#readColumns(segment));
    for (let length = Math.min(nameWordsMax, stems.length); length > 0; length--) {
      const name = (this.#analyzer.headFirst ? stems.slice(0, length) : stems.slice(-length)).join(' ');
      if (!this.#names.has(name)) continue;
      const values = columns.map((ofSegment) => findNamed(ofSegment, name));
      if (values.some((ofSegment, segmentNo) => hasDocument(states[segmentNo]!, ofSegment)))
        return values.map(testValues);
    }
    return null;
  }

  #readColumns(segment: SegmentReader): readonly NamedColumn[] {
    const cached = this.#columns.get(segment);
    if (cached !== undefined) return cached;
    const columns = this.#fields
      .map((field) => segment.getColumn(field))
      .filter((column) => column !== undefined)
      .filter(({ valueCount }) => valueCount <= valuesMax)
      .map((column) => ({ column, byName: this.#groupOrdinalsByName(column) }));
    if (segment instanceof ImmutableSegment) this.#columns.set(segment, columns);
    return columns;
  }

  #groupOrdinalsByName(column: Column): OrdinalsByName {
    const ordinals = new Map<string, Set<number>>();
    const isUsed = markUsedOrdinals(column);
    column.values.forEach((value, ordinal) => {
      if (isUsed[ordinal] === 0) return;
      for (const level of String(value).split('>'))
        for (const name of this.#listNames(level.trim())) {
          const ofName = ordinals.get(name);
          if (ofName === undefined) ordinals.set(name, new Set([ordinal]));
          else ofName.add(ordinal);
          this.#names.add(name);
        }
    });
    return ordinals;
  }

  /** The whole name of a category, and of each kind of goods in it. */
  #listNames(category: string): readonly string[] {
    let names = this.#namesByCategory.get(category);
    if (names !== undefined) return names;
    const kinds = category.split(coordination);
    const texts = kinds.length > 1 ? [category, ...kinds] : [category];
    names = texts
      .map((text) => analyzeQuery(text, this.#analyzer).words.map(({ stem }) => stem))
      .filter((stems) => stems.length > 0)
      .map((stems) => stems.join(' '));
    if (this.#namesByCategory.size >= valuesMax) this.#namesByCategory.clear();
    this.#namesByCategory.set(category, names);
    return names;
  }
}

function findNamed(columns: readonly NamedColumn[], name: string): readonly NamedValues[] {
  return columns.flatMap(({ column, byName }) => {
    const ordinals = byName.get(name);
    return ordinals === undefined ? [] : [{ column, ordinals }];
  });
}

/** Tests by segment whether a document passes the filter of a category. */
export function testCategory(states: readonly SegmentState[], category: FilterNode): CategoryTest[] {
  return states.map((state) => {
    const bitmap = filterBitmap(state, category);
    return (document) => hasBit(bitmap, document);
  });
}

function testValues(values: readonly NamedValues[]): CategoryTest {
  const [only] = values;
  if (only === undefined) return () => false;
  // Nearly all catalogs have one field.
  return values.length === 1
    ? (document) => hasValue(only, document)
    : (document) => values.some((value) => hasValue(value, document));
}

function hasValue({ column, ordinals: named }: NamedValues, document: number): boolean {
  const { documents, ordinals, entryCount } = column;
  if (documents === null) return named.has(ordinals[document]!);
  let at = findLowerBound(documents, document, 0, entryCount);
  for (; at < entryCount && documents[at] === document; at++) if (named.has(ordinals[at]!)) return true;
  return false;
}

/** A byte for each value, 1 if a document has it. */
function markUsedOrdinals({ values, ordinals, entryCount }: Column): Uint8Array {
  const isUsed = new Uint8Array(values.length);
  for (let i = 0; i < entryCount; i++) isUsed[ordinals[i]!] = 1;
  return isUsed;
}

/** Whether a live document has one of the values, each of which is some document's. */
function hasDocument({ deleted, deletedCount }: SegmentState, values: readonly NamedValues[]): boolean {
  if (deletedCount === 0) return values.length > 0;
  return values.some(({ column: { documents, ordinals, entryCount }, ordinals: named }) => {
    for (let i = 0; i < entryCount; i++)
      if (named.has(ordinals[i]!) && !hasBit(deleted, documents === null ? i : documents[i]!)) return true;
    return false;
  });
}
