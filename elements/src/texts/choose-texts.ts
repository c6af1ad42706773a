import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import type { TextKey, Texts } from './texts.ts';

export const allTexts: Readonly<Record<string, Texts>> = { de, en, es, fr, it, ja, nl, pl };

/** The texts of a page in its language; English where there are none. */
export interface ChosenTexts {
  /** The language of the texts, for `lang`. */
  readonly language: string;
  /** A text, with its values filled in. */
  text(key: TextKey, values?: Readonly<Record<string, string>>): string;
  countResults(count: number): string;
  /** A text of the shop's own, such as the name of a sort; null without one. */
  own(key: string): string | null;
}

/** Chooses the texts of a language; the shop's own come first. */
export function chooseTexts(language: string, own: Readonly<Record<string, string>>): ChosenTexts {
  const primary = language.toLowerCase().split(/[-_]/)[0] ?? '';
  const known = Object.hasOwn(allTexts, primary) ? primary : 'en';
  const texts = allTexts[known]!;
  const findOwn = (key: string): string | null =>
    Object.hasOwn(own, key) && own[key] !== '' ? own[key]! : null;
  const fill = (text: string, values: Readonly<Record<string, string>>): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return {
    language: known,
    text: (key, values = {}) => fill(findOwn(key) ?? texts[key], values),
    countResults: (count) => {
      const { results } = texts;
      const form = results[new Intl.PluralRules(known).select(count)] ?? results.other;
      return fill(findOwn('results') ?? form, { count: new Intl.NumberFormat(known).format(count) });
    },
    own: findOwn,
  };
}
