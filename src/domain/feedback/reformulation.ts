import type { LearnedWord, StemmedWord } from '../../ports/search/learned-corrections.ts';
import { limits } from '../../ports/limits.ts';
import type { AnalyzedQuery, QueryAnalyzer } from '../../ports/search/query-analyzer.ts';
import { blankOut } from '../query/text-spans.ts';

/** Numbers of customers, orders and telephones. */
const longNumber = /\p{Nd}{7}/u;
const digit = /\p{Nd}/u;

/**
 * Finds the word of a query that no item has, and its replacement in a later query: "hoover bags" and "vacuum bags". Returns null if
 * more than that and carrier phrases differs, or if a text may be personal. Both queries are normalised.
 */
export function detectReformulation(
  analyzer: QueryAnalyzer,
  earlier: string,
  later: string,
): StemmedWord | null {
  if (earlier.includes('@') || later.includes('@')) return null;
  const from = analyzeWithoutCarrierPhrases(analyzer, earlier);
  const to = analyzeWithoutCarrierPhrases(analyzer, later);
  if (to.text.startsWith(from.text) || from.isCode || to.isCode) return null;
  const [lost, ...others] = findMissing(to.words, from.words);
  const gained = findMissing(from.words, to.words);
  if (lost === undefined || others.length > 0) return null;
  const first = gained[0];
  const last = gained.at(-1);
  if (first === undefined || last !== first + gained.length - 1) return null;
  const word = from.text.slice(from.spans[lost]!.start, from.spans[lost]!.end);
  const target = to.text.slice(to.spans[first]!.start, to.spans[last]!.end);
  if (!isCorrectable(word) || !isCorrection(target, gained.length)) return null;
  if (analyzer.presence(from)[lost] !== 'unknown') return null;
  const presence = analyzer.presence(to);
  if (gained.some((i) => presence[i] !== 'known')) return null;
  return { word, target, stem: from.words[lost]!, targetStems: to.words.slice(first, last + 1).join(' ') };
}

/** The stems of a learned correction; null where the languages have changed since, so that the word has no stem of its own. */
export function withStems(analyzer: QueryAnalyzer, { word, target }: LearnedWord): StemmedWord | null {
  const [stem, ...others] = analyzer.analyze(word).words;
  if (stem === undefined || others.length > 0) return null;
  return { word, target, stem, targetStems: analyzer.analyze(target).words.join(' ') };
}

function analyzeWithoutCarrierPhrases(analyzer: QueryAnalyzer, query: string): AnalyzedQuery {
  return analyzer.analyze(blankOut(query, analyzer.carrierPhrases(query)).trimStart());
}

/** The indexes of words that a list does not have. */
const findMissing = (list: readonly string[], words: readonly string[]): number[] =>
  words.flatMap((word, i) => (list.includes(word) ? [] : [i]));

const isCorrectable = (word: string): boolean =>
  word.length <= limits.correctedWordLengthMax && !digit.test(word);

const isCorrection = (target: string, wordCount: number): boolean =>
  wordCount <= limits.correctionWordsMax &&
  target.length <= limits.correctionLengthMax &&
  !longNumber.test(target);

/** Whether one text is the other one with letters inserted or deleted at one place, as while typing. */
export function isTypingStep(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  return start + end === short.length;
}
