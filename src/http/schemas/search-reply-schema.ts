import { itemSchema } from '../../domain/catalog/item-schema.ts';
import {
  defineComponent,
  extendSchema,
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  addNullToSchema,
  type Schema,
} from '../../domain/contract/schema.ts';
import { searchCollection } from '../replies/collection-reply.ts';
import { facetOrder, facets } from './facet-schema.ts';
import { planReplyMembers } from '../replies/plan-reply.ts';
import { searchRuleMembers } from '../replies/rules-reply.ts';
import {
  describeBoolean,
  describeCount,
  describeNumber,
  describeChoice,
  describeReply,
  describeString,
} from './schemas.ts';

/** The values of all ranking factors, for people. */
export const ranking: Schema = defineComponent('Ranking', {
  type: 'object',
  description: 'Ranking factors with the item’s values; `reasons` puts them into words.',
  properties: { reasons: defineListSchema(describeString()) },
  additionalProperties: true,
});

/** A region of a photo. */
export const region = defineComponent(
  'Crop',
  defineObjectSchema(
    {
      x: { type: 'number', minimum: 0, exclusiveMaximum: 1 },
      y: { type: 'number', minimum: 0, exclusiveMaximum: 1 },
      width: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      height: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    },
    { description: 'A region of a picture, relative to its width and height, from the top left.' },
  ),
);

export const searchItem = defineComponent(
  'SearchItem',
  extendSchema(
    itemSchema,
    defineObjectSchema({
      _score: describeNumber('Comparable within one result only.'),
      _highlights: makeSchemaOptional({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'The highlighted texts by field: escaped HTML with `<em>` around matching words.',
      }),
      _reason: makeSchemaOptional(
        defineObjectSchema(
          {
            code: { const: 'pinned' },
            text: describeString('The reason in words.'),
            rule: makeSchemaOptional(describeString('The rule’s `id`.')),
            collection: makeSchemaOptional(describeString('The collection’s `id`.')),
          },
          {
            description:
              'What pinned the item: a rule, or its fixed position in a collection. Absent for other items.',
          },
        ),
      ),
      _ranking: makeSchemaOptional({
        ...ranking,
        description: 'The ranking of the item. Only replies with `explain` have it.',
      }),
      _distance: makeSchemaOptional(
        describeNumber(
          'The distance to the item’s nearest geo point, in metres. Only replies with `sort=distance(...)` have it.',
        ),
      ),
      _variants: makeSchemaOptional(
        defineObjectSchema(
          {
            count: {
              type: 'integer',
              minimum: 1,
              description: 'Number of matching variants, including this one.',
            },
            items: defineListSchema(itemSchema, {
              description: 'The next best variants. Only requests with `variants` get them.',
            }),
          },
          {
            description: 'The matching variants of the item’s product. Only items with a `groupId` have it.',
          },
        ),
      ),
      _picture: makeSchemaOptional(
        describeString('The URL of the matching picture. Only photo searches have it.'),
      ),
      _pictureIndex: makeSchemaOptional(
        describeCount('The index of that picture in `imgs`, from 0. Only photo searches have it.'),
      ),
      _matchedPoints: makeSchemaOptional(
        defineListSchema(
          defineComponent(
            'MatchedPoint',
            defineObjectSchema(
              { photo: defineListSchema(describeNumber()), picture: defineListSchema(describeNumber()) },
              {
                description:
                  'x and y in the photo and in the picture, as shares of width and height from the top left.',
              },
            ),
          ),
          {
            description:
              'The number of keypoints of the picture that the photo has. Only photo searches with `explain` have it.',
          },
        ),
      ),
    }),
    'An item of a search result.',
  ),
);

const semanticReport = defineComponent(
  'SemanticReport',
  defineObjectSchema({
    used: describeBoolean('Whether it changed the order or added items.'),
    skipped: describeChoice(
      [
        'disabled',
        'empty_query',
        'sorted',
        'code',
        'enough_matches',
        'unsupported_language',
        'unknown_words',
        'no_vectors',
        'timeout',
        'unavailable',
        null,
      ],
      'Why semantic search was skipped: `disabled` in the settings; `empty_query`; `sorted` by the request; a part number or another `code`; a one-word query with `enough_matches`, or any with all words found and the `multilingual` model or words of `translations`; query or texts in an `unsupported_language`; `unknown_words`: neither the model’s language nor the catalog has most of them; `no_vectors`: too few items have an embedding yet; `timeout` of the model; model `unavailable`. Null: not skipped.',
    ),
    added: describeCount('Semantic matches among `total`: items without any word of the query.'),
    weight: addNullToSchema(
      describeNumber('Share of the semantic similarity in the combined score; null if it was not used.'),
    ),
    model: addNullToSchema(
      describeString(
        'The text model: `english` or `multilingual`, or the name of a configured one; null if it was not used.',
      ),
    ),
    language: addNullToSchema(
      describeString(
        'The language of the names, such as `en`, where the query is in another one and was compared with them by meaning; otherwise null.',
      ),
    ),
  }),
);

const learnedWord = defineComponent(
  'LearnedWord',
  defineObjectSchema({
    word: describeString('The word of the query, in lower case.'),
    target: describeString('The words in its place in `correctedQuery`.'),
  }),
);

const nearestCategory = defineComponent(
  'NearestCategory',
  defineObjectSchema({
    field: describeString(),
    value: describeString('A value of the field, or the first levels of a path.'),
    count: describeCount('How many of the ten nearest items are in it, or in a category below.'),
    filter: describeString(
      'The filter that keeps the photo search within this category, in the syntax of `filters`.',
    ),
  }),
);

/** The reply of keyword, semantic and photo search. */
export const searchReply = describeReply('SearchReply', {
  searchId: describeString('Send it with events of these items.'),
  items: defineListSchema(searchItem),
  total: describeCount('Exact number of matching items.'),
  facets,
  facetOrder,
  query: describeString(),
  correctedQuery: addNullToSchema(describeString('The corrected query, or null.')),
  fallback: describeChoice(
    ['corrected', 'words_dropped', 'semantic', 'popular', null],
    'How the query was relaxed: `corrected` spelling; `words_dropped`; `semantic`: the first item is a semantic match without any word of the query; `popular`: no matches (`total` is 0), popular items instead; null: as typed.',
  ),
  semantic: makeSchemaOptional({ ...semanticReport, description: 'Semantic search; not in a photo search.' }),
  ...planReplyMembers,
  learnedCorrections: makeSchemaOptional(
    defineListSchema(learnedWord, {
      description:
        'The words that are corrected to what visitors searched for next; omitted if there are none.',
    }),
  ),
  ...searchRuleMembers,
  collection: makeSchemaOptional(searchCollection),
  tookMs: describeNumber('Milliseconds in the service.'),
  confidence: makeSchemaOptional(
    describeChoice(
      ['high', 'low', 'out_of_catalog'],
      'Photo search only: certainty of the first result. `out_of_catalog`: no product of the catalog resembles the photo, and `items` is empty. From `offset` 10, by similarity alone: use that of the first page.',
    ),
  ),
  part: makeSchemaOptional(
    addNullToSchema({
      ...region,
      description:
        'The region of the photo that was used for the search. Null means the whole photo. Only photo searches have it.',
    }),
  ),
  nearestCategories: makeSchemaOptional(
    defineListSchema(nearestCategory, {
      description:
        'Photo search only: with `low`, the categories of the nearest items, most frequent first, to ask the shopper for the right one. Empty if they are all of one.',
    }),
  ),
});

export const suggestReply = describeReply('SuggestReply', {
  suggestions: defineListSchema(
    defineComponent(
      'Suggestion',
      defineObjectSchema({
        text: describeString(),
        highlighted: describeString('Escaped HTML with `<em>` around the typed part.'),
        kind: describeChoice(
          ['search', 'phrase', 'item', 'brand', 'category'],
          '`search`: a popular query; `phrase`: a phrase of several names.',
        ),
        count: describeCount('Number of items it finds.'),
      }),
    ),
  ),
});

export const whyNotReply = describeReply('WhyNotReply', {
  item: describeString('The item’s `id`.'),
  listed: describeBoolean(),
  position: {
    type: ['integer', 'null'],
    minimum: 1,
    description: 'The position, from 1. A variant has the position of its product.',
  },
  total: describeCount(),
  reasons: defineListSchema(
    defineObjectSchema({
      code: describeChoice(['inactive', 'hidden', 'collection', 'filter', 'words', 'variant', 'listed']),
      text: describeString(),
      rule: makeSchemaOptional(describeString('The id of the rule. Only `hidden` has it.')),
    }),
  ),
  words: defineListSchema(defineObjectSchema({ word: describeString(), found: describeBoolean() })),
  ranking: addNullToSchema({
    ...ranking,
    description: 'The ranking of the item, as `_ranking` in a search.',
  }),
  ...planReplyMembers,
});
