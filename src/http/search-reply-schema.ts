import { photoReplyProperties } from './photo-schemas.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The reply of keyword, semantic and photo search. */
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
        'How the query was relaxed: `corrected` spelling; `words_dropped`; `semantic`: the first item is a semantic match without any word of the query; `popular`: no matches, popular items instead; null: as typed.',
    },
    semantic: {
      type: 'object',
      required: ['used', 'skipped', 'added', 'weight'],
      description: 'Semantic search; not in a photo search.',
      properties: {
        used: { type: 'boolean', description: 'Whether it changed the order or added items.' },
        skipped: {
          enum: [
            'disabled',
            'empty_query',
            'sorted',
            'code',
            'enough_matches',
            'unsupported_language',
            'no_vectors',
            'timeout',
            'unavailable',
            null,
          ],
          description:
            'Why semantic search was skipped: `disabled` in the settings; `empty_query`; `sorted` by the request; a part number or another `code`; a one-word query with `enough_matches`; texts in an `unsupported_language`; `no_vectors`: too few items have an embedding yet; `timeout` of the model; model `unavailable`. Null: not skipped.',
        },
        added: {
          type: 'integer',
          minimum: 0,
          description: 'Semantic matches among `total`: items without any word of the query.',
        },
        weight: {
          type: ['number', 'null'],
          description: 'Share of the semantic similarity in the combined score; null if it was not used.',
        },
      },
    },
    tookMs: { type: 'number' },
    ...photoReplyProperties,
    warnings: ref('Warnings'),
  },
} as const;
