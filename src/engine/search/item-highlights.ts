import type { Analyzer } from '../../kernel/text/language/analyzer.ts';
import { bytesOfWords, highlighter, textWords, type TextWords } from '../../kernel/text/search/highlight.ts';
import type { MatchedTerms } from '../../kernel/text/query/query.ts';
import { WordInterner } from '../../kernel/text/language/word-interner.ts';
import { ByteBoundedCache } from '../../lib/byte-bounded-cache.ts';
import { stringFields } from '../../lib/json-text.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { isTextField } from '../../ports/item-fields.ts';
import type { NumberedItem } from '../storage/applied-change.ts';

/** Bytes of texts kept cut into words: a third of a search's CPU went into cutting the same texts again. */
const cacheBytesMax = 96 * 1024 * 1024;
/** With more fields of an item than this, those of earlier requests are let go. */
const fieldsKeptMax = 20;
/** Words that are numbered; with more, numbering begins anew for texts that are cut from then on. */
const wordsMax = 200_000;

interface CutItem {
  readonly version: number;
  /** By field; null where the item has no text there. */
  readonly fields: Readonly<Record<string, TextWords | null>>;
}

/** Marks the words that a search found in the texts of its hits. */
export class ItemHighlights {
  readonly #cut = new ByteBoundedCache<number, CutItem>(cacheBytesMax, bytesOf);
  #memory: WordInterner;
  readonly #analyzer: Analyzer;

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
    this.#memory = new WordInterner(analyzer);
  }

  get bytes(): number {
    return this.#cut.bytes;
  }

  /** A function from an item to its texts as HTML with marks, by field; fields without a mark are left out. */
  marker(
    terms: () => MatchedTerms,
    fields: readonly string[],
  ): (item: NumberedItem) => Record<string, string> | null {
    if (fields.length === 0) return () => null;
    if (this.#memory.size > wordsMax) {
      this.#memory = new WordInterner(this.#analyzer);
    }
    const mark = highlighter(terms(), this.#analyzer, undefined, this.#memory);
    return (item) => {
      const cut = this.#cutOf(item, fields);
      const marked: Record<string, string> = {};
      for (const field of fields) {
        const text = cut.fields[field];
        if (text === undefined || text === null) continue;
        const { value, matched } = mark(text);
        if (matched) marked[field] = value;
      }
      return marked;
    };
  }

  /** The item's name, cut into words. */
  nameOf(item: NumberedItem): TextWords | null {
    return this.#cutOf(item, ['name']).fields['name'] ?? null;
  }

  #cutOf(item: NumberedItem, fields: readonly string[]): CutItem {
    const known = this.#cut.get(item.no);
    const current = known?.version === item.version ? known : undefined;
    if (current !== undefined && fields.every((field) => Object.hasOwn(current.fields, field)))
      return current;
    const kept = Object.keys(current?.fields ?? {});
    const wanted = kept.length > fieldsKeptMax ? fields : [...new Set([...kept, ...fields])];
    const texts = stringFields(decodeUtf8(item.json), wanted, isTextField);
    const cut: CutItem = {
      version: item.version,
      fields: Object.fromEntries(
        wanted.map((field) => {
          const text = Object.hasOwn(texts, field) ? texts[field]! : null;
          return [field, text === null ? null : textWords(text, this.#memory)];
        }),
      ),
    };
    this.#cut.set(item.no, cut);
    return cut;
  }
}

function bytesOf({ fields }: CutItem): number {
  return Object.values(fields).reduce((sum, text) => sum + (text === null ? 50 : bytesOfWords(text)), 200);
}
