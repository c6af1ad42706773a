import { limits } from '../ports/limits.ts';

type Schema = Readonly<Record<string, unknown>>;

const between = (minimum: number, maximum: number, description: string): Schema => ({
  type: 'number',
  minimum,
  maximum,
  description,
});
const whole = (minimum: number, maximum: number, description: string): Schema => ({
  type: 'integer',
  minimum,
  maximum,
  description,
});
const fieldName = { type: 'string', minLength: 1, maxLength: limits.fieldNameLengthMax };
const fields = {
  type: 'array',
  maxItems: limits.settingsFieldsMax,
  items: fieldName,
  description: 'Fields of an item; "attrs" also covers "attrs.colour". No field is in two groups.',
};
const weight = between(0, 100, 'What a word in these fields is worth.');
const weightWhenShort = between(
  0,
  100,
  'The weight where these texts are on average as short as the names; it falls to `weight` the longer they are.',
);
const lengthPenalty = between(0, 1, 'How much a long text is held against its words (BM25’s b).');
const bonus = (description: string): Schema => between(0.01, 100, description);

const phrases = {
  type: 'array',
  maxItems: limits.synonymsPerRuleMax,
  items: { type: 'string', minLength: 1, maxLength: limits.synonymLengthMax },
};
export const synonymsSchema = {
  type: 'array',
  maxItems: limits.synonymRulesMax,
  description: 'Words that stand for each other. What is found by a synonym stands below the literal word.',
  items: {
    oneOf: [
      {
        type: 'object',
        required: ['kind', 'words'],
        properties: { kind: { const: 'equivalent' }, words: { ...phrases, minItems: 2 } },
        additionalProperties: false,
      },
      {
        type: 'object',
        required: ['kind', 'from', 'to'],
        properties: { kind: { const: 'oneWay' }, from: phrases.items, to: { ...phrases, minItems: 1 } },
        additionalProperties: false,
      },
    ],
  },
};

/** All search settings with their ranges. */
const searchProperties: Readonly<Record<string, Schema>> = {
  name: {
    type: 'object',
    description: 'The fields that name the product: bonuses look at them.',
    properties: { fields, weight, weightWhenShort, lengthPenalty },
    additionalProperties: false,
  },
  zones: {
    type: 'array',
    maxItems: limits.settingsZonesMax,
    description: 'Groups of fields that count differently from the others.',
    items: {
      type: 'object',
      required: ['fields', 'weight', 'lengthPenalty'],
      properties: { fields, weight, weightWhenShort, lengthPenalty },
      additionalProperties: false,
    },
  },
  others: {
    type: 'object',
    description: 'Every text field that is in no group.',
    properties: { weight, lengthPenalty },
    additionalProperties: false,
  },
  unsearchableFields: {
    ...fields,
    description: 'Fields whose words are not searched. Filters, facets and sorting still have them.',
  },
  identifiers: {
    ...fields,
    description:
      'Fields whose values name an item. A search for such a value, whatever its case and separators, lists the item first. Neither case nor `_` and `-` of a field name make a difference.',
  },
  ranking: {
    type: 'object',
    description: 'Factors of the text score; 1 switches one off.',
    properties: {
      saturation: between(0.01, 10, 'How fast repetitions of a word stop to count (BM25’s k1).'),
      allWordsInName: bonus('All words of the query are in the name.'),
      phraseInName: bonus('They stand there next to each other, in their order.'),
      headNounMatch: bonus('The name’s product noun is the query’s: "phone case" is a case.'),
      numbersInName: bonus('Reached when all numbers of the query are in the name.'),
      exactWordForms: bonus('Reached when all words are written as in the query.'),
      typo: between(0.01, 1, 'For each typo forgiven.'),
      prefix: between(0.01, 1, 'For a word found only as the beginning of another.'),
      synonym: between(0.01, 1, 'For a word found only by a synonym.'),
      compound: between(0.01, 1, 'For a word found only as the head of a compound.'),
    },
    additionalProperties: false,
  },
  criteria: {
    type: 'array',
    maxItems: 5,
    uniqueItems: true,
    items: { enum: ['rules', 'typos', 'allWordsInName', 'headNounMatch', 'phraseInName'] },
    description:
      'Criteria that decide strictly, in this order, before the text score; the bonus of the same name then plays no part in it. `rules` is what the boosts of rules say; it comes first where it is not named. The number of words found always decides before all of them.',
  },
  textScoreTolerance: {
    oneOf: [{ const: 0 }, { type: 'number', minimum: 0.001, maximum: 1 }],
    description:
      'Text scores within about this share of each other count as equal, so that the shop’s own criteria decide.',
  },
  customRanking: {
    type: 'array',
    maxItems: limits.sortKeysMax,
    items: {
      type: 'object',
      required: ['field', 'order'],
      properties: { field: fieldName, order: { enum: ['asc', 'desc'] } },
      additionalProperties: false,
    },
    description:
      'The shop’s own criteria between equal texts, such as a margin; after them popularity decides, then age.',
  },
  typos: {
    type: 'object',
    description: 'Which typos are forgiven.',
    properties: {
      enabled: { type: 'boolean' },
      minLengthOneTypo: whole(1, 64, 'Letters from which on one is.'),
      minLengthTwoTypos: whole(1, 64, 'Letters from which on two are.'),
      disabledFields: { ...fields, description: 'Fields in which a mistyped word is not looked for.' },
      disabledWords: {
        type: 'array',
        maxItems: limits.stopWordsMax,
        items: { type: 'string', minLength: 1, maxLength: limits.wordLengthMax },
        description: 'Words that are neither looked for with typos nor taken for mistyped ones.',
      },
    },
    additionalProperties: false,
  },
  languages: {
    type: 'array',
    maxItems: limits.settingsLanguagesMax,
    uniqueItems: true,
    items: { type: 'string', minLength: 2, maxLength: 8 },
    description:
      'ISO 639-1 codes of the languages of the texts, the most used first: they decide about stems, stop words, folded letters, compounds and where the product noun stands.',
    examples: [['de', 'en']],
  },
  stopWords: {
    type: ['array', 'null'],
    maxItems: limits.stopWordsMax,
    items: { type: 'string', minLength: 1, maxLength: limits.wordLengthMax },
    description:
      'Words that are looked for only where a query has no other; null for those of the languages.',
  },
  synonyms: synonymsSchema,
  builtInSynonyms: {
    type: 'boolean',
    description: 'Whether the usual synonyms of the trade are known too (there is a list for English).',
  },
  groupBy: {
    type: 'string',
    maxLength: limits.fieldNameLengthMax,
    description:
      'Items with the same value in this field are variants of one product: found and filtered one by one, listed and counted as one. Empty: each item stands for itself.',
  },
  typoThreshold: whole(
    0,
    1_000,
    'Where fewer items have all the words, beginnings and then typos are tried too.',
  ),
  dropWordsThreshold: whole(
    0,
    10_000,
    'Items with fewer of the words follow, whole levels at a time, until so many are listed.',
  ),
  prefix: {
    enum: ['few', 'always'],
    description: 'Whether the last word is a beginning always, or only where too few items have it whole.',
  },
  semantic: {
    type: 'object',
    description:
      'What the words mean: orders the best of the words, and finds what they do not. Off, the words alone decide.',
    properties: {
      enabled: { type: 'boolean' },
      weight: {
        oneOf: [between(0, 1, 'Share of the meaning in a place; the rest is the words’.'), { const: 'auto' }],
        description:
          '`auto`: as it is learnt from what shoppers choose of the lists; 0.5 until that says more.',
      },
    },
    additionalProperties: false,
  },
  zeroResultsFallback: {
    enum: ['popular', 'none'],
    description: 'What is listed where nothing is found: popular items, labelled so, or nothing.',
  },
};

const eventWeight = between(
  -1,
  10,
  'How much an event of the type counts; 0: nothing; below 0: it takes back what the same person did with the item before.',
);
const otherWeight = between(0, 10, 'For types that are not named.');
const eventWeights = (weightOfType: Schema): Schema => ({
  type: 'object',
  maxProperties: limits.eventWeightsMax,
  propertyNames: { minLength: 1, maxLength: limits.eventTypeLengthMax },
  additionalProperties: weightOfType,
  description: 'By type of event.',
});

const itemProperties: Readonly<Record<string, Schema>> = {
  priceOptional: {
    type: 'boolean',
    description:
      'Whether an import keeps items without a price, with `price: null`: they pass no condition on the price and are last where a list is sorted by it.',
  },
  privateFields: {
    type: 'array',
    maxItems: limits.settingsFieldsMax,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: limits.fieldNameLengthMax },
    description:
      'Paths of fields that only keys with the scope `private` see and may filter, sort and count by; a path covers what lies under it. They are not searched by words. The shop’s own settings and rules may use them.',
  },
};

const perMinute = (description: string): Schema => ({
  type: 'integer',
  minimum: 0,
  maximum: limits.keyRatePerMinuteMax,
  description: `${description} 0: no limit.`,
});
const rateProperties: Readonly<Record<string, Schema>> = {
  addressPerMinute: perMinute(
    'Requests a minute from one address by a web key, or for one that a server key names in `address`.',
  ),
  visitorPerMinute: perMinute('Requests a minute of one visitor (`session`, else `user`) by a web key.'),
};

const changeable = (properties: Readonly<Record<string, Schema>>): Schema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, { oneOf: [schema, { type: 'null' }] }]),
  );
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const settingsRef = (
  name:
    | 'SettingsReply'
    | 'SearchSettingsChanges'
    | 'EventSettingsChanges'
    | 'ItemSettingsChanges'
    | 'RateLimitsChanges',
): Schema => ref(name);

export const settingsSchemas: Readonly<Record<string, Schema>> = {
  SearchSettings: {
    type: 'object',
    required: Object.keys(searchProperties),
    properties: searchProperties,
  },
  SearchSettingsChanges: {
    type: 'object',
    properties: changeable(searchProperties),
    additionalProperties: false,
  },
  EventSettings: {
    type: 'object',
    required: ['weights', 'otherWeight'],
    properties: { weights: eventWeights(eventWeight), otherWeight },
  },
  EventSettingsChanges: {
    type: 'object',
    properties: {
      weights: { oneOf: [eventWeights({ oneOf: [eventWeight, { type: 'null' }] }), { type: 'null' }] },
      otherWeight: { oneOf: [otherWeight, { type: 'null' }] },
    },
    additionalProperties: false,
  },
  ItemSettings: {
    type: 'object',
    required: Object.keys(itemProperties),
    properties: itemProperties,
  },
  ItemSettingsChanges: {
    type: 'object',
    properties: changeable(itemProperties),
    additionalProperties: false,
  },
  RateLimits: {
    type: 'object',
    required: Object.keys(rateProperties),
    properties: rateProperties,
  },
  RateLimitsChanges: {
    type: 'object',
    properties: changeable(rateProperties),
    additionalProperties: false,
  },
  ProjectSettings: {
    type: 'object',
    required: ['search', 'events', 'items', 'rateLimits'],
    properties: {
      search: ref('SearchSettings'),
      events: ref('EventSettings'),
      items: ref('ItemSettings'),
      rateLimits: ref('RateLimits'),
    },
  },
  SettingsReply: {
    type: 'object',
    required: ['version', 'changedAt', 'settings', 'changes', 'defaults', 'task'],
    properties: {
      version: { type: 'integer', description: 'One more with each change; 0 until the first.' },
      changedAt: { type: ['integer', 'null'] },
      settings: ref('ProjectSettings'),
      changes: { type: 'object', description: 'What was set, and nothing else.' },
      defaults: ref('ProjectSettings'),
      task: {
        anyOf: [ref('Task'), { type: 'null' }],
        description: 'The work of building the index anew; null where the settings are in effect.',
      },
      warnings: ref('Warnings'),
    },
  },
};
