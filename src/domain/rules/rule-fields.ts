import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { Rule } from '../../ports/search/rules.ts';
import { defineFilter } from '../query/filter-field.ts';
import { isRedirectAddress, redirectPattern } from '../query/syntax/redirect-address.ts';
import {
  defineChoice,
  Fault,
  createFault,
  defineFlag,
  defineList,
  nameField,
  defineNumber,
  defineText,
  type Field,
} from '../contract/fields.ts';
import { defineDictionary, defineObject, makeOptional } from '../contract/object-fields.ts';
import { readTimeSpan } from './active-period.ts';
import { visitorCondition } from './visitor-fields.ts';

/** Takes a text as one field and anything else as another. */
function defineTextOr<T>(one: Field<string>, other: Field<T>, description: string): Field<string | T> {
  return {
    schema: { description, oneOf: [one.schema, other.schema] },
    read: (value, path) => (typeof value === 'string' ? one.read(value, path) : other.read(value, path)),
  };
}

export const itemId = defineText({ lengthMax: limits.itemIdLengthMax, numbers: true, notBlank: true });
export const defineRuleTime = (description: string): Field<string> => ({
  schema: {
    type: 'string',
    pattern: '^\\d{4}-\\d{2}',
    description,
    examples: ['2026-12-24', '2026-12-24T18:00:00Z'],
  },
  read: (value, path) =>
    typeof value === 'string' && readTimeSpan(value) !== null
      ? value
      : createFault(path, 'format', 'a date of ISO 8601, such as 2026-12-24 or 2026-12-24T18:00:00Z'),
});

const contextText = defineText({ lengthMax: limits.contextTextLengthMax, numbers: true, notBlank: true });
const contextValues = defineList(contextText, {
  countMin: 1,
  countMax: limits.ruleContextValuesMax,
  noun: 'values',
});
const contextValue: Field<string | string[]> = {
  schema: { oneOf: [contextText.schema, contextValues.schema] },
  read: (value, path) =>
    Array.isArray(value) ? contextValues.read(value, path) : contextText.read(value, path),
};
const context = defineDictionary(contextText, contextValue, {
  countMax: limits.ruleContextMembersMax,
  noun: 'members',
  description:
    'Members that the request’s `context` must have, each with this value or one of these; case is ignored.',
});
const condition = nameField(
  'RuleCondition',
  defineObject(
    {
      query: makeOptional(
        defineText({
          lengthMin: 0,
          lengthMax: limits.queryLengthMax,
          description:
            'Words of the query, compared after text analysis: ignoring case, accents, inflection and stop words. Empty: searches without words. Never matches a list.',
        }),
      ),
      match: makeOptional(
        defineChoice(['is', 'contains', 'starts'], {
          description:
            'Whether these are all words of the query (default), a phrase in it, or its first words.',
        }),
      ),
      filters: makeOptional(
        defineFilter(
          'Conditions that the request’s `filters` must contain among its top-level AND clauses, in any notation.',
        ),
      ),
      context: makeOptional(context),
      visitor: makeOptional(visitorCondition),
    },
    { description: 'A request must match all members. Empty: always.', nullIsAbsent: true },
  ),
);
const conditions = defineList(condition, {
  countMin: 1,
  countMax: limits.ruleConditionsMax,
  noun: 'alternatives',
});
const when: Field<NonNullable<Rule['when']>> = {
  schema: { description: 'A condition, or alternatives.', oneOf: [condition.schema, conditions.schema] },
  read: (value, path) => (Array.isArray(value) ? conditions.read(value, path) : condition.read(value, path)),
};

const pin = nameField(
  'Pin',
  defineObject(
    {
      id: makeOptional(itemId),
      filter: makeOptional(defineFilter('A slot: the best item of the list that matches.')),
      position: defineNumber({ whole: true, min: 1, max: limits.rulePositionMax }),
    },
    { description: 'Either `id` or `filter`.', nullIsAbsent: true },
  ),
);
export const definePins = (description: string) =>
  defineList(pin, { countMax: limits.rulePinsMax, noun: 'pins', description });
const hide = defineTextOr(
  defineFilter('A filter: matching items are hidden.'),
  defineList(itemId, { countMax: limits.ruleHiddenMax, noun: 'ids' }),
  'Hidden items or products, by id or by filter.',
);
const boost = defineObject(
  {
    filter: defineFilter('Items that match.'),
    by: makeOptional(
      defineNumber({
        whole: true,
        min: 1,
        max: limits.ruleStepsMax,
        description: 'The number of steps. The default is 1.',
      }),
    ),
  },
  { nullIsAbsent: true },
);
const ruleBoost = nameField('RuleBoost', boost);
const defineBoosts = (direction: string): Field<NonNullable<Rule['boost']>> =>
  defineTextOr(
    defineFilter('A filter: one step.'),
    defineList(ruleBoost, { countMin: 1, countMax: limits.ruleBoostsMax, noun: 'filters' }),
    `Matching items rank ${direction} among items with the same number of matching words.`,
  );

const phrase = defineText({ lengthMax: limits.synonymLengthMax, notBlank: true });
const replacement = defineObject({ from: phrase, to: phrase });
const words = defineObject(
  {
    replace: makeOptional(
      defineList(nameField('WordReplacement', replacement), {
        countMax: limits.ruleWordsMax,
        noun: 'replacements',
        description: 'Words or phrases of the query and what to search for instead.',
      }),
    ),
    remove: makeOptional(
      defineList(phrase, {
        countMax: limits.ruleWordsMax,
        noun: 'phrases',
        description: 'Words or phrases that are not searched for.',
      }),
    ),
  },
  {
    description: 'Rewrites the query once, the longest phrase first: replaced words are not replaced again.',
    nullIsAbsent: true,
  },
);

const url = defineText({ lengthMax: limits.ruleUrlLengthMax, example: 'https://shop.example/sale' });
const redirectAddress: Field<string> = {
  schema: {
    ...url.schema,
    pattern: redirectPattern,
    description: 'A page of the shop, such as `/gifts`, or an http(s) address.',
  },
  read: (value, path) => {
    const address = url.read(value, path);
    if (address instanceof Fault) return address;
    return isRedirectAddress(address)
      ? address
      : createFault(
          path,
          'format',
          'a page of your shop, such as /gifts, or an address that begins with https://',
        );
  },
};
export const userData: Field<Json> = {
  schema: {
    description: `Any JSON value for the front end, such as a banner; at most ${limits.ruleUserDataBytesMax} bytes.`,
  },
  read: (value, path) => {
    const bytes = Buffer.byteLength(JSON.stringify(value));
    if (bytes <= limits.ruleUserDataBytesMax) return value as Json;
    const most = `at most ${limits.ruleUserDataBytesMax} bytes of JSON`;
    return createFault(path, 'too_long', `${most}, not ${bytes}`);
  },
};

const rule: Field<Rule> = nameField(
  'Rule',
  defineObject(
    {
      id: defineText({ lengthMax: limits.ruleIdLengthMax, inPath: true, notBlank: true }),
      name: makeOptional(
        defineText({
          lengthMax: limits.ruleNameLengthMax,
          isName: true,
          description: 'The name that people read.',
        }),
      ),
      enabled: makeOptional(defineFlag({ description: 'Whether the rule is active. The default is true.' })),
      when: makeOptional(when),
      from: makeOptional(defineRuleTime('Start, ISO 8601; in UTC if it has no zone.')),
      until: makeOptional(defineRuleTime('End; includes a whole day or month.')),
      pin: makeOptional(definePins('Items, products or slots at fixed positions.')),
      hide: makeOptional(hide),
      filter: makeOptional(defineFilter('Only items that match are listed, and suggested.')),
      boost: makeOptional(defineBoosts('higher')),
      bury: makeOptional(defineBoosts('lower')),
      words: makeOptional(words),
      facets: makeOptional(
        defineList(defineText({ lengthMax: limits.fieldNameLengthMax, notBlank: true }), {
          countMin: 1,
          countMax: limits.ruleFacetsMax,
          noun: 'fields',
          distinct: true,
          description: 'Facets that are shown first, in this order; of the first acting rule with them.',
        }),
      ),
      redirect: makeOptional(
        defineObject({ url: redirectAddress }, { description: 'The page to show in place of results.' }),
      ),
      userData: makeOptional(userData),
    },
    { description: 'A rule with at least one action: what follows `until`.', nullIsAbsent: true },
  ),
);
export const ruleList = defineList(rule, { countMax: limits.rulesMax, noun: 'rules' });
