import { limits } from '../../ports/limits.ts';
import type { ConvertedShop } from './converted-shop.ts';

/** Adds synonyms that replace each other. `place` is where they were, for what is left out. */
export function addEquivalent(words: readonly string[], place: string, shop: ConvertedShop): void {
  const validWords = convertWords(words, place, shop);
  if (validWords.length > 1) shop.addSynonyms({ kind: 'equivalent', words: validWords }, place);
  else if (validWords.length === words.length) shop.leaveOut(`${place}: fewer than two words`);
}

/** Adds words that also find others, but not the other way round. */
export function addOneWay(from: string, to: readonly string[], place: string, shop: ConvertedShop): void {
  const [word] = convertWords([from], place, shop);
  const targets = convertWords(to, place, shop).filter((one) => one !== word);
  if (word !== undefined && targets.length > 0)
    shop.addSynonyms({ kind: 'oneWay', from: word, to: targets }, place);
  else if (from.trim() === '' || to.length === 0) shop.leaveOut(`${place}: fewer than two words`);
}

/**
 * Adds one-way synonyms by word, of which those that name each other are equivalent.
 * @param byWord what each word also finds
 * @param place where a word is
 */
export function addByWord(
  byWord: ReadonlyMap<string, readonly string[]>,
  place: (word: string) => string,
  shop: ConvertedShop,
): void {
  const done = new Set<string>();
  for (const [word, others] of byWord) {
    const group = [word, ...others];
    const isMutual = group.every((member) => {
      const synonyms = new Set([member, ...(byWord.get(member) ?? [])]);
      return byWord.has(member) && group.every((other) => synonyms.has(other));
    });
    if (!isMutual || group.length > limits.synonymsPerRuleMax) addOneWay(word, others, place(word), shop);
    else if (!done.has(word)) {
      addEquivalent(group, place(word), shop);
      for (const member of group) done.add(member);
    }
  }
}

function convertWords(words: readonly string[], place: string, shop: ConvertedShop): string[] {
  const trimmed = new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''));
  return [...trimmed].filter((word) => {
    const fits = word.length <= limits.synonymLengthMax && word.split(/\s+/).length <= wordsMax;
    if (!fits)
      shop.leaveOut(
        `${place}: "${word.slice(0, limits.synonymLengthMax)}" has more than ${wordsMax} words or ${limits.synonymLengthMax} characters`,
      );
    return fits;
  });
}

/** Words of one synonym, as in docs/guide/relevance.md. */
const wordsMax = 4;
