import { visitCandidates, type ScannedText } from '../language/candidate-words.ts';
import { isJoiner } from '../language/characters.ts';
import { tokenize, isCode } from '../language/tokenizer.ts';
import { WordStarts } from '../language/word-starts.ts';
import type { Analyzer } from '../language/analyzer.ts';
import type { MatchedTerms } from '../query/query.ts';

export interface HighlightOptions {
  /** Inserted before and after each match, without escaping. */
  pre: string;
  post: string;
  /** Maximum length of the returned excerpt, in characters of the value; unlimited by default. */
  maxLength?: number;
}

export interface Highlight {
  /** The escaped value with marks, as HTML. */
  value: string;
  matched: boolean;
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
  return createHighlighter(terms, analyzer, options)({ value, ascii: null });
}

/**
 * Highlights many values of one search: each distinct word is analyzed once. Most words of a text are excluded by their first letter, so
 * that highlighting takes no longer than looking up the words of the text in a cache.
 */
export function createHighlighter(
  terms: MatchedTerms,
  analyzer: Analyzer,
  options: HighlightOptions = defaultOptions,
): (text: ScannedText) => Highlight {
  const find = createMarkedWordFinder(terms, analyzer);
  return (text) => {
    const words = find(text);
    if (words.length === 0) return new Unmarked(text, options);
    return mark(text.value, mergeMarks(text.value, words), options);
  };
}

/** Escapes the value on access, as callers rarely need a value without marks. */
class Unmarked implements Highlight {
  readonly matched = false;
  readonly #text: ScannedText;
  readonly #options: HighlightOptions;

  constructor(text: ScannedText, options: HighlightOptions) {
    this.#text = text;
    this.#options = options;
  }

  get value(): string {
    return mark(this.#text.value, [], this.#options).value;
  }
}

/** A tokenized text. */
export interface TextWords {
  readonly value: string;
  readonly words: readonly TextWord[];
}

/** A word of a text: normalized, with its offsets there. */
export interface TextWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is the joined form of the words before it. */
  readonly isJoined: boolean;
}

/** Tokenizes a text. */
export function splitTextWords(value: string): TextWords {
  const words: TextWord[] = [];
  tokenize(value, (text, start, end, isJoined) => words.push({ text, start, end, isJoined }));
  return { value, words };
}

function mark(value: string, spans: readonly Span[], options: HighlightOptions): Highlight {
  const { start, end } = findExcerpt(value, spans, options.maxLength ?? value.length);
  // Few texts have characters to escape.
  const escape = hasSpecialCharacters(value) ? escapeHtml : (text: string): string => text;
  let html = start > 0 ? '…' : '';
  let at = start;
  let matched = false;
  for (const span of spans) {
    if (span.start < at || span.end > end) continue;
    matched = true;
    html += escape(value.slice(at, span.start)) + options.pre;
    html += escape(value.slice(span.start, span.end)) + options.post;
    at = span.end;
  }
  html += escape(value.slice(at, end)) + (end < value.length ? '…' : '');
  return { value: html, matched };
}

/** The marked part of a word, as offsets in it, or null. */
type Marked = Readonly<Span> | null;
const whole: Readonly<Span> = { start: 0, end: Infinity };

/** A word to mark, and the part of it. */
export interface MarkedWord {
  readonly word: TextWord;
  readonly marked: Readonly<Span>;
}

/** Returns the marked part of a word, memoized: the texts of one list share most of their words. */
export function createWordMatcher(terms: MatchedTerms, analyzer: Analyzer): (word: string) => Marked {
  const stems = new Set(terms.stems);
  const accepted = new Set(terms.terms);
  return memoize((word) => {
    if (accepted.has(word) || stems.has(analyzer.stem(word))) return whole;
    return findMatchedPart(terms, word, analyzer.fold(word));
  });
}

/** The marked part of a word that matches neither as a whole nor by its stem. */
function findMatchedPart({ prefixes, infixes }: MatchedTerms, word: string, folded: string): Marked {
  const prefix = prefixes.find((candidate) => folded.startsWith(candidate));
  if (prefix !== undefined) return isCode(word) ? { start: 0, end: prefix.length } : whole;
  const infix = infixes.find((part) => word.includes(part));
  if (infix === undefined || !isCode(word)) return null;
  const start = word.indexOf(infix);
  return { start, end: start + infix.length };
}

/** Finds the marked words of texts. The result of a call is overwritten by the next one. */
export function createMarkedWordFinder(
  terms: MatchedTerms,
  analyzer: Analyzer,
): (text: ScannedText) => readonly MarkedWord[] {
  return terms.phrases.length === 0 ? createWordFinder(terms, analyzer) : createPhraseFinder(terms, analyzer);
}

/** Finds the marked words of texts if no phrase is marked. */
function createWordFinder(
  terms: MatchedTerms,
  analyzer: Analyzer,
): (text: ScannedText) => readonly MarkedWord[] {
  const matchWord = createWordMatcher(terms, analyzer);
  // An infix may be anywhere in a part number.
  const selection = { starts: compileWordStarts(terms, analyzer), withDigits: terms.infixes.length > 0 };
  let marks: MarkedWord[] = [];
  const visit = (text: string, start: number, end: number, isJoined: boolean): void => {
    const marked = matchWord(text);
    if (marked !== null) marks.push({ word: { text, start, end, isJoined }, marked });
  };
  return (text) => {
    marks = [];
    visitCandidates(text, selection, visit);
    return marks;
  };
}

/** The first units of all words that {@link createWordMatcher} marks, except for infixes. */
function compileWordStarts({ terms, stems, prefixes }: MatchedTerms, analyzer: Analyzer): WordStarts {
  const starts = new WordStarts();
  const { keepsTwoLetters } = analyzer;
  for (const term of terms) starts.add(term, true);
  for (const prefix of prefixes) starts.add(prefix, keepsTwoLetters && prefix.length > 1);
  for (const stem of stems) {
    const beginnings = analyzer.beginnings(stem);
    if (beginnings === null) starts.addAny();
    else for (const word of beginnings) starts.add(word, keepsTwoLetters);
  }
  return starts;
}

/** Finds the marked words of texts, and the adjacent words of phrases. */
function createPhraseFinder(
  terms: MatchedTerms,
  analyzer: Analyzer,
): (text: ScannedText) => readonly MarkedWord[] {
  const matchWord = createWordMatcher(terms, analyzer);
  const stem = memoize(analyzer.stem);
  return ({ value }) => {
    const { words } = splitTextWords(value);
    const inPhrase = listPhraseWords(words, terms.phrases, stem, analyzer);
    const marks: MarkedWord[] = [];
    for (const word of words) {
      const marked = inPhrase.has(word) ? whole : matchWord(word.text);
      if (marked !== null) marks.push({ word, marked });
    }
    return marks;
  };
}

/** The adjacent words that match a phrase; stop words and joined forms are skipped. */
function listPhraseWords(
  words: readonly TextWord[],
  phrases: readonly (readonly string[])[],
  stem: (word: string) => string,
  analyzer: Analyzer,
): ReadonlySet<TextWord> {
  const plain = words.filter(({ text, isJoined }) => !isJoined && !analyzer.isStopWord(text));
  const found = new Set<TextWord>();
  for (const phrase of phrases) {
    for (let at = 0; at + phrase.length <= plain.length; at++) {
      const span = plain.slice(at, at + phrase.length);
      if (span.every(({ text }, i) => stem(text) === phrase[i])) for (const word of span) found.add(word);
    }
  }
  return found;
}

export function memoize<T>(find: (word: string) => T): (word: string) => T {
  const cached = new Map<string, T>();
  return (word) => {
    let value = cached.get(word);
    if (value === undefined) cached.set(word, (value = find(word)));
    return value;
  };
}

/** A marked span and the word that it belongs to. */
export interface MarkedSpan extends Readonly<Span> {
  readonly word: TextWord;
}

/** The marked spans in order, without overlap: matching parts of a joined form take precedence over it. */
export function mergeMarks(value: string, words: readonly MarkedWord[]): MarkedSpan[] {
  const spans: MarkedSpan[] = [];
  let covered = 0;
  for (const { word, marked } of words) {
    const { start, end, isJoined, text } = word;
    if (isJoined && covered > start) continue;
    covered = end;
    const span = { start, end };
    const part = marked === whole ? span : markPart(value, span, text.length, marked);
    spans.push({ start: part.start, end: part.end, word });
  }
  return spans;
}

/** The span of a word's part in the value, whose separators are not in the word. */
function markPart(value: string, word: Span, wordLength: number, part: Readonly<Span>): Span {
  const offsets: number[] = [];
  const separated = word.end - word.start !== wordLength;
  for (let at = word.start; at < word.end; at++) {
    if (!separated || !isJoiner(value.charCodeAt(at))) offsets.push(at);
  }
  // Normalization changed the number of code units, so that offsets cannot be mapped.
  if (offsets.length !== wordLength) return word;
  return { start: offsets[part.start]!, end: offsets[part.end - 1]! + 1 };
}

function findExcerpt(value: string, spans: readonly Span[], maxLength: number): Span {
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

const hasSpecialCharacters = (text: string): boolean => /[&<>"']/.test(text);

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
