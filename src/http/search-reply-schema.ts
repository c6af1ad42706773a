import { photoReplyProperties } from './photo-schemas.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** What a search answers, by words or by photo. */
export const searchReplySchema = {
  type: 'object',
  required: ['searchId', 'items', 'total', 'facets', 'query', 'correctedQuery', 'fallback', 'tookMs'],
  properties: {
    searchId: { type: 'string' },
    items: { type: 'array', items: ref('SearchItem') },
    total: { type: 'integer', description: 'Exact.' },
    facets: ref('Facets'),
    query: { type: 'string' },
    correctedQuery: { type: ['string', 'null'] },
    fallback: {
      type: ['string', 'null'],
      description:
        'What was changed to find anything: `corrected`, `words_dropped`; `meaning`: the first item has none of the words and means what they do; `popular`: nothing was found, and these are popular items instead; null: nothing was changed.',
    },
    meaning: {
      type: 'object',
      required: ['used', 'why', 'added', 'weight'],
      description: 'Not in a photo search: how what the words mean had a part.',
      properties: {
        used: { type: 'boolean', description: 'Whether it decided the order, or what is listed.' },
        why: {
          enum: [
            'off',
            'no_words',
            'sorted',
            'code',
            'enough',
            'language',
            'no_vectors',
            'late',
            'unavailable',
            null,
          ],
          description:
            'Why words alone decided: switched `off`; `no_words` to look for; `sorted` by the request; a part number or another `code`; one word, of which `enough` is found; texts in a `language` that the model does not know; `no_vectors`, as not enough items have one yet; the model was `late`, or is `unavailable`. Null where it was asked.',
        },
        added: {
          type: 'integer',
          minimum: 0,
          description: 'Of `total`, those that are listed by their meaning alone.',
        },
        weight: {
          type: ['number', 'null'],
          description: 'The share of the meaning in a place: as set, or learnt; null where it had no part.',
        },
      },
    },
    tookMs: { type: 'number' },
    ...photoReplyProperties,
    warnings: ref('Warnings'),
  },
} as const;
