/**
 * Consonant gradation of Finnish: the consonants before the last vowel of a word are strong or weak by the ending ("saapas", "saappaat";
 * "kenkä", "kengät"), which Snowball's stemmer leaves apart. Both grades get one form here. Grades that single letters cannot tell, such as
 * p and v between other vowels, stay apart: "kuva" (picture) is not "kuppi" (cup).
 */
export const finnish =
  (stem: (word: string) => string): ((word: string) => string) =>
  (word) =>
    word.length < 4 ? word : levelConsonants(trimStem(stem(stemNominativePlural(word)), word), word);

/** Endings that hide the stem of the other forms: "lautanen", "lautaset"; "käsine", "käsineet"; "kylki", "kyljet"; "vesi", "vedet". */
function stemNominativePlural(word: string): string {
  if (word.length > 5 && word.endsWith('nen')) return `${word.slice(0, -3)}set`;
  if (word.length > 5 && word.endsWith('ine')) return `${word}et`;
  if (word.endsWith('tsi')) return `${word.slice(0, -1)}et`;
  if (/[lr]je[tn]$/.test(word)) return `${word.slice(0, -3)}ki`;
  if (/[aeouy]de[tn]$/.test(word)) return `${word.slice(0, -3)}si`;
  return word;
}

/** Joins stems: "sormuks" and "sormus", "keittim" and "keitin", "rengas" and "renkaat". */
function trimStem(stem: string, word: string): string {
  let form = stem.replace(/([aeiouy])ks$/, '$1s').replace(/ej$/, '');
  if (form.length > 5 && form.endsWith('im')) form = form.slice(0, -2);
  if (form.length > 3 && form.endsWith('as') && word.endsWith('as')) form = form.slice(0, -2);
  return form.length > 3 && /[^aeiouy][aei]$/.test(form) ? form.slice(0, -1) : form;
}

const gradations: readonly (readonly [RegExp, string])[] = [
  // kk and k, pp and p, tt and t.
  [/([kptlnr])\1(?=[ouy]?$)/, '$1'],
  // nk and ng.
  [/ng(?=[ouy]?$)/, 'nk'],
  // t and d.
  [/d(?=[ouy]?$)/, 't'],
  // lt and ll, nt and nn, rt and rr, of which Snowball keeps one letter.
  [/([lnr])t(?=[ouy]?$)/, '$1'],
  // "puku" and "puvut".
  [/([uy])v\1$/, '$1k$1'],
  // p and v: "rapu" and "ravut", "varpaat" and "varvas", "leipä" and "leivät".
  [/v(?=[ouy]$)|(?<=[lr])v$|(?<=ei)v$/, 'p'],
];

function levelConsonants(stem: string, word: string): string {
  let form = stem;
  for (const [grade, strongGrade] of gradations) form = form.replace(grade, strongGrade);
  // "kampa" and "kammat": Snowball keeps one letter of two.
  if (/mm[aeiouy]/.test(word)) form = form.replace(/m?m(?=[ouy]?$)/, 'mp');
  // "jalka" and "jalat". After other letters, or before i ("silkki"), k stays.
  return /[lh]k[aouy]/.test(word) ? form.replace(/([lh])k(?=[ouy]?$)/, '$1') : form;
}
