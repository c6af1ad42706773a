import { createContext, useContext } from 'react';
import { storedValue } from '../app/stored.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { ja } from './ja.ts';

export type LanguageCode = 'en' | 'de' | 'ja' | 'ar';

/** The languages by code, each with its own name. */
export const languages: Readonly<Record<LanguageCode, { readonly name: string; readonly texts: Texts }>> = {
  en: { name: 'English', texts: en },
  de: { name: 'Deutsch', texts: de },
  ja: { name: '日本語', texts: ja },
  ar: { name: 'العربية', texts: ar },
};

export const languageCodes = Object.keys(languages) as LanguageCode[];

const currency = 'EUR';

/** The language that the visitor chose, or that of the browser. */
export const chosenLanguage = storedValue('language', (stored) => known(stored) ?? browserLanguage());

function known(code: unknown): LanguageCode | undefined {
  return languageCodes.find((one) => one === code);
}

function browserLanguage(): LanguageCode {
  return navigator.languages.map((one) => known(one.slice(0, 2).toLowerCase())).find((one) => one) ?? 'en';
}

/** What a component needs to write in a language. */
export interface LanguageContextValue {
  readonly code: LanguageCode;
  readonly texts: Texts;
  readonly price: (amount: number) => string;
  readonly number: (value: number) => string;
  readonly milliseconds: (value: number) => string;
  /** The name of a language by its code, such as `en`. */
  readonly languageName: (code: string) => string;
}

export function languageOf(code: LanguageCode): LanguageContextValue {
  // The digits of European prices, also in Arabic.
  const locale = code === 'ar' ? 'ar-u-nu-latn' : code;
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const number = new Intl.NumberFormat(locale);
  const milliseconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  });
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return {
    code,
    texts: languages[code].texts,
    price: (amount) => price.format(amount),
    number: (value) => number.format(value),
    milliseconds: (value) => milliseconds.format(value),
    languageName: (value) => names.of(value) ?? value,
  };
}

const LanguageContext = createContext(languageOf('en'));

export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): LanguageContextValue {
  return useContext(LanguageContext);
}

export function useTexts(): Texts {
  return useContext(LanguageContext).texts;
}
