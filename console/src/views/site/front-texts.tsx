import type { FrontSettings } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import type { ErrorAt } from '../../app/field-errors.ts';
import { Field } from '../../parts/field.tsx';

/** Texts that shops word themselves, by their keys in `@vitrine/elements`, with the English ones. */
export const offeredTexts = [
  ['placeholder', 'Search products'],
  ['popular', 'Popular products'],
  ['nothing', 'Nothing found for “{query}”'],
  ['addToCart', 'Add to cart'],
  ['sale', 'Sale'],
  ['soldOut', 'Sold out'],
  ['relevance', 'Best match'],
  ['photo', 'Search by photo'],
] as const;

/** Own texts in place of those of the language. */
export function FrontTexts({
  texts,
  errorAt,
  onTexts,
}: {
  texts: FrontSettings['texts'];
  errorAt: ErrorAt;
  onTexts: (texts: FrontSettings['texts']) => void;
}): ReactNode {
  const others = Object.keys(texts).filter((key) => !offeredTexts.some(([offered]) => offered === key));
  const change = (key: string, text: string): void => {
    const { [key]: _, ...rest } = texts;
    onTexts(text === '' ? rest : { ...rest, [key]: text });
  };
  return (
    <details className="front-texts">
      <summary>Own texts</summary>
      <div className="stack">
        {[...offeredTexts, ...others.map((key) => [key, ''] as const)].map(([key, english]) => (
          <Field
            key={key}
            label={english === '' ? key : english}
            placeholder="As the language has it"
            value={texts[key] ?? ''}
            onValue={(text) => change(key, text)}
            error={errorAt(`texts.${key}`)}
          />
        ))}
      </div>
    </details>
  );
}
