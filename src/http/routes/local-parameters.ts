import { limits } from '../../ports/limits.ts';
import { languageTag } from '../request-restrictions.ts';
import { text } from '../parameters.ts';

/** The choice among prices, stores and languages (see `ports/local-values.ts`). */
export const localParameters = {
  priceList: text({
    description:
      'Price list whose prices (`prices.<name>`) are the `price` of items; others keep theirs. One of the key’s price lists, otherwise 403.',
    lengthMax: limits.localNameLengthMax,
  }),
  store: text({
    description: 'Store whose `price` and `stock` (`stores.<name>`) are those of items; others keep theirs.',
    lengthMax: limits.localNameLengthMax,
  }),
  language: text({
    description:
      'Language of the texts of items, such as `en` or `de-AT`: their `translations` in it, where they have them.',
    lengthMax: limits.languageTagLengthMax,
    pattern: languageTag.source,
  }),
};
