import type { Steps } from '../../bits/steps.ts';
import { foldAccents } from '../language/tokenizer.ts';
import { valuesPerStep, type Bucket, type Buckets } from './facet-buckets.ts';
import { FuzzyAutomaton, fuzzyLengthMax, matchWord } from '../dictionary/fuzzy.ts';

/** Letters from which on a word is forgiven one typo, and two. */
const oneTypoFrom = 4;
const twoTyposFrom = 8;

/**
 * The values that a text asks for: those that have it in them, or a word that begins so for each of its words. Only where
 * no value does, words may also differ by typos, as `corrected` then says. Case and accents make no difference.
 */
export function* bucketsMatching(
  buckets: Buckets,
  text: string,
): Steps<{ buckets: Buckets; corrected: boolean }> {
  const wanted = folded(text);
  if (wanted === '') return { buckets, corrected: false };
  const words = wordsOf(wanted);
  const values: FoldedValue[] = [];
  for (const [key, bucket] of buckets) {
    const value = folded(String(bucket.value));
    values.push({ key, bucket, value, words: wordsOf(value) });
    if (values.length % valuesPerStep === 0) yield valuesPerStep * foldedUnits;
  }
  const exact = yield* matching(
    values,
    (entry) =>
      entry.value.includes(wanted) ||
      (words.length > 0 && words.every((word) => entry.words.some((own) => own.startsWith(word)))),
  );
  if (exact.size > 0 || words.length === 0) return { buckets: exact, corrected: false };
  const tests = words.map(nearlyBegins);
  const near = yield* matching(values, (entry) => tests.every((test) => entry.words.some(test)));
  return { buckets: near, corrected: near.size > 0 };
}

interface FoldedValue {
  key: string | number;
  bucket: Bucket;
  value: string;
  words: string[];
}

/** Cost of folding, tokenizing or fuzzy matching a value, in counted documents. */
const foldedUnits = 500;

function* matching(values: readonly FoldedValue[], isMatch: (value: FoldedValue) => boolean): Steps<Buckets> {
  const found: Buckets = new Map();
  for (let i = 0; i < values.length; i++) {
    const entry = values[i]!;
    if (isMatch(entry)) found.set(entry.key, entry.bucket);
    if ((i + 1) % valuesPerStep === 0) yield valuesPerStep * foldedUnits;
  }
  return found;
}

const folded = (text: string): string => foldAccents(text.normalize('NFC').toLowerCase().trim());

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** Whether a word begins with this one, or with one that differs from it by the typos it is forgiven. */
function nearlyBegins(word: string): (own: string) => boolean {
  const typos = word.length >= twoTyposFrom ? 2 : word.length >= oneTypoFrom ? 1 : 0;
  if (typos === 0 || word.length > fuzzyLengthMax) return (own) => own.startsWith(word);
  const automaton = new FuzzyAutomaton(word, typos);
  return (own) => {
    let found = false;
    matchWord(automaton, own, 0, () => (found = true));
    return found;
  };
}
