import type { en } from './en.ts';

/** A number and its noun, by the plural categories of the language. */
export type Plural = Readonly<{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>>;

export type Texts = Readonly<{ [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural }>;

export type TextKey = { [Key in keyof Texts]: Texts[Key] extends string ? Key : never }[keyof Texts];
