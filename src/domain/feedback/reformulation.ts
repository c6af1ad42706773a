import type { LearnedWord } from '../../ports/learned-corrections.ts';
import { limits } from '../../ports/limits.ts';
import type { QueryAnalyzer } from '../../ports/query-analyzer.ts';

/** Numbers of customers, orders and telephones. */
const longNumber = /\d{7}/;

/**
 * The word of a query that no item has, and what a later query has in its place: "hoover bags" and "vacuum bags". Null where anything
 * else differs, or for what may be personal. Both queries are normalised.
 */
export function reformulationOf(analyzer: QueryAnalyzer, asked: string, next: string): LearnedWord | null {
  if (next.startsWith(asked) || asked.includes('@') || next.includes('@')) return null;
  const from = analyzer.analyze(asked);
  const to = analyzer.analyze(next);
  if (from.isCode || to.isCode) return null;
  const [lost, ...others] = missingFrom(to.words, from.words);
  const gained = missingFrom(from.words, to.words);
  if (lost === undefined || others.length > 0) return null;
  const first = gained[0];
  const last = gained.at(-1);
  if (first === undefined || last !== first + gained.length - 1) return null;
  const word = asked.slice(from.spans[lost]!.start, from.spans[lost]!.end);
  const target = next.slice(to.spans[first]!.start, to.spans[last]!.end);
  if (!isCorrectable(word) || !isCorrection(target, gained.length)) return null;
  if (analyzer.presence(from)[lost] !== 'unknown') return null;
  const presence = analyzer.presence(to);
  return gained.every((i) => presence[i] === 'known') ? { word, target } : null;
}

/** The indexes of words that a list does not have. */
const missingFrom = (list: readonly string[], words: readonly string[]): number[] =>
  words.flatMap((word, i) => (list.includes(word) ? [] : [i]));

const isCorrectable = (word: string): boolean =>
  word.length <= limits.correctedWordLengthMax && !/\d/.test(word);

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
