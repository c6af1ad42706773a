import { arNames } from './ar-names.ts';
import { deNames } from './de-names.ts';
import { jaNames } from './ja-names.ts';
import type { LanguageCode } from './language.ts';

/** Names of categories and colours in other languages. The catalog has them in English; what is missing here stays English. */
const names: Readonly<Record<LanguageCode, Readonly<Record<string, string>>>> = {
  en: {},
  de: deNames,
  ja: jaNames,
  ar: arNames,
};

/** A level of a category, such as `Shoes`. */
export function categoryName(level: string, code: LanguageCode): string {
  return names[code][level] ?? level;
}

/** The last level of the path of a category. */
export function lastLevel(path: string): string {
  return path.split(' > ').at(-1) ?? path;
}

export function colorName(color: string, code: LanguageCode): string {
  return names[code][color] ?? color;
}
