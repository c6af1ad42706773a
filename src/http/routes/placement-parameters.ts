import { listName, listSourceName } from '../../domain/recommend/list-names.ts';
import type { RecommendationOptions } from '../../domain/recommend/list-builder.ts';
import { userData } from '../../domain/rules/rule-fields.ts';
import { contextOfPlacement } from '../../domain/rules/request-context.ts';
import { conjunction } from '../../domain/search/query/filter-conjunction.ts';
import { parseFilter } from '../../domain/search/query/filter-grammar.ts';
import { list } from '../../domain/contract/fields.ts';
import { component } from '../../domain/contract/schema.ts';
import { limits } from '../../ports/limits.ts';
import { listNames, type RecommendationPlacement } from '../../ports/recommendation-placements.ts';
import {
  bodySchema,
  optionalFlag,
  optionalInteger,
  parameter,
  required,
  text,
  textList,
  type Parameter,
  type Values,
} from '../parameters.ts';
import {
  cap,
  capDefaults,
  listParameters,
  recommendationOptions,
  type ListCall,
  type ListInput,
} from './list-parameters.ts';
import { ruleOptions } from './rule-parameters.ts';
import { cartItems, category, visitorNow, windowHours } from './visitor-parameters.ts';

const { limit, filters, exclude, bought, variants, outOfStock, caps, diversity, rotation, minRelevance } =
  listParameters;

/** A member that is stored only if it is sent. */
const stored = <T>(own: Parameter<T>): Parameter<T | null> => ({ ...own, fallback: null });

/** The members of a placement. */
export const placementMembers = {
  id: text({ description: 'As in the URL, or absent.', lengthMax: limits.placementIdLengthMax }),
  title: text({
    description: 'For people, and a heading for the list.',
    lengthMax: limits.placementTitleLengthMax,
  }),
  enabled: optionalFlag({ description: 'False: the list is empty. Default: true.' }),
  list: required({ description: 'The list to show.' }, listName),
  fallbacks: parameter(
    {
      description:
        'Lists that fill the list, in order; `content`: the newest items. Without an item, `together` and `similar` are skipped; without a visitor, `again`, `viewed` and `because-viewed`. Default: the usual fallbacks of the list; `[]`: none.',
    },
    list(listSourceName, {
      countMax: listNames.length,
      noun: 'lists',
      distinct: true,
    }),
    null,
  ),
  limit: stored(limit),
  filters: stored(filters),
  category: stored(category),
  exclude: stored(exclude),
  bought,
  variants: stored(variants),
  outOfStock: stored(outOfStock),
  caps: parameter(caps, list(cap, { countMax: limits.listCapsMax, noun: 'caps' }), null),
  diversity: stored(diversity),
  rotation: stored(rotation),
  minRelevance: stored(minRelevance),
  windowHours: stored({ ...windowHours, description: `Of trending items. ${windowHours.description}` }),
  userData: parameter({ description: String(userData.schema['description']) }, userData, null),
};

export type PlacementBody = Values<typeof placementMembers>;

/** A placement in replies. */
export const placementSchema = component(
  'RecommendationPlacement',
  bodySchema({
    ...placementMembers,
    id: { ...placementMembers.id, description: 'As in the URL.', required: true },
    filters: { ...placementMembers.filters, aliases: [] },
  }),
);

/** The placement of a body: its members that were sent. */
export function sentPlacement(id: string, body: PlacementBody): RecommendationPlacement {
  const sent = Object.entries(body).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(sent), id } as unknown as RecommendationPlacement;
}

/** Parameters of the list of a placement. */
export const placementParameters = {
  index: listParameters.index,
  ...visitorNow,
  item: text({
    description: 'The page’s item: its `id` or `_id`. Unknown ids give a warning.',
    lengthMax: limits.itemIdLengthMax,
  }),
  items: textList({ ...cartItems, description: 'The items of the cart: `id` or `_id`.' }),
  category,
  limit: optionalInteger({
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
  address: listParameters.address,
  context: {
    ...listParameters.context,
    description: `${listParameters.context.description} The member \`placement\` is always the id of the placement.`,
  },
  enableRules: listParameters.enableRules,
  explain: listParameters.explain,
};
export type PlacementInput = Values<typeof placementParameters>;

const { item, items, context, explain } = placementParameters;
/** The visitor and the page of a preview. */
export const previewParameters = { ...visitorNow, item, items, context, explain };

/** The request of a preview. */
export function previewInput(body: Values<typeof previewParameters>, index: string): PlacementInput {
  const { user, session, seen } = body;
  return {
    index,
    user,
    session,
    seen,
    item: body.item,
    items: body.items,
    context: body.context,
    explain: body.explain,
    category: null,
    limit: null,
    filters: null,
    fields: null,
    exclude: [],
    address: null,
    enableRules: true,
  };
}

const defaults = Object.fromEntries(
  Object.entries(listParameters).map(([name, { fallback }]) => [name, fallback]),
) as ListInput;

/**
 * The options of a list of a placement. The placement belongs to the configuration of the shop, as rules do: its filter and
 * caps may use fields that the key cannot see.
 */
export function placementOptions(
  placement: RecommendationPlacement,
  body: PlacementInput,
  call: ListCall,
  now: number,
): RecommendationOptions {
  const { id, filters: own = '', caps: ownCaps = [] } = placement;
  const rules = ruleOptions(body, call, now);
  const input: ListInput = {
    ...defaults,
    bought: placement.bought ?? defaults.bought,
    variants: placement.variants ?? defaults.variants,
    outOfStock: placement.outOfStock ?? defaults.outOfStock,
    diversity: placement.diversity ?? defaults.diversity,
    rotation: placement.rotation ?? defaults.rotation,
    minRelevance: placement.minRelevance ?? defaults.minRelevance,
    index: body.index,
    limit: body.limit ?? placement.limit ?? defaults.limit,
    filters: body.filters,
    exclude: [...(placement.exclude ?? []), ...body.exclude],
    explain: body.explain,
  };
  const options = recommendationOptions(input, call, now, {
    ...rules,
    context: contextOfPlacement(rules.context, id, call.warnings),
  });
  return {
    ...options,
    filter: (about) => {
      const sent = options.filter(about);
      if (own.trim() === '') return sent;
      const filter = parseFilter(own, now, { about });
      return sent === null ? filter : conjunction(filter, sent);
    },
    shape: { ...options.shape, caps: ownCaps.map((one) => ({ ...capDefaults, ...one })) },
  };
}
