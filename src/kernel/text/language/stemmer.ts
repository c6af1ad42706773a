/**
 * Plural-only stemming. On product texts it ranked as well as a full Snowball stemmer, and it never conflates words of different
 * meanings. A stem need not be a word: "cases" and "case" both yield "cas", which makes a list of nouns in -e unnecessary.
 */

const irregular = new Map([
  ['men', 'man'],
  ['mens', 'man'],
  ['women', 'woman'],
  ['womens', 'woman'],
  ['children', 'child'],
  ['childrens', 'child'],
  ['feet', 'foot'],
  ['ft', 'foot'],
  ['mice', 'mous'],
  ['teeth', 'tooth'],
  ['knives', 'knife'],
  ['shelves', 'shelf'],
  ['leaves', 'leaf'],
  ['wolves', 'wolf'],
  ['lens', 'lens'],
  ['lenses', 'lens'],
  ['gas', 'gas'],
  ['news', 'news'],
  ['series', 'series'],
  ['lbs', 'pound'],
  ['lb', 'pound'],
  ['ins', 'inch'],
  ['oz', 'ounc'],
]);

const irregularByStem = Map.groupBy(irregular.keys(), (word) => irregular.get(word)!);

/** The irregular words with this stem, which the rules do not cover. */
export function listIrregularWords(stem: string): readonly string[] {
  return irregularByStem.get(stem) ?? [];
}

const lettersOnly = /^[a-z]+$/;
const noVowel = /^[^aeiouy]+$/;

/** Stems a word that is in lower case and folded (see `foldAccents`). Words with anything but a to z are returned unchanged. */
export function stemPlural(word: string): string {
  if (word.length < 2 || !lettersOnly.test(word)) return word;
  const irregularStem = irregular.get(word);
  if (irregularStem !== undefined) return irregularStem;
  return dropFinalE(dropPlural(word));
}

function dropPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.length === 3) return noVowel.test(word) ? word.slice(0, 2) : word;
  if (word.length < 4 || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  return word.slice(0, -1);
}

/** "boxe" becomes "box", "shoe" becomes "sho", "movie" becomes "movy". */
function dropFinalE(word: string): string {
  if (word.length < 4 || !word.endsWith('e')) return word;
  if (word.endsWith('ie')) return word.length > 4 ? word.slice(0, -2) + 'y' : word;
  return /(?:[sxzo]|ch|sh)e$/.test(word) ? word.slice(0, -1) : word;
}
