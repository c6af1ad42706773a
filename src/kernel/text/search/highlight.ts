import { tokenize, isCode, isJoiner } from '../language/tokenizer.ts';
import type { Analyzer } from '../language/analyzer.ts';
import type { MatchedTerms } from '../query/query.ts';
import type { WordInterner } from '../language/word-interner.ts';

export interface HighlightOptions {
  /** Inserted before and after each match, without escaping. */
  pre: string;
  post: string;
  /** Maximum length of the returned excerpt, in characters of the value; unlimited by default. */
  maxLength?: number;
}

export interface Highlight {
  /** HTML: the escaped value with marks. */
  value: string;
  matched: boolean;
  /** The marked words as written, each once. */
  words: string[];
}

const defaultOptions: HighlightOptions = { pre: '<em>', post: '</em>' };

interface Span {
  start: number;
  end: number;
}

/**
 * Marks the words of a value that a search matched. It uses the analysis of the search, so that accents, plurals, prefixes and
 * corrected typos are marked too. An excerpt starts at a word a little before the first match.
 */
export function highlight(
  value: string,
  terms: MatchedTerms,
  analyzer: Analyzer,
  options: HighlightOptions = defaultOptions,
): Highlight {
  return highlighter(terms, analyzer, options)(textWords(value));
}

/**
 * As `highlight`, for many texts of one search: each distinct word is analyzed once. Texts tokenized with `interner` take
 * less time than others, which are matched word by word.
 */
export function highlighter(
  terms: MatchedTerms,
  analyzer: Analyzer,
  options: HighlightOptions = defaultOptions,
  interner: WordInterner | null = null,
): (text: TextWords) => Highlight {
  const matchOf = wordMatcher(terms, analyzer);
  const finder = interner === null ? null : internedFinder(terms, interner);
  const stemOf = memoized(analyzer.stem);
  const phrasesIn = (text: TextWords): ReadonlySet<number> =>
    terms.phrases.length === 0 ? noPositions : phraseWords(text, terms.phrases, stemOf, analyzer);
  return (text) => {
    const inPhrase = phrasesIn(text);
    if (finder !== null && text.interner === interner && finder.isCurrent()) {
      const found = finder.find(text, inPhrase);
      return found.length === 0 ? unmarked(text, options) : mark(text.value, spansOf(text, found), options);
    }
    const found: MarkedWord[] = [];
    text.words.forEach((word, position) => {
      const marked = inPhrase.has(position) ? whole : matchOf(word);
      if (marked !== null) found.push({ position, marked });
    });
    return mark(text.value, spansOf(text, found), options);
  };
}

/** Escapes the value on first access, as callers rarely need a value without marks. */
function unmarked(text: TextWords, options: HighlightOptions): Highlight {
  return {
    matched: false,
    words: [],
    get value() {
      return mark(text.value, [], options).value;
    },
  };
}

/** A tokenized text. */
export interface TextWords {
  readonly value: string;
  readonly words: readonly string[];
  /** The ids of the words in the interner, then by word: its start in the value, and twice its end, plus 1 for a joined form. */
  readonly data: Uint32Array;
  /** Index of the first id in `data`. */
  readonly at: number;
  readonly count: number;
  /** Null: all ids are 0. */
  readonly interner: WordInterner | null;
}

/** Values of a word in `data`. */
export const valuesPerWord = 3;

/** Tokenizes a text. */
export function textWords(value: string): TextWords {
  const words: string[] = [];
  const data = packWords(value, (word) => {
    words.push(word);
    return 0;
  });
  return { value, words, data: Uint32Array.from(data), at: 0, count: words.length, interner: null };
}

/** Tokenizes a text into the values of `TextWords.data`. */
export function packWords(value: string, idOf: (word: string) => number): number[] {
  const ids: number[] = [];
  const offsets: number[] = [];
  tokenize(value, (word, start, end, joined) => {
    ids.push(idOf(word));
    offsets.push(start, 2 * end + (joined ? 1 : 0));
  });
  return [...ids, ...offsets];
}

/** A text that was tokenized before; words and value are read on demand. */
export class InternedText implements TextWords {
  readonly data: Uint32Array;
  readonly at: number;
  readonly count: number;
  readonly interner: WordInterner;
  readonly #read: () => string;
  #value: string | undefined;
  #words: readonly string[] | undefined;

  /** `read` returns the value. */
  constructor(data: Uint32Array, at: number, count: number, interner: WordInterner, read: () => string) {
    this.data = data;
    this.at = at;
    this.count = count;
    this.interner = interner;
    this.#read = read;
  }

  get value(): string {
    return (this.#value ??= this.#read());
  }

  get words(): readonly string[] {
    const { data, at, count, interner } = this;
    return (this.#words ??= Array.from({ length: count }, (_, i) => interner.wordOf(data[at + i]!)));
  }
}

export const startOf = ({ data, at, count }: TextWords, word: number): number => data[at + count + 2 * word]!;
export const endOf = ({ data, at, count }: TextWords, word: number): number =>
  data[at + count + 2 * word + 1]! >>> 1;
export const isJoined = ({ data, at, count }: TextWords, word: number): boolean =>
  (data[at + count + 2 * word + 1]! & 1) === 1;

function mark(value: string, spans: readonly Span[], options: HighlightOptions): Highlight {
  const { start, end } = excerpt(value, spans, options.maxLength ?? value.length);
  const words: string[] = [];
  let html = start > 0 ? '…' : '';
  let at = start;
  for (const span of spans) {
    if (span.start < at || span.end > end) continue;
    const word = value.slice(span.start, span.end);
    if (!words.includes(word)) words.push(word);
    html += escapeHtml(value.slice(at, span.start)) + options.pre + escapeHtml(word) + options.post;
    at = span.end;
  }
  html += escapeHtml(value.slice(at, end)) + (end < value.length ? '…' : '');
  return { value: html, matched: words.length > 0, words };
}

/** The marked part of a word, as offsets in it; null for nothing. */
type Marked = Readonly<Span> | null;
const whole: Readonly<Span> = { start: 0, end: Infinity };

/** The marked part of the word at a position. */
interface MarkedWord {
  position: number;
  marked: Readonly<Span>;
}

/** Returns the marked part of a word, memoized: the texts of one list share most of their words. */
export function wordMatcher(terms: MatchedTerms, analyzer: Analyzer): (word: string) => Marked {
  const stems = new Set(terms.stems);
  const accepted = new Set(terms.terms);
  return memoized((word) => {
    if (accepted.has(word) || stems.has(analyzer.stem(word))) return whole;
    return partMatched(terms, word, analyzer.fold(word));
  });
}

/** The marked part of a word that matches neither itself nor by its stem. */
function partMatched({ prefixes, infixes }: MatchedTerms, word: string, folded: string): Marked {
  const prefix = prefixes.find((candidate) => folded.startsWith(candidate));
  if (prefix !== undefined) return isCode(word) ? { start: 0, end: prefix.length } : whole;
  const infix = infixes.find((part) => word.includes(part));
  if (infix === undefined || !isCode(word)) return null;
  const start = word.indexOf(infix);
  return { start, end: start + infix.length };
}

/**
 * Finds the marked words of a text by their ids. Matching words and stems are marked in the interner beforehand. With prefixes or
 * infixes, each other distinct word is tested once.
 */
function internedFinder(
  terms: MatchedTerms,
  interner: WordInterner,
): {
  isCurrent(): boolean;
  /** `inPhrase`: positions to mark in any case. */
  find(text: TextWords, inPhrase: ReadonlySet<number>): readonly MarkedWord[];
} {
  const search = interner.begin(terms.terms, terms.stems);
  const isWhole = terms.prefixes.length === 0 && terms.infixes.length === 0;
  const next = (data: Uint32Array, from: number, end: number): number =>
    isWhole ? interner.nextMarked(search, data, from, end) : interner.nextUntested(search, data, from, end);
  const markedOf = (id: number): Marked => {
    if (interner.isMarked(search, id)) return whole;
    const marked = partMatched(terms, interner.wordOf(id), interner.foldedOf(id));
    if (marked === null) interner.setUnmarked(search, id);
    return marked;
  };
  return {
    isCurrent: () => interner.isCurrent(search),
    find({ data, at, count }, inPhrase) {
      const found: MarkedWord[] = [];
      for (let index = at; index < at + count; index++) {
        if (inPhrase.size === 0) index = next(data, index, at + count);
        if (index < 0) break;
        const marked = inPhrase.has(index - at) ? whole : markedOf(data[index]!);
        if (marked !== null) found.push({ position: index - at, marked });
      }
      return found;
    },
  };
}

const noPositions: ReadonlySet<number> = new Set();

/** The positions of adjacent words that match a phrase; stop words and joined forms are skipped. */
function phraseWords(
  text: TextWords,
  phrases: readonly (readonly string[])[],
  stemOf: (word: string) => string,
  analyzer: Analyzer,
): ReadonlySet<number> {
  const { words } = text;
  const plain = words
    .keys()
    .filter((i) => !isJoined(text, i) && !analyzer.isStopWord(words[i]!))
    .toArray();
  const found = new Set<number>();
  for (const phrase of phrases) {
    for (let at = 0; at + phrase.length <= plain.length; at++) {
      const span = plain.slice(at, at + phrase.length);
      if (span.every((word, i) => stemOf(words[word]!) === phrase[i]))
        for (const word of span) found.add(word);
    }
  }
  return found;
}

function memoized<T>(find: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    let value = known.get(word);
    if (value === undefined) known.set(word, (value = find(word)));
    return value;
  };
}

/** The marked spans in order, without overlap: matching parts of a joined form take precedence over it. */
function spansOf(text: TextWords, found: readonly MarkedWord[]): Span[] {
  const spans: Span[] = [];
  let covered = 0;
  for (const { position, marked } of found) {
    const start = startOf(text, position);
    if (isJoined(text, position) && covered > start) continue;
    covered = endOf(text, position);
    const span = { start, end: covered };
    spans.push(marked === whole ? span : partOf(text.value, span, text.words[position]!.length, marked));
  }
  return spans;
}

/** The span of a word's part in the value, whose separators are not in the word. */
function partOf(value: string, word: Span, wordLength: number, part: Readonly<Span>): Span {
  const offsets: number[] = [];
  const separated = word.end - word.start !== wordLength;
  for (let at = word.start; at < word.end; at++) {
    if (!separated || !isJoiner(value.charCodeAt(at))) offsets.push(at);
  }
  // Normalization changed the number of code units, so that offsets cannot be mapped.
  if (offsets.length !== wordLength) return word;
  return { start: offsets[part.start]!, end: offsets[part.end - 1]! + 1 };
}

function excerpt(value: string, spans: readonly Span[], maxLength: number): Span {
  if (value.length <= maxLength) return { start: 0, end: value.length };
  const first = spans[0]?.start ?? 0;
  let start = Math.max(0, Math.min(first - Math.floor(maxLength / 4), value.length - maxLength));
  // Start at a word, and never within a surrogate pair.
  const blank = start === 0 ? -1 : value.indexOf(' ', start);
  if (blank >= 0 && blank < first) start = blank + 1;
  let end = Math.min(value.length, start + maxLength);
  if (isLowSurrogate(value, start)) start++;
  if (isLowSurrogate(value, end)) end--;
  return { start, end: Math.max(start, end) };
}

function isLowSurrogate(value: string, index: number): boolean {
  const unit = value.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  if (!/[&<>"']/.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
