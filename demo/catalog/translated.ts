import type { DemoLanguage, ProductTexts } from './product.ts';

type NameAndDescription = readonly [name: string, description: string];

/** The translations of a product, written as name and description. */
export function translated(
  texts: Readonly<Record<DemoLanguage, NameAndDescription>>,
): Readonly<Record<DemoLanguage, ProductTexts>> {
  const named = ([name, description]: NameAndDescription): ProductTexts => ({ name, description });
  return { de: named(texts.de), ja: named(texts.ja), ar: named(texts.ar) };
}
