import type { Analyzer } from '../language/analyzer.ts';
import { analyzeQuery, type QueryWord } from '../language/query-words.ts';
import { filterBitmap } from '../query/filters.ts';
import type { FilterNode } from '../query/query.ts';
import type { TextSettings } from '../schema/settings.ts';
import { noZone, zoneResolver } from '../schema/zones.ts';
import type { Column } from '../segments/columns.ts';
import type { SegmentState } from '../segments/segment-state.ts';

const categoryFields = ['category', 'categories'] as const;
/** A column with more values is not read: its values would stay in memory. */
const valuesMax = 8_192;
/** Longest name that a query is compared with, in words. */
const nameWordsMax = 4;
/** Between the kinds of goods of one category: "Mugs and cups", "Coffee & tea". */
const coordination =
  /(?:[&,/+;|]|(?<!\p{L})(?:and|or|und|oder|et|ou|y|e|o|en|of|og|och|eller|i|и|или|ve|ja)(?!\p{L}))/iu;

/** By name, its words as stems joined by blanks: the paths to the categories with it. */
type PathsByName = ReadonlyMap<string, readonly string[]>;

function hasDocument(states: readonly SegmentState[], node: FilterNode): boolean {
  return states.some((state) =>
    filterBitmap(state, node).some((bits, i) => (bits & ~(state.deleted[i] ?? 0)) !== 0),
  );
}

/** Finds the categories of a catalog that a query names. */
export class CategoryNames {
  readonly #analyzer: Analyzer;
  readonly #fields: readonly string[];
  readonly #ofColumns = new WeakMap<Column, PathsByName>();
  /** By category name, as a new item has one of the same categories. */
  readonly #namesOf = new Map<string, readonly string[]>();

  constructor(settings: TextSettings, analyzer: Analyzer) {
    this.#analyzer = analyzer;
    const zoneOf = zoneResolver(settings);
    this.#fields = categoryFields.filter((field) => zoneOf(field) !== noZone);
  }

  /**
   * The documents in categories that the words name: all of them, or those from some word to the head noun, the longest name first ("red
   * running shoes": running shoes). By segment, as each has its own categories; null where there are none.
   */
  find(states: readonly SegmentState[], words: readonly QueryWord[]): FilterNode | null {
    const named = words.filter(({ numeric }) => !numeric).map(({ stem }) => stem);
    for (let length = Math.min(nameWordsMax, named.length); length > 0; length--) {
      const name = (this.#analyzer.headFirst ? named.slice(0, length) : named.slice(-length)).join(' ');
      const clauses = this.#fields.flatMap((field) =>
        this.#pathsIn(states, field, name).map((value): FilterNode => ({ kind: 'equals', field, value })),
      );
      const node: FilterNode = { kind: 'or', clauses };
      if (clauses.length > 0 && hasDocument(states, node)) return node;
    }
    return null;
  }

  #pathsIn(states: readonly SegmentState[], field: string, name: string): string[] {
    const paths = new Set<string>();
    for (const { segment } of states) {
      const column = segment.column(field);
      if (column === undefined || column.valueCount > valuesMax) continue;
      for (const path of this.#pathsByName(column).get(name) ?? []) paths.add(path);
    }
    return [...paths].sort();
  }

  #pathsByName(column: Column): PathsByName {
    const known = column.immutable ? this.#ofColumns.get(column) : undefined;
    if (known !== undefined) return known;
    const paths = new Map<string, string[]>();
    const seen = new Set<string>();
    for (const value of column.values) {
      const levels = String(value).split('>');
      for (let level = 0; level < levels.length; level++) {
        const path = levels.slice(0, level + 1).join('>');
        if (seen.has(path)) continue;
        seen.add(path);
        for (const name of this.#names(levels[level]!.trim())) {
          const ofName = paths.get(name);
          if (ofName === undefined) paths.set(name, [path]);
          else ofName.push(path);
        }
      }
    }
    if (column.immutable) this.#ofColumns.set(column, paths);
    return paths;
  }

  /** The whole name of a category, and of each kind of goods in it. */
  #names(category: string): readonly string[] {
    let names = this.#namesOf.get(category);
    if (names !== undefined) return names;
    const kinds = category.split(coordination);
    const texts = kinds.length > 1 ? [category, ...kinds] : [category];
    names = [
      ...new Set(
        texts.map((text) =>
          analyzeQuery(text, this.#analyzer)
            .words.map(({ stem }) => stem)
            .join(' '),
        ),
      ),
    ].filter((name) => name !== '');
    if (this.#namesOf.size >= valuesMax) this.#namesOf.clear();
    this.#namesOf.set(category, names);
    return names;
  }
}
