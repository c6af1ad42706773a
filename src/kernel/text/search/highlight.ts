import { tokenize, isCode, isJoiner } from '../language/tokenizer.ts';
import type { Analyzer } from '../language/analyzer.ts';
import type { MatchedTerms } from '../query/query.ts';
import type { WordInterner } from '../language/word-interner.ts';

export interface HighlightOptions {
  /** Put before and after what matches, as given: these are not escaped. */
  pre: string;
  post: string;
  /** Longest part of the value that is shown, in characters of it; all unless told. */
  maxLength?: number;
}

export interface Highlight {
  /** HTML: the value escaped, with marks. */
  value: string;
  matched: boolean;
  /** The words marked, as written, each once. */
  words: string[];
}

const defaultOptions: HighlightOptions = { pre: '<em>', post: '</em>' };

interface Span {
  start: number;
  end: number;
}

/**
 * Marks the words of a value that a search matched, by the same analysis by which they were found, so that accents,
 * plurals, beginnings and corrected typos are marked too. A cut begins a little before the first match, at a word.
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
 * As `highlight`, for many texts of one search: what was decided of a word holds for all of them. Texts that were cut with
 * `memory` take less time; others are looked at word by word.
 */
export function highlighter(
  terms: MatchedTerms,
  analyzer: Analyzer,
  options: HighlightOptions = defaultOptions,
  memory: WordInterner | null = null,
): (text: TextWords) => Highlight {
  const ofWord = wordMatcher(terms, analyzer);
  const finder = memory === null ? null : numberedFinder(terms, memory);
  const baseOf = remembered(analyzer.stem);
  const inPhrase = (text: TextWords): ReadonlySet<number> =>
    terms.phrases.length === 0 ? none : phraseWords(text, terms.phrases, baseOf, analyzer);
  return (text) => {
    const { words, numbers, value } = text;
    const phrase = inPhrase(text);
    if (finder !== null && numbers !== null && text.memory === memory && finder.isCurrent()) {
      const found = finder.find(numbers, phrase);
      return found.length === 0 ? unmarked(value, options) : mark(value, spansOf(text, found), options);
    }
    const found: MarkedWord[] = [];
    words.forEach((word, place) => {
      const marked = phrase.has(place) ? whole : ofWord(word);
      if (marked !== null) found.push({ place, marked });
    });
    return mark(value, spansOf(text, found), options);
  };
}

/** Few want to show what has no mark: only then it is made ready for that. */
function unmarked(value: string, options: HighlightOptions): Highlight {
  return {
    matched: false,
    words: [],
    get value() {
      return mark(value, [], options).value;
    },
  };
}

/** A text and its words, as found by the analysis: what is shown again and again need not be cut again. */
export interface TextWords {
  readonly value: string;
  readonly words: readonly string[];
  /** The words by number in the memory that they were cut with; null where they were with none. */
  readonly numbers: Uint32Array | null;
  readonly memory: WordInterner | null;
  /** By word: where it starts in the value, where it ends, and 1 where it is a joined form. */
  readonly places: Uint32Array;
}

const placeSize = 3;

/** What a text takes besides its words: three arrays and the bookkeeping of their buffers. */
const textOverheadBytes = 800;

/** The bytes that a text and its words take as resident memory, roughly. */
export function bytesOfWords(text: TextWords): number {
  return textOverheadBytes + 2 * text.value.length + 12 * text.words.length + text.places.byteLength;
}

/** Cuts a text into words; with `memory` all texts share one string of equal words, which makes them cheap to keep. */
export function textWords(value: string, memory: WordInterner | null = null): TextWords {
  const words: string[] = [];
  const numbers: number[] = [];
  const places: number[] = [];
  tokenize(value, (word, start, end, joined) => {
    const number = memory?.numberOf(word) ?? 0;
    numbers.push(number);
    words.push(memory?.wordOf(number) ?? word);
    places.push(start, end, joined ? 1 : 0);
  });
  const numbered = memory === null ? null : Uint32Array.from(numbers);
  return { value, words, numbers: numbered, memory, places: Uint32Array.from(places) };
}

function mark(value: string, spans: readonly Span[], options: HighlightOptions): Highlight {
  const { start, end } = window(value, spans, options.maxLength ?? value.length);
  const words = new Set<string>();
  let html = start > 0 ? '…' : '';
  let at = start;
  for (const span of spans) {
    if (span.start < at || span.end > end) continue;
    const word = value.slice(span.start, span.end);
    words.add(word);
    html += escapeHtml(value.slice(at, span.start)) + options.pre + escapeHtml(word) + options.post;
    at = span.end;
  }
  html += escapeHtml(value.slice(at, end)) + (end < value.length ? '…' : '');
  return { value: html, matched: words.size > 0, words: [...words] };
}

/** What of a word is marked, as offsets in it; null for nothing. */
type Marked = Readonly<Span> | null;
const whole: Readonly<Span> = { start: 0, end: Infinity };

/** What is marked of the word at a place. */
interface MarkedWord {
  place: number;
  marked: Readonly<Span>;
}

/** What of a word was searched for, with a memory: the texts of one list share most of their words. */
export function wordMatcher(terms: MatchedTerms, analyzer: Analyzer): (word: string) => Marked {
  const stems = new Set(terms.stems);
  const accepted = new Set(terms.terms);
  return remembered((word) => {
    if (accepted.has(word) || stems.has(analyzer.stem(word))) return whole;
    return partMatched(terms, word, analyzer.fold(word));
  });
}

/** The same of a word of which neither it nor its base form was searched for. */
function partMatched({ prefixes, infixes }: MatchedTerms, word: string, folded: string): Marked {
  const prefix = prefixes.find((beginning) => folded.startsWith(beginning));
  if (prefix !== undefined) return isCode(word) ? { start: 0, end: prefix.length } : whole;
  const middle = infixes.find((part) => word.includes(part));
  if (middle === undefined || !isCode(word)) return null;
  const start = word.indexOf(middle);
  return { start, end: start + middle.length };
}

/**
 * Finds the words of a text by their numbers: what the search found by is marked beforehand. Where it also found by beginnings and
 * parts, each of the words that are not marked is looked at once.
 */
function numberedFinder(
  terms: MatchedTerms,
  memory: WordInterner,
): {
  isCurrent(): boolean;
  /** `phrase`: places that are marked whatever stands there. */
  find(numbers: Uint32Array, phrase: ReadonlySet<number>): readonly MarkedWord[];
} {
  const search = memory.begin(terms.terms, terms.stems);
  const isWhole = terms.prefixes.length === 0 && terms.infixes.length === 0;
  const next = (numbers: Uint32Array, from: number): number =>
    isWhole ? memory.nextMarked(search, numbers, from) : memory.nextNotPlain(search, numbers, from);
  const markedOf = (number: number): Marked => {
    if (memory.isMarked(search, number)) return whole;
    const marked = partMatched(terms, memory.wordOf(number), memory.foldedOf(number));
    if (marked === null) memory.setPlain(search, number);
    return marked;
  };
  return {
    isCurrent: () => memory.isCurrent(search),
    find(numbers, phrase) {
      const found: MarkedWord[] = [];
      for (let place = 0; place < numbers.length; place++) {
        if (phrase.size === 0) place = next(numbers, place);
        if (place < 0) break;
        const marked = phrase.has(place) ? whole : markedOf(numbers[place]!);
        if (marked !== null) found.push({ place, marked });
      }
      return found;
    },
  };
}

const none: ReadonlySet<number> = new Set();

/** The indexes of words that stand side by side as a phrase has them; stop words and joined forms do not count. */
function phraseWords(
  { words, places }: TextWords,
  phrases: readonly (readonly string[])[],
  baseOf: (word: string) => string,
  analyzer: Analyzer,
): ReadonlySet<number> {
  const plain = words
    .keys()
    .filter((i) => places[i * placeSize + 2] === 0 && !analyzer.isStopWord(words[i]!))
    .toArray();
  const found = new Set<number>();
  for (const phrase of phrases) {
    for (let at = 0; at + phrase.length <= plain.length; at++) {
      const span = plain.slice(at, at + phrase.length);
      if (span.every((word, i) => baseOf(words[word]!) === phrase[i]))
        for (const word of span) found.add(word);
    }
  }
  return found;
}

function remembered<T>(find: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    let value = known.get(word);
    if (value === undefined) known.set(word, (value = find(word)));
    return value;
  };
}

/** In order and without overlap: of a joined form and its parts, the parts win where they match. */
function spansOf({ value, words, places }: TextWords, found: readonly MarkedWord[]): Span[] {
  const spans: Span[] = [];
  let covered = 0;
  for (const { place: i, marked } of found) {
    const start = places[i * placeSize]!;
    if (places[i * placeSize + 2] === 1 && covered > start) continue;
    covered = places[i * placeSize + 1]!;
    const place = { start, end: covered };
    spans.push(marked === whole ? place : partOf(value, place, words[i]!.length, marked));
  }
  return spans;
}

/** Where a part of a word stands in the value: separators are not in the word, but may be within the part. */
function partOf(value: string, place: Span, wordLength: number, part: Readonly<Span>): Span {
  const offsets: number[] = [];
  const separated = place.end - place.start !== wordLength;
  for (let at = place.start; at < place.end; at++) {
    if (!separated || !isJoiner(value.charCodeAt(at))) offsets.push(at);
  }
  // Letters that are written with more, or fewer, units than in the word cannot be told apart here.
  if (offsets.length !== wordLength) return place;
  return { start: offsets[part.start]!, end: offsets[part.end - 1]! + 1 };
}

function window(value: string, spans: readonly Span[], maxLength: number): Span {
  if (value.length <= maxLength) return { start: 0, end: value.length };
  const first = spans[0]?.start ?? 0;
  let start = Math.max(0, Math.min(first - Math.floor(maxLength / 4), value.length - maxLength));
  // Begin at a word, and never within a surrogate pair.
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
