import { isPrivate, restrictFilter } from '../../domain/access/restrictions.ts';
import type { RecommendationOptions } from '../../domain/recommend/list-builder.ts';
import { defineList, nameField, defineNumber, defineText } from '../../domain/contract/fields.ts';
import { defineObject, makeOptional, addDefaults } from '../../domain/contract/object-fields.ts';
import { defineComponent } from '../../domain/contract/schema.ts';
import { listRules, type RuleOptions } from '../../domain/rules/active-rules.ts';
import type { Filter } from '../../ports/search/filters.ts';
import type { ValueLookup } from '../../domain/query/filter-grammar.ts';
import type { Call } from '../operation.ts';
import { limits } from '../../ports/limits.ts';
import {
  buildBodySchema,
  defineChoiceParameter,
  defineFlagParameter,
  defineIntegerParameter,
  defineOptionalFlagParameter,
  defineParameter,
  defineShareParameter,
  defineTextParameter,
  defineTextListParameter,
  type Values,
} from '../requests/parameters.ts';
import { listNaming } from './named-list-items.ts';
import { localParameters } from './local-parameters.ts';
import { ruleParameters } from './rule-parameters.ts';
import { fields, readFilter, filters, projectAsIndex, type FilterCall } from './common.ts';
import { draftParameter, type PinnedCall } from '../access/call-view.ts';

const definePosition = (min: number) => defineNumber({ whole: true, min, max: limits.recommendLimitMax });
export const cap = nameField(
  'Cap',
  defineObject({
    field: defineText({ lengthMax: limits.fieldNameLengthMax, numbers: true }),
    max: definePosition(1),
    window: makeOptional(definePosition(2)),
  }),
);
export const capDefaults = { window: limits.recommendLimitMax };

export const listParameters = {
  index: projectAsIndex,
  by: listNaming,
  limit: defineIntegerParameter({
    description: 'Maximum number of items.',
    min: 1,
    max: limits.recommendLimitMax,
    fallback: limits.recommendLimitDefault,
  }),
  filters: {
    ...filters,
    description: `${filters.description} In a list for an item, \`item.price\` is that item’s price: \`category:item.category AND price <= item.price\`.`,
  },
  fields,
  exclude: defineTextListParameter({
    description: 'Ids of items to exclude.',
    countMax: limits.excludeMax,
    lengthMax: limits.itemReferenceLengthMax,
    commas: false,
  }),
  shown: defineTextListParameter({
    description:
      'Ids of the items that other lists of the page show. They are left out, and by default so are other variants of their products. A list that has nothing of its own then stays empty instead of being filled by others.',
    countMax: limits.excludeMax,
    lengthMax: limits.itemReferenceLengthMax,
    commas: false,
  }),
  bought: defineOptionalFlagParameter({
    description:
      'Whether the list may contain the visitor’s purchases. Default: no for trending items, yes for `buy-again` and `recently-viewed`; other lists leave out what the visitor bought within 90 days, unless the visitor or many buyers buy it again as a habit. User recommendations also depend on how often visitors of the shop buy an item again.',
  }),
  variants: defineChoiceParameter({
    description: 'Variants of a product (same `groupId`): the best `one`, or `all`.',
    values: ['one', 'all'],
    fallback: 'one',
  }),
  outOfStock: defineChoiceParameter({
    description: 'Items with `stock` 0 or less: `hide` or `show`.',
    values: ['hide', 'show'],
    fallback: 'hide',
  }),
  caps: defineParameter(
    {
      description:
        'Caps: each allows at most `max` items with the same value of `field` within `window` consecutive positions, or in the whole list without `window`.',
    },
    defineList(addDefaults(cap, capDefaults), { countMax: limits.listCapsMax, noun: 'caps' }),
    [],
  ),
  diversity: defineShareParameter({
    description: '0: ranked by score alone; up to 1: favours items that differ from those before them.',
  }),
  rotation: defineShareParameter({
    description:
      'Rotation: each impression without an interaction, in lists with this parameter, reduces an item’s score by this share. An impression counts half after one day.',
  }),
  minRelevance: defineShareParameter({
    description: 'Minimum share of the best score. Above 0 there is no fallback, and the list may be short.',
  }),
  address: defineTextParameter({
    description: 'For requests of your server: the visitor’s IP address, for the rate limit. Not stored.',
    lengthMax: limits.addressLengthMax,
  }),
  ...localParameters,
  ...ruleParameters,
  draft: draftParameter,
  explain: defineFlagParameter({
    description:
      'Adds score components, the contribution of each source, and excluded candidates with reasons.',
    fallback: false,
  }),
};

const { index: _, ...sharedParameters } = listParameters;
/** The parameters that all lists share, as a component of their requests. */
export const listOptions = {
  schema: defineComponent('RecommendationOptions', buildBodySchema(sharedParameters)),
  parameters: sharedParameters,
};

export type ListInput = Values<typeof listParameters>;
export type ListCall = FilterCall & Pick<PinnedCall<Call>, 'key' | 'project'>;

export function createRecommendationOptions(
  input: ListInput,
  { project, warnings, restrictions }: ListCall,
  now: number,
  rules: RuleOptions,
): RecommendationOptions {
  const {
    limit,
    filters: text,
    exclude,
    shown,
    bought,
    caps: all,
    diversity,
    rotation,
    minRelevance,
    explain,
  } = input;
  const call = { project, warnings, restrictions };
  return {
    limit,
    filter: (about) => readVisibleFilter(text, now, call, about),
    rules: (filter) => listRules(project, filter, rules),
    exclude,
    shown,
    soldOut: input.outOfStock === 'show',
    bought,
    shape: {
      oneVariant: input.variants === 'one',
      caps: all.filter(({ field }) => !isPrivate(restrictions, field)),
      diversity,
      privateFields: restrictions.privateFields,
      minRelevance,
    },
    rotation,
    recordsImpressions: input.draft === null,
    explain,
    restrictions,
  };
}

/** The filter of a request, which sees private fields neither of items nor of the item it refers to. */
function readVisibleFilter(
  text: string | null,
  now: number,
  call: FilterCall,
  about: ValueLookup | null,
): Filter | null {
  const { restrictions } = call;
  const visible: ValueLookup | null =
    about === null ? null : (field) => (isPrivate(restrictions, field) ? [] : about(field));
  const filter = readFilter(text, now, call, visible);
  return filter === null ? null : restrictFilter(restrictions, filter);
}
