import { foldAccents } from '../language/analysis.ts';
import type { Bucket, Buckets } from './facet-buckets.ts';
import { FuzzyAutomaton, fuzzyLengthMax, matchWord } from '../dictionary/fuzzy.ts';

/** Letters from which on a word is forgiven one typo, and two. */
const oneTypoFrom = 4;
const twoTyposFrom = 8;

/**
 * The values that a text asks for: those that have it in them, or a word that begins so for each of its words. Only where
 * no value does, words may also differ by typos, as `corrected` then says. Case and accents make no difference.
 */
export function bucketsMatching(buckets: Buckets, text: string): { buckets: Buckets; corrected: boolean } {
  const wanted = folded(text);
  if (wanted === '') return { buckets, corrected: false };
  const words = wordsOf(wanted);
  const values = [...buckets].map(([key, bucket]) => {
    const value = folded(String(bucket.value));
    return { key, bucket, value, words: wordsOf(value) };
  });
  const exact = values.filter(
    (entry) =>
      entry.value.includes(wanted) ||
      (words.length > 0 && words.every((word) => entry.words.some((own) => own.startsWith(word)))),
  );
  if (exact.length > 0 || words.length === 0) return { buckets: mapOf(exact), corrected: false };
  const tests = words.map(nearlyBegins);
  const near = values.filter((entry) => tests.every((test) => entry.words.some(test)));
  return { buckets: mapOf(near), corrected: near.length > 0 };
}

const mapOf = (entries: readonly { key: string | number; bucket: Bucket }[]): Buckets =>
  new Map(entries.map(({ key, bucket }) => [key, bucket]));

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
