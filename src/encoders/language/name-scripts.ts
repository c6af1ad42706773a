/** A script of names. */
export interface NameScript {
  readonly name: string;
  /** Matches a letter. */
  readonly letter: RegExp;
  /** The language that alone uses the script, as an ISO 639-1 code; null if there are several. */
  readonly language: string | null;
}

const scriptLanguages: readonly (readonly [script: string, language: string | null])[] = [
  ['Latin', null],
  ['Cyrillic', null],
  ['Arabic', null],
  ['Devanagari', null],
  ['Han', 'zh'],
  ['Hangul', 'ko'],
  ['Thai', 'th'],
  ['Greek', 'el'],
  ['Hebrew', 'he'],
  ['Armenian', 'hy'],
  ['Georgian', 'ka'],
  ['Tamil', 'ta'],
  ['Telugu', 'te'],
  ['Kannada', 'kn'],
  ['Malayalam', 'ml'],
  ['Gujarati', 'gu'],
  ['Gurmukhi', 'pa'],
  ['Bengali', 'bn'],
  ['Sinhala', 'si'],
  ['Khmer', 'km'],
  ['Lao', 'lo'],
  ['Myanmar', 'my'],
];

const scripts: readonly NameScript[] = scriptLanguages.map(([name, language]) => ({
  name,
  letter: new RegExp(`\\p{Script=${name}}`, 'u'),
  language,
}));
const latin = scripts[0]!;
const han = scripts.find(({ name }) => name === 'Han')!;
const japanese: NameScript = {
  name: 'Japanese',
  letter: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  language: 'ja',
};
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Names in Latin letters contain single letters of others, such as "µ" and "Ω". */
const otherLettersMin = 2;
/** The minimum share of names with kana, among those with Han, in Japanese catalogs. Chinese brands have some kana, too. */
const kanaShareMin = 0.1;

/**
 * The script of a name by its letters: another than Latin even if most letters are Latin, as brands are in Latin letters everywhere. Null
 * for scripts of which no language is known, and without letters.
 */
export function findScript(letters: string): NameScript | null {
  const others = letters.replaceAll(/\p{Script=Latin}|\p{M}/gu, '');
  if (kana.test(others)) return japanese;
  const other = scripts.find(({ letter }) => letter.test(others));
  if (other === han || (other !== undefined && others.length >= otherLettersMin)) return other;
  return latin.letter.test(letters) ? latin : null;
}

/** Names in Han alone are Japanese if the catalog is. */
export function joinJapanese<Group>(
  groups: ReadonlyMap<NameScript, Group[]>,
): ReadonlyMap<NameScript, Group[]> {
  const withKana = groups.get(japanese) ?? [];
  const withHan = groups.get(han) ?? [];
  if (withHan.length === 0 || withKana.length < kanaShareMin * (withKana.length + withHan.length))
    return groups;
  const joined = new Map(groups);
  joined.delete(han);
  joined.set(japanese, [...withKana, ...withHan]);
  return joined;
}
