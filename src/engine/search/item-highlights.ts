import type { Analyzer } from '../../kernel/text/language/analyzer.ts';
import { bytesOfWords, highlighter, textWords, type TextWords } from '../../kernel/text/search/highlight.ts';
import type { MatchedTerms } from '../../kernel/text/query/query.ts';
import { WordInterner } from '../../kernel/text/language/word-interner.ts';
import { ByteBoundedCache } from '../../lib/byte-bounded-cache.ts';
import { stringFields } from '../../lib/json-text.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { isTextField } from '../../ports/item-fields.ts';
import type { NumberedItem } from '../storage/applied-change.ts';

/** Bytes of tokenized texts in the cache: a third of a search's CPU was spent on tokenizing the same texts again. */
const cacheBytesMax = 96 * 1024 * 1024;
/** Above this number of fields per item, fields of earlier requests are dropped. */
const cachedFieldsMax = 20;
/** Words in the interner; above this number a new one is started. */
const wordsMax = 200_000;

interface TokenizedItem {
  readonly version: number;
  /** By field; null where the item has no text there. */
  readonly fields: Readonly<Record<string, TextWords | null>>;
}

/** Highlights the matched words in the texts of hits. */
export class ItemHighlights {
  readonly #tokenized = new ByteBoundedCache<number, TokenizedItem>(cacheBytesMax, bytesOf);
  #interner: WordInterner;
  readonly #analyzer: Analyzer;

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
    this.#interner = new WordInterner(analyzer);
  }

  get bytes(): number {
    return this.#tokenized.bytes;
  }

  /** A function from an item to its highlighted texts as HTML, by field; fields without a match are left out. */
  marker(
    terms: () => MatchedTerms,
    fields: readonly string[],
  ): (item: NumberedItem) => Record<string, string> | null {
    if (fields.length === 0) return () => null;
    if (this.#interner.size > wordsMax) {
      this.#interner = new WordInterner(this.#analyzer);
    }
    const mark = highlighter(terms(), this.#analyzer, undefined, this.#interner);
    return (item) => {
      const tokenized = this.#tokenize(item, fields);
      const marked: Record<string, string> = {};
      for (const field of fields) {
        const text = tokenized.fields[field];
        if (text === undefined || text === null) continue;
        const { value, matched } = mark(text);
        if (matched) marked[field] = value;
      }
      return marked;
    };
  }

  /** The tokenized name of the item. */
  nameOf(item: NumberedItem): TextWords | null {
    return this.#tokenize(item, ['name']).fields['name'] ?? null;
  }

  #tokenize(item: NumberedItem, fields: readonly string[]): TokenizedItem {
    const cached = this.#tokenized.get(item.no);
    const current = cached?.version === item.version ? cached : undefined;
    if (current !== undefined && fields.every((field) => Object.hasOwn(current.fields, field)))
      return current;
    const cachedFields = Object.keys(current?.fields ?? {});
    const wanted =
      cachedFields.length > cachedFieldsMax ? fields : [...new Set([...cachedFields, ...fields])];
    const texts = stringFields(decodeUtf8(item.json), wanted, isTextField);
    const tokenized: TokenizedItem = {
      version: item.version,
      fields: Object.fromEntries(
        wanted.map((field) => {
          const text = Object.hasOwn(texts, field) ? texts[field]! : null;
          return [field, text === null ? null : textWords(text, this.#interner)];
        }),
      ),
    };
    this.#tokenized.set(item.no, tokenized);
    return tokenized;
  }
}

function bytesOf({ fields }: TokenizedItem): number {
  return Object.values(fields).reduce((sum, text) => sum + (text === null ? 50 : bytesOfWords(text)), 200);
}
