import { limits } from '../../ports/limits.ts';
import { languageTag } from '../access/request-restrictions.ts';
import { text } from '../requests/parameters.ts';

/** The choice among prices, stores and languages (see `ports/local-values.ts`). */
export const localParameters = {
  priceList: text({
    description: 'Price list (`prices.<name>`) of the key that sets the `price` of items.',
    lengthMax: limits.localNameLengthMax,
  }),
  store: text({
    description: 'Store (`stores.<name>`) that sets `price` and `stock` of items.',
    lengthMax: limits.localNameLengthMax,
  }),
  language: text({
    description: 'Language (`translations.<name>`) of the texts of items: `de` or `de-AT`.',
    lengthMax: limits.languageTagLengthMax,
    pattern: languageTag.source,
  }),
};
