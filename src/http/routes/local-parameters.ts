import { limits } from '../../ports/limits.ts';
import { languageTag } from '../../domain/contract/language-tag.ts';
import { defineTextParameter } from '../requests/parameters.ts';

/** The choice among prices, stores and languages (see `ports/local-values.ts`). */
export const localParameters = {
  priceList: defineTextParameter({
    description: 'Price list (`prices.<name>`) of the key that sets the `price` of items.',
    lengthMax: limits.localNameLengthMax,
  }),
  store: defineTextParameter({
    description: 'Store (`stores.<name>`) that sets `price` and `stock` of items.',
    lengthMax: limits.localNameLengthMax,
  }),
  language: defineTextParameter({
    description: 'Language (`translations.<name>`) of the texts of items: `de` or `de-AT`.',
    lengthMax: limits.languageTagLengthMax,
    pattern: languageTag.source,
  }),
};
