import { itemSchema } from '../../domain/catalog/item-schema.ts';
import {
  component,
  extendSchema,
  listSchema,
  maybe,
  objectSchema,
  orNull,
  type Schema,
} from '../../domain/contract/schema.ts';
import { searchCollection } from '../replies/collection-reply.ts';
import { facetOrder, facets } from './facet-schema.ts';
import { planReplyMembers } from '../replies/plan-reply.ts';
import { searchRuleMembers } from '../replies/rules-reply.ts';
import { boolean, count, number, oneOf, reply, string } from './schemas.ts';

/** The values of all ranking factors, for people. */
export const ranking: Schema = component('Ranking', {
  type: 'object',
  description: 'Ranking factors with the item’s values; `reasons` puts them into words.',
  properties: { reasons: listSchema(string()) },
  additionalProperties: true,
});

/** A region of a photo. */
export const region = component(
  'Crop',
  objectSchema(
    {
      x: { type: 'number', minimum: 0, exclusiveMaximum: 1 },
      y: { type: 'number', minimum: 0, exclusiveMaximum: 1 },
      width: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      height: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    },
    { description: 'A region of a picture, relative to its width and height, from the top left.' },
  ),
);

export const searchItem = component(
  'SearchItem',
  extendSchema(
    itemSchema,
    objectSchema({
      _score: number('Comparable within one result only.'),
      _highlights: maybe({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'The highlighted texts by field: escaped HTML with `<em>` around matching words.',
      }),
      _reason: maybe(
        objectSchema(
          {
            code: { const: 'pinned' },
            text: string('The reason in words.'),
            rule: maybe(string('The rule’s `id`.')),
            collection: maybe(string('The collection’s `id`.')),
          },
          {
            description:
              'What pinned the item: a rule, or its fixed position in a collection. Absent for other items.',
          },
        ),
      ),
      _ranking: maybe({
        ...ranking,
        description: 'The ranking of the item. Only replies with `explain` have it.',
      }),
      _distance: maybe(
        number(
          'The distance to the item’s nearest geo point, in metres. Only replies with `sort=distance(...)` have it.',
        ),
      ),
      _variants: maybe(
        objectSchema(
          {
            count: {
              type: 'integer',
              minimum: 1,
              description: 'Number of matching variants, including this one.',
            },
            items: listSchema(itemSchema, {
              description: 'The next best variants. Only requests with `variants` get them.',
            }),
          },
          {
            description: 'The matching variants of the item’s product. Only items with a `groupId` have it.',
          },
        ),
      ),
      _picture: maybe(string('The URL of the matching picture. Only photo searches have it.')),
      _pictureIndex: maybe(
        count('The index of that picture in `imgs`, from 0. Only photo searches have it.'),
      ),
      _matchedPoints: maybe(
        listSchema(
          component(
            'MatchedPoint',
            objectSchema(
              { photo: listSchema(number()), picture: listSchema(number()) },
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

const semanticReport = component(
  'SemanticReport',
  objectSchema({
    used: boolean('Whether it changed the order or added items.'),
    skipped: oneOf(
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
    added: count('Semantic matches among `total`: items without any word of the query.'),
    weight: orNull(
      number('Share of the semantic similarity in the combined score; null if it was not used.'),
    ),
    model: orNull(
      string(
        'The text model: `english` or `multilingual`, or the name of a configured one; null if it was not used.',
      ),
    ),
    language: orNull(
      string(
        'The language of the names, such as `en`, where the query is in another one and was compared with them by meaning; otherwise null.',
      ),
    ),
  }),
);

const learnedWord = component(
  'LearnedWord',
  objectSchema({
    word: string('The word of the query, in lower case.'),
    target: string('The words in its place in `correctedQuery`.'),
  }),
);

const nearestCategory = component(
  'NearestCategory',
  objectSchema({
    field: string(),
    value: string('A value of the field, or the first levels of a path.'),
    count: count('How many of the ten nearest items are in it, or in a category below.'),
    filter: string(
      'The filter that keeps the photo search within this category, in the syntax of `filters`.',
    ),
  }),
);

/** The reply of keyword, semantic and photo search. */
export const searchReply = reply('SearchReply', {
  searchId: string('Send it with events of these items.'),
  items: listSchema(searchItem),
  total: count('Exact number of matching items.'),
  facets,
  facetOrder,
  query: string(),
  correctedQuery: orNull(string('The corrected query, or null.')),
  fallback: oneOf(
    ['corrected', 'words_dropped', 'semantic', 'popular', null],
    'How the query was relaxed: `corrected` spelling; `words_dropped`; `semantic`: the first item is a semantic match without any word of the query; `popular`: no matches (`total` is 0), popular items instead; null: as typed.',
  ),
  semantic: maybe({ ...semanticReport, description: 'Semantic search; not in a photo search.' }),
  ...planReplyMembers,
  learnedCorrections: maybe(
    listSchema(learnedWord, {
      description:
        'The words that are corrected to what visitors searched for next; omitted if there are none.',
    }),
  ),
  ...searchRuleMembers,
  collection: maybe(searchCollection),
  tookMs: number('Milliseconds in the service.'),
  confidence: maybe(
    oneOf(
      ['high', 'low', 'out_of_catalog'],
      'Photo search only: certainty of the first result. `out_of_catalog`: no product of the catalog resembles the photo, and `items` is empty. From `offset` 10, by similarity alone: use that of the first page.',
    ),
  ),
  part: maybe(
    orNull({
      ...region,
      description:
        'The region of the photo that was used for the search. Null means the whole photo. Only photo searches have it.',
    }),
  ),
  nearestCategories: maybe(
    listSchema(nearestCategory, {
      description:
        'Photo search only: with `low`, the categories of the nearest items, most frequent first, to ask the shopper for the right one. Empty if they are all of one.',
    }),
  ),
});

export const suggestReply = reply('SuggestReply', {
  suggestions: listSchema(
    component(
      'Suggestion',
      objectSchema({
        text: string(),
        highlighted: string('Escaped HTML with `<em>` around the typed part.'),
        kind: oneOf(
          ['search', 'phrase', 'item', 'brand', 'category'],
          '`search`: a popular query; `phrase`: a phrase of several names.',
        ),
        count: count('Number of items it finds.'),
      }),
    ),
  ),
});

export const whyNotReply = reply('WhyNotReply', {
  item: string('The item’s `id`.'),
  listed: boolean(),
  position: {
    type: ['integer', 'null'],
    minimum: 1,
    description: 'The position, from 1. A variant has the position of its product.',
  },
  total: count(),
  reasons: listSchema(
    objectSchema({
      code: oneOf(['inactive', 'hidden', 'collection', 'filter', 'words', 'variant', 'listed']),
      text: string(),
      rule: maybe(string('The id of the rule. Only `hidden` has it.')),
    }),
  ),
  words: listSchema(objectSchema({ word: string(), found: boolean() })),
  ranking: orNull({ ...ranking, description: 'The ranking of the item, as `_ranking` in a search.' }),
  ...planReplyMembers,
});
