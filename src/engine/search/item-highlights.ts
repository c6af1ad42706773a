import { RecordCache } from '../../kernel/bits/record-cache.ts';
import type { Analyzer } from '../../kernel/text/language/analyzer.ts';
import {
  highlighter,
  InternedText,
  packWords,
  valuesPerWord,
  type TextWords,
} from '../../kernel/text/search/highlight.ts';
import type { MatchedTerms } from '../../kernel/text/query/query.ts';
import { WordInterner } from '../../kernel/text/language/word-interner.ts';
import { stringSlices, textOf, type JsonSlice } from '../../lib/json-text.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { isTextField } from '../../ports/item-fields.ts';
import type { NumberedItem } from '../log/applied-change.ts';

/** Bytes of tokenized texts in the cache: a third of a search's CPU was spent on tokenizing the same texts again. */
const cacheBytesMax = 96 * 1024 * 1024;
/** Above this number of fields per item, fields of earlier requests are dropped. */
const cachedFieldsMax = 20;
/** Words in the interner, and names of fields; above these numbers the cache starts again. */
const wordsMax = 200_000;
const fieldNamesMax = 1_000;

/** Highlights the matched words in the texts of hits. */
export class ItemHighlights {
  readonly #analyzer: Analyzer;
  #texts: TokenizedTexts;

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
    this.#texts = new TokenizedTexts(analyzer);
  }

  get bytes(): number {
    return this.#texts.bytes;
  }

  /** A function from an item to its highlighted texts as HTML, by field; fields without a match are left out. */
  marker(
    terms: () => MatchedTerms,
    fields: readonly string[],
  ): (item: NumberedItem) => Record<string, string> | null {
    if (fields.length === 0) return () => null;
    if (this.#texts.isFull) this.#texts = new TokenizedTexts(this.#analyzer);
    const texts = this.#texts;
    const mark = highlighter(terms(), this.#analyzer, undefined, texts.interner);
    const numbers = fields.map((field) => texts.numberOf(field));
    return (item) => {
      const record = texts.recordOf(item, numbers);
      const marked: Record<string, string> = {};
      numbers.forEach((number, i) => {
        const text = texts.textIn(record, number, item);
        if (text === null) return;
        const highlight = mark(text);
        if (highlight.matched) marked[fields[i]!] = highlight.value;
      });
      return marked;
    };
  }

  /** The tokenized name of the item. */
  nameOf(item: NumberedItem): TextWords | null {
    const number = this.#texts.numberOf('name');
    return this.#texts.textIn(this.#texts.recordOf(item, [number]), number, item);
  }
}

/**
 * The record of an item: its version, then its fields, each with its number, the start and end of its text in the item's JSON
 * (bytes; end 0: no text), the number of words, and the words as `packWords()` returns them.
 */
const headerLength = 1;
const fieldLength = 4;

/** Tokenized texts of items, with the words and fields that their records number. */
class TokenizedTexts {
  readonly interner: WordInterner;
  readonly #records = new RecordCache(cacheBytesMax);
  readonly #fieldNumbers = new Map<string, number>();
  readonly #fieldNames: string[] = [];

  constructor(analyzer: Analyzer) {
    this.interner = new WordInterner(analyzer);
  }

  get bytes(): number {
    return this.#records.bytes;
  }

  /** Whether there are too many words or fields. */
  get isFull(): boolean {
    return this.interner.size > wordsMax || this.#fieldNames.length > fieldNamesMax;
  }

  numberOf(field: string): number {
    const known = this.#fieldNumbers.get(field);
    if (known !== undefined) return known;
    this.#fieldNumbers.set(field, this.#fieldNames.length);
    return this.#fieldNames.push(field) - 1;
  }

  /** The text of a field in the item's record; null: none. */
  textIn(record: Uint32Array, field: number, { json }: NumberedItem): TextWords | null {
    const at = positionOf(record, field);
    const [start, end] = [record[at + 1]!, record[at + 2]!];
    if (end === 0) return null;
    return new InternedText(record, at + fieldLength, record[at + 3]!, this.interner, () => {
      const slice = decodeUtf8(json.subarray(start, end));
      return textOf(slice, 0, slice.length);
    });
  }

  /** The record with at least these fields. */
  recordOf(item: NumberedItem, fields: readonly number[]): Uint32Array {
    const cached = this.#records.get(item.no);
    const current = cached?.[0] === item.version >>> 0 ? cached : undefined;
    if (current !== undefined && fields.every((field) => positionOf(current, field) >= 0)) return current;
    const cachedFields = current === undefined ? [] : fieldsIn(current);
    const wanted =
      cachedFields.length > cachedFieldsMax ? fields : [...new Set([...cachedFields, ...fields])];
    const record = this.#tokenize(item, wanted);
    this.#records.set(item.no, record);
    return record;
  }

  #tokenize({ json, version }: NumberedItem, fields: readonly number[]): Uint32Array {
    const text = decodeUtf8(json);
    const slices = stringSlices(
      text,
      fields.map((field) => this.#fieldNames[field]!),
      isTextField,
    );
    const values = [version >>> 0];
    for (const field of fields) {
      const name = this.#fieldNames[field]!;
      const slice = Object.hasOwn(slices, name) ? slices[name]! : null;
      const words =
        slice === null
          ? []
          : packWords(textOf(text, slice.start, slice.end), (word) => this.interner.idOf(word));
      const { start, end } = slice === null ? { start: 0, end: 0 } : byteSlice(text, json, slice);
      values.push(field, start, end, words.length / valuesPerWord);
      for (const value of words) values.push(value);
    }
    return Uint32Array.from(values);
  }
}

/** The position of a field in a record, or -1. */
function positionOf(record: Uint32Array, field: number): number {
  for (let at = headerLength; at < record.length; at = nextField(record, at))
    if (record[at] === field) return at;
  return -1;
}

function fieldsIn(record: Uint32Array): number[] {
  const fields: number[] = [];
  for (let at = headerLength; at < record.length; at = nextField(record, at)) fields.push(record[at]!);
  return fields;
}

function nextField(record: Uint32Array, at: number): number {
  return at + fieldLength + record[at + 3]! * valuesPerWord;
}

/** The position of a part of the text in its bytes. */
function byteSlice(text: string, bytes: Uint8Array, { start, end }: JsonSlice): JsonSlice {
  if (text.length === bytes.byteLength) return { start, end };
  const before = Buffer.byteLength(text.slice(0, start));
  return { start: before, end: before + Buffer.byteLength(text.slice(start, end)) };
}
