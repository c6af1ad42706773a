import { limits } from '../../ports/limits.ts';
import {
  semanticModels,
  soldOutLastModes,
  understandingModes,
  type SettingsChanges,
  type SynonymRule,
} from '../../ports/configuration/settings.ts';
import {
  defineChoice,
  describeField,
  createFault,
  defineFlag,
  defineList,
  nameField,
  allowNull,
  defineNumber,
  allowValue,
  quoteValue,
  defineText,
  type Field,
} from '../contract/fields.ts';
import { isObject, defineObject, makeOptional } from '../contract/object-fields.ts';
import { facetSettings } from './facet-settings.ts';
import { definePartialSetting, defineSettingsGroup } from './settings-group.ts';

const fieldName = defineText({ lengthMax: limits.fieldNameLengthMax, notBlank: true });
const defineFieldList = (description: string) =>
  defineList(fieldName, { countMax: limits.settingsFieldsMax, noun: 'fields', description });
const defineWordList = (description: string) =>
  defineList(defineText({ lengthMax: limits.wordLengthMax, notBlank: true }), {
    countMax: limits.stopWordsMax,
    noun: 'words',
    description,
  });
const defineFactor = (description: string, max = 100) => defineNumber({ min: 0.01, max, description });
const defineWholeNumber = (min: number, max: number, description: string) =>
  defineNumber({ whole: true, min, max, description });

const weight = defineNumber({ min: 0, max: 100, description: 'Weight of a word in these fields.' });
const lengthPenalty = defineNumber({ min: 0, max: 1, description: 'Length normalisation (BM25 b).' });
const fieldGroup = {
  fields: defineFieldList(
    'Fields of an item; "attrs" includes "attrs.colour". A field belongs to one group.',
  ),
  weight,
  weightWhenShort: makeOptional(
    defineNumber({
      min: 0,
      max: 100,
      description:
        'Weight if these texts are as short on average as the names. The longer they are, the closer the weight is to `weight`.',
    }),
  ),
  lengthPenalty,
};
const name = definePartialSetting(
  'FieldGroup',
  'Fields with the name of the product, used by ranking factors.',
  fieldGroup,
);

const phrase = defineText({ lengthMax: limits.synonymLengthMax, notBlank: true });
const phrases = defineList(phrase, { countMax: limits.synonymsPerRuleMax, noun: 'words' });
const id = makeOptional(
  defineText({
    lengthMax: limits.synonymIdLengthMax,
    notBlank: true,
    description: 'The id, for programs that change synonyms one by one, such as Algolia’s clients.',
  }),
);
const synonymRules = {
  equivalent: nameField(
    'EquivalentSynonyms',
    defineObject({ id, kind: defineChoice(['equivalent']), words: phrases }),
  ),
  oneWay: nameField(
    'OneWaySynonyms',
    defineObject({ id, kind: defineChoice(['oneWay']), from: phrase, to: phrases }),
  ),
} as const;
const kinds = Object.keys(synonymRules);

const synonymRule: Field<SynonymRule> = nameField('SynonymRule', {
  schema: { oneOf: Object.values(synonymRules).map(({ schema }) => schema) },
  read: (value, path) => {
    const kind = isObject(value) ? value['kind'] : undefined;
    if (kind === 'equivalent' || kind === 'oneWay') return synonymRules[kind].read(value, path);
    return createFault(`${path}.kind`, 'not_allowed', `one of ${kinds.join(', ')}, not ${quoteValue(kind)}`);
  },
});
export const synonyms = defineList(synonymRule, {
  countMax: limits.synonymRulesMax,
  noun: 'rules',
  description: 'Synonyms. Matches by synonym rank below literal matches.',
});

/** All search settings with their ranges. */
export const searchSettings = defineSettingsGroup<Required<NonNullable<SettingsChanges['search']>>>(
  'SearchSettings',
  {
    name,
    zones: defineList(
      { ...defineObject(fieldGroup), schema: name.complete ?? {} },
      {
        countMax: limits.settingsZonesMax,
        noun: 'groups of fields',
        description: 'Groups of fields with their own weights.',
      },
    ),
    others: definePartialSetting('OtherFields', 'All other text fields.', { weight, lengthPenalty }),
    unsearchableFields: defineFieldList(
      'Fields that are not searched; filters, facets and sorting can use them. `*`: all fields that no group names.',
    ),
    identifiers: defineFieldList(
      'Fields whose values identify an item. A search for such a value, ignoring case and separators, ranks the item first. Case, `_` and `-` of a field name are ignored.',
    ),
    ranking: definePartialSetting(
      'RankingFactors',
      'Ranking factors: multipliers of the text score; 1 disables one.',
      {
        saturation: defineFactor('Term frequency saturation (BM25 k1).', 10),
        allWordsInName: defineFactor('All words of the query in the name.'),
        phraseInName: defineFactor('The query as a phrase in the name.'),
        headNounMatch: defineFactor('Head noun matches: a "phone case" is a case, not a phone.'),
        categoryMatch: defineFactor(
          'The factor for an item in a category that the query names: "fruit" is first of all what is in Fruit.',
        ),
        numbersInName: defineFactor('All numbers of the query in the name.'),
        exactWordForms: defineFactor('All words in exactly the typed form.'),
        typo: defineFactor('The factor for each typo.', 1),
        prefix: defineFactor('The factor for a prefix match.', 1),
        synonym: defineFactor('The factor for a match by synonym.', 1),
        compound: defineFactor('The factor for a match as the last part of a compound.', 1),
      },
    ),
    criteria: defineList(
      defineChoice(['rules', 'typos', 'allWordsInName', 'headNounMatch', 'phraseInName']),
      {
        countMax: 5,
        noun: 'criteria',
        distinct: true,
        description:
          'Strict tie-breakers before the text score, in this order; a ranking factor of the same name is then ignored. `rules`: boosts of rules, first unless listed. The number of matching words always precedes them.',
      },
    ),
    textScoreTolerance: allowValue(
      defineNumber({
        min: 0.001,
        max: 1,
        description:
          'Text scores that differ by less than about this share count as equal, so that custom ranking decides.',
      }),
      0,
    ),
    customRanking: defineList(
      nameField(
        'CustomRankingCriterion',
        defineObject({ field: fieldName, order: defineChoice(['asc', 'desc']) }),
      ),
      {
        countMax: limits.sortKeysMax,
        noun: 'criteria',
        description: 'Custom ranking: your own tie-breakers, such as a margin. Popularity and age follow.',
      },
    ),
    typos: definePartialSetting('TypoSettings', 'Typo tolerance.', {
      enabled: defineFlag(),
      minLengthOneTypo: defineWholeNumber(1, 64, 'Minimum word length for one typo.'),
      minLengthTwoTypos: defineWholeNumber(1, 64, 'Minimum word length for two typos.'),
      disabledFields: defineFieldList('Fields without typo tolerance.'),
      disabledWords: defineWordList('Words without typo tolerance.'),
    }),
    languages: defineList(defineText({ lengthMin: 2, lengthMax: 8 }), {
      countMax: limits.settingsLanguagesMax,
      noun: 'languages',
      distinct: true,
      description:
        'ISO 639-1 codes of the languages of the texts, the most frequent first; they select stemmers, stop words, letter folding, compounds and head nouns, as far as these are known.',
    }),
    stopWords: allowNull(
      defineWordList(
        'Stop words, which are searched only if a query has no other words. Null means the stop words of the languages.',
      ),
    ),
    synonyms,
    builtInSynonyms: defineFlag({ description: 'Whether to use built-in synonyms (English).' }),
    groupBy: describeField(
      'Items with the same value in this field are variants of one product: matched and filtered separately, listed and counted as one. Empty: no grouping.',
      { ...allowValue(fieldName, ''), schema: { type: 'string', maxLength: limits.fieldNameLengthMax } },
    ),
    typoThreshold: defineWholeNumber(
      0,
      1_000,
      'If fewer items than this contain all words, prefixes also match, then words with typos.',
    ),
    dropWordsThreshold: defineWholeNumber(
      0,
      10_000,
      'If fewer items than this match, items with only some of the words are added.',
    ),
    prefix: defineChoice(['few', 'always', 'off'], {
      description:
        'Prefix search on the last word: `always`, only if `few` items match the whole word, or `off`.',
    }),
    semantic: definePartialSetting(
      'SemanticSettings',
      'Semantic search: re-ranks the best keyword matches and adds semantic matches.',
      {
        enabled: defineFlag(),
        weight: allowValue(
          defineNumber({
            min: 0,
            max: 1,
            description: 'Share of the semantic similarity in the combined score; `auto`: 0.5.',
          }),
          'auto',
        ),
        model: defineChoice([...semanticModels], {
          description:
            'The text model that comes with Vitrine; one that the service has configured goes before it. `auto`: `english` if the first of `languages` is English; `multilingual` if it is Arabic, Chinese, Dutch, French, German, Italian, Japanese, Korean, Polish, Portuguese, Russian, Spanish, Thai or Turkish. The others restrict the choice: a model is used only for a language that it knows.',
        }),
      },
    ),
    foreignQueries: allowValue(
      defineFlag({
        description:
          'Whether a search in another language than the names finds them by meaning; `auto`: in catalogs of up to 200,000 items. It takes 0.9 kB of memory and 2 ms of CPU an item. Without effect with the `multilingual` model, which reads all its languages anyway.',
      }),
      'auto',
    ),
    zeroResultsFallback: defineChoice(['popular', 'none'], {
      description: 'Items returned if nothing matches: `popular` ones, marked as a fallback, or `none`.',
    }),
    geometricVerification: defineFlag({
      description:
        'Photo search: whether the first ten items also rank by keypoints of their pictures that are found in the photo.',
    }),
    learnFromPhotos: defineFlag({
      description:
        'Photo search: whether vectors of photos are kept, for a day or until a click or cart event confirms an item, and confirmed ones rank later searches. `false` deletes them.',
    }),
    learnCorrections: defineFlag({
      description:
        'Whether words that no item has are corrected to what at least five visitors searched for next. What each visitor searched for next is kept for 60 days; `false` deletes it.',
    }),
    understanding: defineChoice(understandingModes, {
      description:
        'Query understanding: prices, sizes and values of the catalog in a query become `filters` in its place, `boosts`, or stay words (`off`).',
    }),
    soldOutLast: defineChoice(soldOutLastModes, {
      description:
        'What items with `stock` 0 or less come after, except pinned ones: `inTier`: the items with as many words of the query, without a query all others; `browsing`: all others without a query, nothing in searches by words; `always`: all others; `never`: nothing. Not with a `sort`.',
    }),
    caps: defineList(
      nameField(
        'SearchCap',
        defineObject({
          field: fieldName,
          max: defineWholeNumber(
            1,
            limits.searchCapWindowMax,
            'Maximum number of items with the same value.',
          ),
          window: defineWholeNumber(2, limits.searchCapWindowMax, 'Number of consecutive positions.'),
        }),
      ),
      {
        countMax: limits.listCapsMax,
        noun: 'caps',
        description:
          'Diversification of lists without a `sort`: at most `max` items with the same value of `field` within `window` consecutive positions. Others follow later.',
      },
    ),
    facets: facetSettings,
    learning: definePartialSetting(
      'LearningSettings',
      'Order learned from clicks, cart events and purchases that name a search. Not with a `sort`.',
      {
        max: defineNumber({
          min: 0,
          max: 0.5,
          description: 'The score of an item changes by at most this share. 0 turns it off.',
        }),
        halfLifeDays: defineWholeNumber(1, 365, 'Days after which a visit counts half.'),
        exploration: defineNumber({
          min: 0,
          max: 0.2,
          description:
            'Share of lists in which an item of the last 30 days that few visitors saw is tried out at one of the positions 8 to 12. 0 turns it off.',
        }),
      },
    ),
    personalization: definePartialSetting(
      'PersonalizationSettings',
      'Order by the values and items that a visitor views and buys. Not with a `sort`.',
      {
        max: defineNumber({
          min: 0,
          max: 0.5,
          description: 'The score of an item rises by at most this share. 0 turns it off.',
        }),
      },
    ),
  },
);
