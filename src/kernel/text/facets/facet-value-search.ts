import { convertDigits } from '../../../math/ascii-digits.ts';
import type { Steps } from '../../bits/steps.ts';
import { foldAccents } from '../language/tokenizer.ts';
import { valuesPerStep, type Bucket, type Buckets } from './facet-buckets.ts';
import { FuzzyAutomaton, fuzzyLengthMax, matchWord } from '../dictionary/fuzzy.ts';

/** Minimum word lengths for one typo and for two: the defaults of searches. */
const oneTypoLengthMin = 4;
const twoTyposLengthMin = 8;

/**
 * The values that match a text: those that contain it, or contain a word with each of its words as a prefix. If there are none,
 * words may also differ by typos, which `corrected` reports. Ignores case and accents.
 */
export function* findMatchingBuckets(
  buckets: Buckets,
  text: string,
): Steps<{ buckets: Buckets; corrected: boolean }> {
  const prefix = fold(text);
  if (prefix === '') return { buckets, corrected: false };
  const words = splitWords(prefix);
  const values: FoldedValue[] = [];
  for (const [key, bucket] of buckets) {
    const value = fold(String(bucket.value));
    values.push({ key, bucket, value, words: splitWords(value) });
    if (values.length % valuesPerStep === 0) yield valuesPerStep * foldedUnits;
  }
  const exact = yield* selectMatching(
    values,
    (entry) =>
      entry.value.includes(prefix) ||
      (words.length > 0 && words.every((word) => entry.words.some((other) => other.startsWith(word)))),
  );
  if (exact.size > 0 || words.length === 0) return { buckets: exact, corrected: false };
  const tests = words.map(createFuzzyPrefixTest);
  const fuzzy = yield* selectMatching(values, (entry) => tests.every((test) => entry.words.some(test)));
  return { buckets: fuzzy, corrected: fuzzy.size > 0 };
}

interface FoldedValue {
  key: string | number;
  bucket: Bucket;
  value: string;
  words: string[];
}

/** Cost of folding, tokenizing or fuzzy matching a value, in counted documents. */
const foldedUnits = 500;

function* selectMatching(
  values: readonly FoldedValue[],
  isMatch: (value: FoldedValue) => boolean,
): Steps<Buckets> {
  const buckets: Buckets = new Map();
  for (let i = 0; i < values.length; i++) {
    const entry = values[i]!;
    if (isMatch(entry)) buckets.set(entry.key, entry.bucket);
    if ((i + 1) % valuesPerStep === 0) yield valuesPerStep * foldedUnits;
  }
  return buckets;
}

const fold = (text: string): string => convertDigits(foldAccents(text.normalize('NFC').toLowerCase().trim()));

const splitWords = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** Returns a test whether a word starts with this one, within the allowed typos. */
function createFuzzyPrefixTest(word: string): (other: string) => boolean {
  const typos = word.length >= twoTyposLengthMin ? 2 : word.length >= oneTypoLengthMin ? 1 : 0;
  if (typos === 0 || word.length > fuzzyLengthMax) return (other) => other.startsWith(word);
  const automaton = new FuzzyAutomaton(word, typos);
  return (other) => {
    let isFound = false;
    matchWord(automaton, other, 0, () => (isFound = true));
    return isFound;
  };
}
