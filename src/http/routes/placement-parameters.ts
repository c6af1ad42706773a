import { listName, listSourceName } from '../../domain/recommend/list-names.ts';
import type { RecommendationOptions } from '../../domain/recommend/list-builder.ts';
import { userData } from '../../domain/rules/rule-fields.ts';
import { addPlacement } from '../../domain/rules/request-context.ts';
import type { RuleVisitor } from '../../domain/rules/visitor-test.ts';
import { conjoin } from '../../domain/query/filter-conjunction.ts';
import { parseFilter } from '../../domain/query/filter-grammar.ts';
import {
  describeField,
  defineFlag,
  defineList,
  nameField,
  defineText,
  type Field,
} from '../../domain/contract/fields.ts';
import { defineObject, makeOptional, type OptionalField } from '../../domain/contract/object-fields.ts';
import { limits } from '../../ports/limits.ts';
import {
  listNames,
  type RecommendationPlacement,
} from '../../ports/recommendations/recommendation-placements.ts';
import {
  describeMemberSchema,
  defineOptionalIntegerParameter,
  defineTextParameter,
  defineTextListParameter,
  type Parameter,
  type Values,
} from '../requests/parameters.ts';
import {
  cap,
  capDefaults,
  listParameters,
  createRecommendationOptions,
  type ListCall,
  type ListInput,
} from './list-parameters.ts';
import { previewBody } from './preview.ts';
import { createRuleOptions } from './rule-parameters.ts';
import { cartItems, category, visitorNow, windowHours } from './visitor-parameters.ts';

const { limit, filters, exclude, bought, variants, outOfStock, caps, diversity, rotation, minRelevance } =
  listParameters;

/** A parameter of lists as a member of a placement, which has one name. */
function defineMember<T>(parameter: Omit<Parameter<T>, 'fallback'>): OptionalField<NonNullable<T>> {
  const schema = describeMemberSchema({ ...parameter, aliases: [] });
  return makeOptional({ schema, read: parameter.read } as Field<NonNullable<T>>);
}

/** A placement as sent and as stored. */
export const placementField: Field<RecommendationPlacement> = nameField(
  'RecommendationPlacement',
  defineObject(
    {
      id: defineText({ description: 'The id in URLs.', lengthMax: limits.resourceIdLengthMax, inPath: true }),
      title: makeOptional(
        defineText({
          description: 'The title that people read, and a heading for the list.',
          lengthMax: limits.resourceNameLengthMax,
          isName: true,
        }),
      ),
      enabled: makeOptional(
        defineFlag({
          description: 'Whether the list has items. The default is true; an inactive list is empty.',
        }),
      ),
      group: makeOptional(
        defineText({
          description:
            'Placements of one page with the same group show no item twice: the page sends what the others show as `shown`. In the replies of its list.',
          lengthMax: limits.resourceIdLengthMax,
        }),
      ),
      list: describeField('The list to show.', listName),
      fallbacks: makeOptional(
        defineList(listSourceName, {
          description:
            'Lists that fill the list, in order; `content`: the newest items. Without an item, `together` and `similar` are skipped; without a visitor, `again`, `viewed` and `because-viewed`. Default: the usual fallbacks of the list; `[]`: none.',
          countMax: listNames.length,
          noun: 'lists',
          distinct: true,
        }),
      ),
      limit: defineMember(limit),
      filters: defineMember(filters),
      category: defineMember(category),
      exclude: defineMember(exclude),
      bought: defineMember(bought),
      variants: defineMember(variants),
      outOfStock: defineMember(outOfStock),
      caps: defineMember({ ...caps, ...defineList(cap, { countMax: limits.listCapsMax, noun: 'caps' }) }),
      diversity: defineMember(diversity),
      rotation: defineMember(rotation),
      minRelevance: defineMember(minRelevance),
      windowHours: defineMember({
        ...windowHours,
        description: `Of trending items. ${windowHours.description}`,
      }),
      userData: makeOptional(userData),
    },
    { description: 'A named place of a page and the list that it shows.', nullIsAbsent: true },
  ),
);

/** Parameters of the list of a placement. */
export const placementParameters = {
  index: listParameters.index,
  by: listParameters.by,
  ...visitorNow,
  item: defineTextParameter({
    description:
      'The page’s item: its `id` or `_id`, or with `by` another of its names. Unknown ones give a warning.',
    lengthMax: limits.itemReferenceLengthMax,
  }),
  items: defineTextListParameter({ ...cartItems, description: 'The items of the cart, named as `item`.' }),
  category,
  limit: defineOptionalIntegerParameter({
    description: 'Maximum number of items. Default: as in the placement.',
    min: 1,
    max: limits.recommendLimitMax,
  }),
  filters: {
    ...listParameters.filters,
    description: `${listParameters.filters.description} Items must also match the filter of the placement.`,
  },
  fields: listParameters.fields,
  exclude: {
    ...exclude,
    description: 'Ids of items to exclude, in addition to those of the placement.',
  },
  shown: listParameters.shown,
  address: listParameters.address,
  priceList: listParameters.priceList,
  store: listParameters.store,
  language: listParameters.language,
  context: {
    ...listParameters.context,
    description: `${listParameters.context.description} The member \`placement\` is always the id of the placement.`,
  },
  enableRules: listParameters.enableRules,
  draft: listParameters.draft,
  explain: listParameters.explain,
};
export type PlacementInput = Values<typeof placementParameters>;

const { item, items, context, explain } = placementParameters;
/** The visitor and the page of a preview. */
export const previewParameters = {
  ...visitorNow,
  item,
  items,
  category,
  context,
  explain,
  segment: previewBody.segment,
  draft: previewBody.draft,
  at: previewBody.at,
};

/** The request of a preview. */
export function previewInput(body: Values<typeof previewParameters>, index: string): PlacementInput {
  const { user, session, seen } = body;
  return {
    index,
    by: listParameters.by.fallback,
    user,
    session,
    seen,
    item: body.item,
    items: body.items,
    category: body.category,
    context: body.context,
    explain: body.explain,
    limit: null,
    filters: null,
    fields: null,
    exclude: [],
    shown: [],
    address: null,
    priceList: null,
    store: null,
    language: null,
    draft: body.draft,
    enableRules: true,
  };
}

const defaults = Object.fromEntries(
  Object.entries(listParameters).map(([name, { fallback }]) => [name, fallback]),
) as ListInput;

/**
 * Returns the options of the list of a placement. Filters and rules apply at the time `now`, in ms since 1970. `visitor` replaces the one of the request, for rules. The placement belongs to the configuration of the shop, as rules do: its filter and
 * caps may use fields that the key cannot see.
 */
export function createPlacementOptions(
  placement: RecommendationPlacement,
  body: PlacementInput,
  call: ListCall,
  { now, visitor }: { readonly now: number; readonly visitor?: RuleVisitor },
): RecommendationOptions {
  const { id, filters: own = '', caps: ownCaps = [] } = placement;
  const rules = createRuleOptions(body, call, now, visitor);
  const input: ListInput = {
    ...defaults,
    bought: placement.bought ?? defaults.bought,
    variants: placement.variants ?? defaults.variants,
    outOfStock: placement.outOfStock ?? defaults.outOfStock,
    diversity: placement.diversity ?? defaults.diversity,
    rotation: placement.rotation ?? defaults.rotation,
    minRelevance: placement.minRelevance ?? defaults.minRelevance,
    index: body.index,
    by: body.by,
    limit: body.limit ?? placement.limit ?? defaults.limit,
    filters: body.filters,
    exclude: [...(placement.exclude ?? []), ...body.exclude],
    shown: body.shown,
    explain: body.explain,
  };
  const options = createRecommendationOptions(input, call, now, {
    ...rules,
    context: addPlacement(rules.context, id, call.warnings),
  });
  return {
    ...options,
    filter: (about) => {
      const sent = options.filter(about);
      if (own.trim() === '') return sent;
      const filter = parseFilter(own, now, { about });
      return sent === null ? filter : conjoin(filter, sent);
    },
    shape: { ...options.shape, caps: ownCaps.map((one) => ({ ...capDefaults, ...one })) },
  };
}
