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
  description: 'Fields of an item; "attrs" includes "attrs.colour". A field belongs to one group.',
};
const weight = between(0, 100, 'Weight of a word in these fields.');
const weightWhenShort = between(
  0,
  100,
  'Weight if these texts are on average as short as the names; approaches `weight` with their length.',
);
const lengthPenalty = between(0, 1, 'Length normalisation (BM25 b).');
const bonus = (description: string): Schema => between(0.01, 100, description);

const phrases = {
  type: 'array',
  maxItems: limits.synonymsPerRuleMax,
  items: { type: 'string', minLength: 1, maxLength: limits.synonymLengthMax },
};
export const synonymsSchema = {
  type: 'array',
  maxItems: limits.synonymRulesMax,
  description: 'Synonyms. Matches by synonym rank below literal matches.',
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
    description: 'Fields with the name of the product, used by ranking factors.',
    properties: { fields, weight, weightWhenShort, lengthPenalty },
    additionalProperties: false,
  },
  zones: {
    type: 'array',
    maxItems: limits.settingsZonesMax,
    description: 'Groups of fields with their own weights.',
    items: {
      type: 'object',
      required: ['fields', 'weight', 'lengthPenalty'],
      properties: { fields, weight, weightWhenShort, lengthPenalty },
      additionalProperties: false,
    },
  },
  others: {
    type: 'object',
    description: 'All other text fields.',
    properties: { weight, lengthPenalty },
    additionalProperties: false,
  },
  unsearchableFields: {
    ...fields,
    description: 'Fields that are not searched; filters, facets and sorting can use them.',
  },
  identifiers: {
    ...fields,
    description:
      'Fields whose values identify an item. A search for such a value, ignoring case and separators, ranks the item first. Case, `_` and `-` of a field name are ignored.',
  },
  ranking: {
    type: 'object',
    description: 'Ranking factors: multipliers of the text score; 1 disables one.',
    properties: {
      saturation: between(0.01, 10, 'Term frequency saturation (BM25 k1).'),
      allWordsInName: bonus('All words of the query in the name.'),
      phraseInName: bonus('The query as a phrase in the name.'),
      headNounMatch: bonus('Head noun matches: a "phone case" is a case, not a phone.'),
      numbersInName: bonus('All numbers of the query in the name.'),
      exactWordForms: bonus('All words in exactly the typed form.'),
      typo: between(0.01, 1, 'For each typo forgiven.'),
      prefix: between(0.01, 1, 'For a prefix match.'),
      synonym: between(0.01, 1, 'For a match by synonym.'),
      compound: between(0.01, 1, 'For a match as the last part of a compound.'),
    },
    additionalProperties: false,
  },
  criteria: {
    type: 'array',
    maxItems: 5,
    uniqueItems: true,
    items: { enum: ['rules', 'typos', 'allWordsInName', 'headNounMatch', 'phraseInName'] },
    description:
      'Strict tie-breakers before the text score, in this order; a ranking factor of the same name is then ignored. `rules`: boosts of rules, first unless listed. The number of matching words always precedes them.',
  },
  textScoreTolerance: {
    oneOf: [{ const: 0 }, { type: 'number', minimum: 0.001, maximum: 1 }],
    description: 'Treats text scores within about this share as equal, so that custom ranking decides.',
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
    description: 'Custom ranking: tie-breakers such as a margin, then popularity, then age.',
  },
  typos: {
    type: 'object',
    description: 'Which typos are forgiven.',
    properties: {
      enabled: { type: 'boolean' },
      minLengthOneTypo: whole(1, 64, 'Minimum word length for one typo.'),
      minLengthTwoTypos: whole(1, 64, 'Minimum word length for two typos.'),
      disabledFields: { ...fields, description: 'Fields without typo tolerance.' },
      disabledWords: {
        type: 'array',
        maxItems: limits.stopWordsMax,
        items: { type: 'string', minLength: 1, maxLength: limits.wordLengthMax },
        description: 'Words without typo tolerance.',
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
      'ISO 639-1 codes of the languages of the texts, the most frequent first; they select stemmers, stop words, letter folding, compounds and head nouns.',
    examples: [['de', 'en']],
  },
  stopWords: {
    type: ['array', 'null'],
    maxItems: limits.stopWordsMax,
    items: { type: 'string', minLength: 1, maxLength: limits.wordLengthMax },
    description: 'Stop words, searched only if a query has no other words; null: those of the languages.',
  },
  synonyms: synonymsSchema,
  builtInSynonyms: {
    type: 'boolean',
    description: 'Whether to use built-in synonyms (English).',
  },
  groupBy: {
    type: 'string',
    maxLength: limits.fieldNameLengthMax,
    description:
      'Items with the same value in this field are variants of one product: matched and filtered separately, listed and counted as one. Empty: no grouping.',
  },
  typoThreshold: whole(0, 1_000, 'With fewer items that have all words, also matches prefixes, then typos.'),
  dropWordsThreshold: whole(0, 10_000, 'Adds items with fewer of the words until this many are listed.'),
  prefix: {
    enum: ['few', 'always'],
    description: 'Prefix search on the last word: `always`, or if `few` items match the full word.',
  },
  semantic: {
    type: 'object',
    description: 'Semantic search: re-ranks the best keyword matches and adds semantic matches.',
    properties: {
      enabled: { type: 'boolean' },
      weight: {
        oneOf: [between(0, 1, 'Share of the semantic similarity in the combined score.'), { const: 'auto' }],
        description: '`auto`: 0.5.',
      },
    },
    additionalProperties: false,
  },
  zeroResultsFallback: {
    enum: ['popular', 'none'],
    description: 'Result without matches: `popular` items, marked as a fallback, or `none`.',
  },
};

const eventWeight = between(
  -1,
  10,
  'Weight of the type; 0: ignored; below 0: retracts the visitor’s earlier interactions with the item.',
);
const otherWeight = between(0, 10, 'Weight of all other types.');
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
      'Whether imports accept items without a price, stored as `price: null`: they match no price condition and sort last by price.',
  },
  privateFields: {
    type: 'array',
    maxItems: limits.settingsFieldsMax,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: limits.fieldNameLengthMax },
    description:
      'Paths of fields that only keys with the scope `private` can see, filter, sort and facet by; a path includes its descendants. They are not searchable. Settings and rules of the shop may use them.',
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
    'Requests per minute from one address with a web key, or for the `address` that a server key names.',
  ),
  visitorPerMinute: perMinute(
    'Requests per minute of one visitor (`session`, otherwise `user`) with a web key.',
  ),
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
      version: { type: 'integer', description: 'Plus one with each change; initially 0.' },
      changedAt: { type: ['integer', 'null'] },
      settings: ref('ProjectSettings'),
      changes: { type: 'object', description: 'The changes to the defaults.' },
      defaults: ref('ProjectSettings'),
      task: {
        anyOf: [ref('Task'), { type: 'null' }],
        description: 'The reindexing task; null if the settings are active.',
      },
      warnings: ref('Warnings'),
    },
  },
};
