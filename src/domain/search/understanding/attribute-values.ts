import { appendTo } from '../../../lib/append-to.ts';
import type { QueryAnalyzer } from '../../../ports/search/query-analyzer.ts';
import type { FacetResult } from '../../../ports/search/text.ts';
import { pathSeparator } from '../../../ports/catalog/item-fields.ts';

/** A value of a field of the catalog, such as the colour red. */
export interface AttributeValue {
  readonly field: string;
  /** The value for a filter; a path ends at the level that was named. */
  readonly value: string;
  /** Items with it. */
  readonly count: number;
}

/** Longest value that a query can name, in words. */
export const valueWordsMax = 4;
/** Inflected forms are looked for among the values of fields with at most this many. */
const inflectedFieldMax = 100;
/** Names of fields with sizes, in eight languages. */
const sizeName =
  /(?:^|[._-])(?:size|gr(?:ö|oe)(?:ß|ss)e|taille|pointure|talla|taglia|misura|numero|maat|tamanho|サイズ)/i;

/** The values of a catalog by their words, ignoring case, accents and inflection. */
export class AttributeValues {
  readonly #byWords = new Map<string, AttributeValue[]>();
  /** Values of one word of fields with few values. */
  readonly #single: { readonly stem: string; readonly value: AttributeValue }[] = [];
  readonly #sizes = new Map<string, AttributeValue[]>();
  /** Values that are as short as sizes, of all fields. */
  readonly #short = new Map<string, AttributeValue[]>();

  /** `facets` has all values of the fields, most frequent first. */
  constructor(facets: Readonly<Record<string, FacetResult>>, analyzer: QueryAnalyzer) {
    for (const [field, { values, distinct }] of Object.entries(facets))
      for (const { value, count } of values) {
        for (const level of listLevels(value)) {
          const words = analyzer.analyze(level.name).words;
          if (words.length === 0 || words.length > valueWordsMax) continue;
          const attribute = { field, value: level.path, count };
          appendTo(this.#byWords, words.join(' '), attribute);
          if (words.length === 1 && distinct <= inflectedFieldMax)
            this.#single.push({ stem: words[0]!, value: attribute });
        }
        if (value.length > sizeLengthMax) continue;
        appendTo(this.#short, normalizeSize(value), { field, value, count });
        if (sizeName.test(field)) appendTo(this.#sizes, normalizeSize(value), { field, value, count });
      }
  }

  /** The most frequent value with exactly these words (stems). */
  findExact(words: readonly string[]): AttributeValue | null {
    return pickMostFrequent(this.#byWords.get(words.join(' ')));
  }

  /** The most frequent value of one word of which `stem` is another form that the stemmers do not unite ("wooden": wood). */
  findInflectedValue(stem: string): AttributeValue | null {
    return pickMostFrequent(
      this.#single.filter((one) => isInflection(stem, one.stem)).map(({ value }) => value),
    );
  }

  /** The value that a query names as a size: of a field of sizes, or else of any. */
  findSize(size: string): AttributeValue | null {
    return this.findBareSize(size) ?? pickMostFrequent(this.#short.get(normalizeSize(size)));
  }

  /** The value of a field of sizes. */
  findBareSize(size: string): AttributeValue | null {
    return pickMostFrequent(this.#sizes.get(normalizeSize(size)));
  }
}

const sizeLengthMax = 8;
const normalizeSize = (size: string): string => size.trim().replace(',', '.').toLowerCase();

function pickMostFrequent(values: readonly AttributeValue[] = []): AttributeValue | null {
  return values.reduce<AttributeValue | null>(
    (best, value) => (best === null || value.count > best.count ? value : best),
    null,
  );
}

/** The levels of a path, each with its name and the path up to it; of another value, itself. */
function listLevels(value: string): { name: string; path: string }[] {
  const names = value.split(pathSeparator);
  return names.map((name, i) => ({ name, path: names.slice(0, i + 1).join(pathSeparator) }));
}

const inflectionStemMin = 4;
/** Endings of adjectives and plurals. */
const inflectionEnds = new Set(['a', 'e', 'o', 's', 'n', 'h', 'y', 'en', 'er', 'es', 'ed', 'as', 'os']);
/** Ends that a final consonant takes before a vowel. */
const consonantChanges = new Set(['zs', 'sz', 'vf', 'fv', 'hc', 'ch', 'gc', 'cg']);

function isInflection(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  // Japanese adjectives end in い.
  if (long === `${short}い`) return true;
  let common = 0;
  while (common < short.length && short[common] === long[common]) common++;
  if (common < inflectionStemMin) return false;
  const ends = [short.slice(common), long.slice(common)] as const;
  if (ends[0] === '') return inflectionEnds.has(ends[1]);
  return consonantChanges.has(ends[0] + ends[1]);
}
