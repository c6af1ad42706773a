import { limits } from '../../ports/limits.ts';
import type { ConvertedShop } from './converted-shop.ts';

/** Adds synonyms that replace each other. */
export function addEquivalent(words: readonly string[], shop: ConvertedShop): void {
  const kept = wordsOf(words, shop);
  if (kept.length > 1) shop.synonyms.push({ kind: 'equivalent', words: kept });
}

/** Adds words that also find others, but not the other way round. */
export function addOneWay(from: string, to: readonly string[], shop: ConvertedShop): void {
  const [word] = wordsOf([from], shop);
  const kept = wordsOf(to, shop).filter((one) => one !== word);
  if (word !== undefined && kept.length > 0) shop.synonyms.push({ kind: 'oneWay', from: word, to: kept });
}

/**
 * Adds one-way synonyms by word, of which those that name each other are equivalent.
 * @param byWord what each word also finds
 */
export function addByWord(byWord: ReadonlyMap<string, readonly string[]>, shop: ConvertedShop): void {
  const done = new Set<string>();
  for (const [word, others] of byWord) {
    const group = [word, ...others];
    const isMutual = group.every((one) => {
      const own = new Set([one, ...(byWord.get(one) ?? [])]);
      return byWord.has(one) && group.every((other) => own.has(other));
    });
    if (!isMutual) addOneWay(word, others, shop);
    else if (!done.has(word)) {
      addEquivalent(group, shop);
      for (const one of group) done.add(one);
    }
  }
}

function wordsOf(words: readonly string[], shop: ConvertedShop): string[] {
  const kept = [
    ...new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '')),
  ].filter((word) => {
    const fits = word.length <= limits.synonymLengthMax && word.split(/\s+/).length <= wordsMax;
    if (!fits) shop.leaveOut(`synonyms of more than ${wordsMax} words`);
    return fits;
  });
  if (kept.length <= limits.synonymsPerRuleMax) return kept;
  shop.leaveOut(`synonyms beyond ${limits.synonymsPerRuleMax} of one rule`);
  return kept.slice(0, limits.synonymsPerRuleMax);
}

/** Words of one synonym, as in docs/guide/relevance.md. */
const wordsMax = 4;
