const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
/** Sizes and part numbers of every language. Words in other scripts may have numbers, as "12時" has. */
const isCode = (word: string): boolean => /\p{N}/u.test(word) && /^[\p{N}\p{Script=Latin}]+$/u.test(word);

/**
 * The minimum mean log probability of a character by what letters a text has, the first that matches. Real texts of the languages are below it
 * in one of 100, random letters above it in one of seven. Signs of Chinese, Japanese and Korean are less likely each. Other
 * scripts are those of no language of the model.
 */
const scriptMinimums: readonly (readonly [letters: RegExp, minimum: number])[] = [
  [/^[a-z ]+$/, -4.3],
  [/^[\p{Script=Latin}\p{M} ]+$/u, -6],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u, -18],
  [/\p{Script=Thai}/u, -8],
  [/\p{Script=Arabic}/u, -7.5],
  [/\p{Script=Cyrillic}/u, -6],
];

/** Letters without vowels, from this length on, are no word of a language in Latin letters; shorter ones are units and abbreviations. */
const consonantsMax = 3;
const vowel = /[aeiouy]/;
const plainLatin = /^[a-z]+$/;

const keyboardRows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
];
/** Runs of keys from the start of a row, and within it: "wert" is a word. */
const keysMin = { start: 4, within: 5 };
const reversedRows = keyboardRows.map((row) => Array.from(row).toReversed().join(''));

/**
 * Whether a text is likely in a language, rather than random letters or a code. `scoreText` has the mean log probability of its
 * characters. Languages that the model does not know are readable if they use a known script.
 */
export function isReadableText(text: string, scoreText: (text: string) => number): boolean {
  const words = (text.toLowerCase().match(wordPattern) ?? []).filter((word) => !isCode(word));
  if (words.every((word) => isKeyRun(word) || isConsonants(word))) return false;
  const letters = words.join(' ').replaceAll(/\p{N}/gu, '');
  const minimum = scriptMinimums.find(([script]) => script.test(letters))?.[1];
  return minimum !== undefined && scoreText(letters) >= minimum;
}

function isConsonants(word: string): boolean {
  return word.length > consonantsMax && plainLatin.test(word) && !vowel.test(word);
}

function isKeyRun(word: string): boolean {
  return [...keyboardRows, ...reversedRows].some(
    (row) =>
      (word.length >= keysMin.start && row.startsWith(word)) ||
      (word.length >= keysMin.within && row.includes(word)),
  );
}
